/** Text of the document, with code between backticks. */
export const InlineMarkdown = ({ description: text }: { description: string | undefined }) => (
  <>
    {(text ?? '')
      .split(/`([^`]+)`/)
      .map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}
  </>
);
