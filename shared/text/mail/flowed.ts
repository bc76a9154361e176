/**
 * Joins the lines that a client has wrapped on sending (RFC 3676): those that end with a blank, but the line
 * above a signature, and lines of different quote depth.
 */
export function unflowed(text: string, isBlankExtra: boolean): string {
  const paragraphs: FlowedLine[] = [];
  let isOpen = false;
  for (const line of text.split('\n').map(flowedLine)) {
    const last = paragraphs.at(-1);
    if (isOpen && last?.depth === line.depth && line.text !== signatureMark) last.pieces.push(line.text);
    else paragraphs.push({ ...line, pieces: [line.text] });
    isOpen = line.text.endsWith(' ') && line.text !== signatureMark;
  }
  return paragraphs.map((paragraph) => written(paragraph, isBlankExtra)).join('\n');
}

interface FlowedLine {
  depth: number;
  text: string;
  pieces: string[];
}

const signatureMark = '-- ';

/** Behind the quote marks, one blank was put in so that the text cannot be taken for such a mark. */
function flowedLine(line: string): FlowedLine {
  let depth = 0;
  while (line[depth] === '>') depth += 1;
  const stuffed = line.slice(depth);
  return { depth, text: stuffed.startsWith(' ') ? stuffed.slice(1) : stuffed, pieces: [] };
}

/** With `delsp=yes` the blank at each wrap was added by the client. */
function written({ depth, pieces }: FlowedLine, isBlankExtra: boolean): string {
  const last = pieces.length - 1;
  const text = pieces.map((piece, at) => (isBlankExtra && at < last ? piece.slice(0, -1) : piece)).join('');
  return depth === 0 ? text : `${'>'.repeat(depth)} ${text}`;
}
