/** Text of the document, in which what stands between backticks is code. */
export const Said = ({ text }: { text: string | undefined }) => (
  <>
    {(text ?? '').split(/`([^`]+)`/).map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part))}
  </>
);
