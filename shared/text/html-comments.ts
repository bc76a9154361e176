const rawText =
  '<(style|script|title|textarea|xmp|iframe|noembed|noframes)(?=[\\s/>])[^]*?(?:</\\1(?=[\\s/>])|$)';
const comment = '<!--(?:-?>|[^]*?(?:--!?>|$))|<(?:!(?!doctype)|\\?|/(?![a-z>]))[^>]*(?:>|$)';

/** Every alternative but the start of a tag also ends at the end of the HTML, so that nothing is read twice. */
const markupPattern = `${rawText}|(?<comment>${comment})|(?<tagStart></?[a-z])`;

/**
 * Empties the comments, as browsers find them. The converter ends comments elsewhere, for example not at `--!>`, and
 * would lose the text after them.
 */
export function emptyComments(html: string): string {
  const markup = new RegExp(markupPattern, 'gi');
  const pieces: string[] = [];
  let position = 0;
  for (let found = markup.exec(html); found; found = markup.exec(html)) {
    if (found.groups?.['comment']) {
      pieces.push(html.slice(position, found.index), '<!---->');
      position = markup.lastIndex;
    }
    if (found.groups?.['tagStart']) markup.lastIndex = endOfTag(html, markup.lastIndex);
  }
  return [...pieces, html.slice(position)].join('');
}

const quotedValueOrEnd = `=\\s*(?:"[^"]*(?:"|$)|'[^']*(?:'|$))|>`;

/** Searches piece by piece, because one pattern for a tag of several megabytes would exhaust the stack. */
function endOfTag(html: string, start: number): number {
  const pieces = new RegExp(quotedValueOrEnd, 'g');
  pieces.lastIndex = start;
  for (let found = pieces.exec(html); found; found = pieces.exec(html))
    if (found[0] === '>') return pieces.lastIndex;
  return html.length;
}
