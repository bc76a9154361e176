import { useEffect, useState } from 'react';
import { Icon } from './icon';
import { useToast } from './toast';

const copiedVisibleMs = 2_000;

function useCopy(text: string) {
  const [isCopied, setCopied] = useState(false);
  const showToast = useToast();
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), copiedVisibleMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => showToast('The browser does not allow this page to copy. Select the text and copy it manually.'),
    );
  };
  return { isCopied, copy };
}

/** A button that copies `text`. Screen readers announce `itemLabel`. */
function CopyButton({ text, itemLabel }: { text: string; itemLabel: string }) {
  const { isCopied, copy } = useCopy(text);
  return (
    <button
      type="button"
      className="copy"
      onClick={copy}
      aria-label={`Copy ${itemLabel}`}
      title={`Copy ${itemLabel}`}
    >
      <Icon name={isCopied ? 'done' : 'copy'} />
      <span className="unseen" role="status">
        {isCopied ? 'Copied' : ''}
      </span>
    </button>
  );
}

/** A value to copy without changes, such as an ID or a DNS record. */
export function Copyable({ text, itemLabel }: { text: string; itemLabel: string }) {
  return (
    <span className="copyable">
      <code>{text}</code>
      <CopyButton text={text} itemLabel={itemLabel} />
    </span>
  );
}

/** A command to paste into a terminal, or lines to paste into a program. */
export function Command({ text, itemLabel = 'command' }: { text: string; itemLabel?: string }) {
  return (
    <div className="command">
      <pre tabIndex={0} aria-label={itemLabel === 'command' ? 'Terminal command' : itemLabel}>
        {text}
      </pre>
      <CopyButton text={text} itemLabel={itemLabel} />
    </div>
  );
}
