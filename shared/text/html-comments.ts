const rawText =
  '<(style|script|title|textarea|xmp|iframe|noembed|noframes)(?=[\\s/>])[^]*?(?:</\\1(?=[\\s/>])|$)';
const tag = `</?[a-z](?:=\\s*(?:"[^"]*(?:"|$)|'[^']*(?:'|$))|[^>])*(?:>|$)`;
const comment = '<!--(?:-?>|[^]*?(?:--!?>|$))|<(?:!(?!doctype)|\\?|/(?![a-z>]))[^>]*(?:>|$)';

/** Every alternative also ends at the end of the HTML, so that no tag is read twice. */
const markup = new RegExp(`${rawText}|${tag}|(${comment})`, 'gi');

/**
 * Empties the comments, as browsers find them. The converter ends comments elsewhere, for example not at `--!>`, and
 * would lose the text after them.
 */
export const emptyComments = (html: string): string =>
  html.replace(markup, (source: string, _element, found: string | undefined) => (found ? '<!---->' : source));
