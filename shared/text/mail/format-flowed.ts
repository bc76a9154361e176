/**
 * Joins the lines that a client wrapped when it sent the email (RFC 3676). Wrapped lines end with a blank. Does not
 * join a signature mark with other lines, or lines of different quote depths.
 */
export function joinFlowedLines(text: string, isDelSp: boolean): string {
  const lines: string[] = [];
  let paragraph: Paragraph | undefined;
  let isOpen = false;
  for (const line of text.split('\n')) {
    const depth = quoteDepth(line);
    const content = removeStuffing(line.slice(depth));
    if (isOpen && paragraph?.depth === depth && content !== signatureMark) paragraph.pieces.push(content);
    else {
      if (paragraph) lines.push(formatParagraph(paragraph, isDelSp));
      paragraph = { depth, pieces: [content] };
    }
    isOpen = content.endsWith(' ') && content !== signatureMark;
  }
  if (paragraph) lines.push(formatParagraph(paragraph, isDelSp));
  return lines.join('\n');
}

interface Paragraph {
  depth: number;
  pieces: string[];
}

const signatureMark = '-- ';

function quoteDepth(line: string): number {
  let depth = 0;
  while (line[depth] === '>') depth += 1;
  return depth;
}

/** Removes the blank that clients add to prevent a line from being read as a quote. */
const removeStuffing = (content: string): string => (content.startsWith(' ') ? content.slice(1) : content);

/** Joins the pieces of a paragraph. With `delsp=yes`, the client added the blank at the end of each wrapped line. */
function formatParagraph({ depth, pieces }: Paragraph, isDelSp: boolean): string {
  const last = pieces.length - 1;
  const text = pieces.map((piece, index) => (isDelSp && index < last ? piece.slice(0, -1) : piece)).join('');
  return depth === 0 ? text : `${'>'.repeat(depth)} ${text}`;
}
