import { useEffect, useId, useRef, useState } from 'react';
import { basePath } from '../service/urls';
import { useDebounced } from './use-debounced';
import { formatBytes } from './format';

/** What the server hands back: functions/dashboard/routes.ts. */
const bytesMax = 2_000_000;

interface MailFrameProps {
  html: string;
  title: string;
}

/** The HTML of a mail, which is a stranger's, in a frame that runs nothing and fetches nothing. */
export function MailFrame({ html, title }: MailFrameProps) {
  const [isRemoteContentShown, setRemoteContentShown] = useState(false);
  // Of what is being written not every letter is worth a request.
  const debouncedHtml = useDebounced(html, 400);
  const size = new TextEncoder().encode(debouncedHtml).length;
  if (size > bytesMax) return <TooLargeMail html={debouncedHtml} size={size} />;
  return (
    <div className="mail-frame">
      <div className="mail-frame-head">
        {isRemoteContentShown ? (
          <span>Remote images are shown. Their senders can see that you looked.</span>
        ) : (
          <>
            <span>Scripts and remote content are blocked.</span>
            <button type="button" onClick={() => setRemoteContentShown(true)}>
              Show remote images
            </button>
          </>
        )}
      </div>
      {/* A new frame for each state: another document in the same one would be a step in the browser's history. */}
      <PostedFrame
        key={`${isRemoteContentShown} ${debouncedHtml}`}
        html={debouncedHtml}
        title={title}
        isRemoteContentShown={isRemoteContentShown}
      />
    </div>
  );
}

/**
 * The server hands the HTML back as a document with a policy of its own: as `srcdoc` it would have the policy of the
 * pages, without styles and images. It is posted, so that it has no address that somebody could pass on. The frame
 * scrolls: to fit it to its content would take a script in it.
 */
function PostedFrame({
  html,
  title,
  isRemoteContentShown,
}: MailFrameProps & { isRemoteContentShown: boolean }) {
  const name = useId();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.submit(), []);
  return (
    <>
      <form
        ref={form}
        hidden
        method="post"
        encType="text/plain"
        action={`${basePath}/mail${isRemoteContentShown ? '?remote=1' : ''}`}
        target={name}
      >
        <input type="hidden" name="html" value={html} />
      </form>
      <iframe
        name={name}
        title={title}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
      />
    </>
  );
}

function TooLargeMail({ html, size }: { html: string; size: number }) {
  return (
    <>
      <p className="quiet">
        With {formatBytes(size)} it is too large to be shown. The beginning of its source:
      </p>
      <pre className="source">{html.slice(0, 200_000)}</pre>
    </>
  );
}
