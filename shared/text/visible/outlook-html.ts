/** The versions of Outlook that read HTML like Word. */
const versions = [12, 14, 15, 16];

/** Where conditional comments start and end. In browsers, what follows `<!-->` and `<![if …]>` is no comment. */
const markup =
  /<!--\[if\b(?<condition>[^\]<>]{1,200})\]>(?<revealed><!(?:--\s*)?-->|-->)?|<!\[if\b(?<downlevel>[^\]<>]{1,200})\]>|(?:<!--\s*)?<!\[endif\](?:--)?>/gi;

/**
 * Returns the HTML as versions of Outlook read it: with the comments for Outlook, and without what other clients show in
 * place of these. Empty if the HTML has nothing for Outlook.
 */
export function outlookHtmls(html: string): string[] {
  if (!/\[if\b[^\]]{0,200}mso|mso-hide/i.test(html)) return [];
  return [...new Set(versions.map((version) => outlookHtml(html, version)))];
}

function outlookHtml(html: string, version: number): string {
  const pieces: string[] = [];
  let [position, isShown, isForOutlook] = [0, true, false];
  const writeUntil = (end: number): void => {
    const piece = html.slice(position, end);
    if (isShown) pieces.push(isForOutlook ? withReadableShapes(piece) : piece);
  };
  for (const { 0: source, index, groups = {} } of html.matchAll(markup)) {
    writeUntil(index);
    position = index + source.length;
    const { condition, revealed, downlevel } = groups;
    const tested = condition ?? downlevel;
    const isComment = condition !== undefined && revealed === undefined;
    isShown = tested === undefined || (holds(tested, version) ?? !isComment);
    isForOutlook = tested !== undefined && isComment;
  }
  writeUntil(html.length);
  return pieces.join('').replace(/mso-hide\s*:\s*all/gi, 'display:none');
}

/** Settings are no text. What is behind the text of a shape is not read here. */
const withReadableShapes = (piece: string): string =>
  piece
    .replace(/(<\/?)xml(?=[\s>])/gi, '$1template')
    .replace(/<v:[a-z]+/gi, '$& style="background:url(shape)"');

const comparison = /(?:\b(gte|gt|lte|lt)\s+)?\bmso\b(?:\s+(\d+(?:\.\d+)?))?/gi;

const reductions: readonly (readonly [RegExp, string])[] = [
  [/\(([01])\)/, '$1'],
  [/!0/, '1'],
  [/!1/, '0'],
  [/1&1/, '1'],
  [/[01]&[01]/, '0'],
  [/(?<![!&])0\|0(?!&)/, '0'],
  [/(?<![!&])[01]\|[01](?!&)/, '1'],
];

/** Whether the condition of a comment holds in the version. Undefined if it asks for something else. */
function holds(condition: string, version: number): boolean | undefined {
  let rest = condition
    .replace(comparison, (_source, operator: string | undefined, other: string | undefined) =>
      Number(other === undefined || compare(version, operator, Number(other))).toString(),
    )
    .replace(/(?:\b(?:gte|gt|lte|lt)\s+)?\bIE\b(?:\s+[\d.]+)?/gi, '0')
    .replace(/\s+/g, '');
  for (let before = ''; rest !== before;) {
    before = rest;
    const [pattern, replacement] = reductions.find(([reducible]) => reducible.test(rest)) ?? [/$/, ''];
    rest = rest.replace(pattern, replacement);
  }
  return rest === '1' ? true : rest === '0' ? false : undefined;
}

function compare(version: number, operator: string | undefined, other: number): boolean {
  switch (operator?.toLowerCase()) {
    case 'gte':
      return version >= other;
    case 'gt':
      return version > other;
    case 'lte':
      return version <= other;
    case 'lt':
      return version < other;
    default:
      return version === other;
  }
}
