import { useEffect, useState } from 'react';
import { Icon } from './icon';
import { useToast } from './toast';

const shownMs = 2_000;

function useCopy(text: string) {
  const [isCopied, setCopied] = useState(false);
  const say = useToast();
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => say('The browser does not let this page copy. Select the text and copy it yourself.'),
    );
  };
  return { isCopied, copy };
}

/** A button that copies `text`; `what` says to who cannot see what. */
function CopyButton({ text, what }: { text: string; what: string }) {
  const { isCopied, copy } = useCopy(text);
  return (
    <button type="button" className="copy" onClick={copy} aria-label={`Copy ${what}`} title={`Copy ${what}`}>
      <Icon name={isCopied ? 'done' : 'copy'} />
      <span className="unseen" role="status">
        {isCopied ? 'Copied' : ''}
      </span>
    </button>
  );
}

/** Something to be used elsewhere as it is: an id, a record, an address. */
export function Copyable({ text, what }: { text: string; what: string }) {
  return (
    <span className="copyable">
      <code>{text}</code>
      <CopyButton text={text} what={what} />
    </span>
  );
}

/** A command to paste into a terminal, or lines to paste into a program. */
export function Command({ text, what = 'the command' }: { text: string; what?: string }) {
  return (
    <div className="command">
      <pre tabIndex={0} aria-label={what === 'the command' ? 'A command for the terminal' : what}>
        {text}
      </pre>
      <CopyButton text={text} what={what} />
    </div>
  );
}
