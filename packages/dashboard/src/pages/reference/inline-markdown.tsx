/** Text from the OpenAPI document. Backticks mark code. */
export const InlineMarkdown = ({ description: text }: { description: string | undefined }) => (
  <>
    {(text ?? '')
      .split(/`([^`]+)`/)
      .map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}
  </>
);
