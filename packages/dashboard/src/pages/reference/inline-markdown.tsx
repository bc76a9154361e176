/** Text of the document, in which what stands between backticks is code. */
export const InlineMarkdown = ({ description: text }: { description: string | undefined }) => (
  <>
    {(text ?? '')
      .split(/`([^`]+)`/)
      .map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}
  </>
);
