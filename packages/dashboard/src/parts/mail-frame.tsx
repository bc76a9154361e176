import { useEffect, useId, useRef, useState } from 'react';
import { basePath } from '../service/urls';
import { useDebounced } from './use-debounced';
import { formatBytes } from './format';

/** The limit of the server: functions/dashboard/routes.ts. */
const bytesMax = 2_000_000;

interface MailFrameProps {
  html: string;
  title: string;
}

/** The untrusted HTML of an email, in a frame that runs no scripts and makes no requests. */
export function MailFrame({ html, title }: MailFrameProps) {
  const [isRemoteContentShown, setRemoteContentShown] = useState(false);
  // Avoids a request for each keystroke while the user types.
  const debouncedHtml = useDebounced(html, 400);
  const size = new TextEncoder().encode(debouncedHtml).length;
  if (size > bytesMax) return <TooLargeMail html={debouncedHtml} size={size} />;
  return (
    <div className="mail-frame">
      <div className="mail-frame-head">
        {isRemoteContentShown ? (
          <span>Remote images are shown. The sender can see that you opened the email.</span>
        ) : (
          <>
            <span>Scripts and remote content are blocked.</span>
            <button type="button" onClick={() => setRemoteContentShown(true)}>
              Show remote images
            </button>
          </>
        )}
      </div>
      {/* A new frame for each state, because another document in the same frame would add a history entry. */}
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
 * The server returns the HTML as a document with its own policy. With `srcdoc`, the document would inherit the policy
 * of the pages, which blocks the styles and images of the email. The HTML is posted, so that no URL can be shared. The frame
 * scrolls, because fitting the frame to its content would need a script in the frame.
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
        This email is too large to display ({formatBytes(size)}). The beginning of its source:
      </p>
      <pre className="source">{html.slice(0, 200_000)}</pre>
    </>
  );
}
