import { withoutFooter } from './footer';
import { isRule } from './header-block';
import { isBlank, type Line } from './lines';
import { devices, sentFromEnds, sentFromStarts } from './words/sent-from';
import { signOffs } from './words/sign-offs';

const signatureLinesMax = 30;
const blockLinesMax = 12;
/** A signature below a footer below a signature. */
const roundsMax = 4;

/** What is left without the signature at the end. Nothing, where it is nothing but a signature. */
export function withoutSignature(lines: readonly Line[]): readonly Line[] {
  let left = trimBlank(lines);
  for (let round = 0, before = -1; round < roundsMax && before !== left.length; round++) {
    before = left.length;
    for (const step of steps) left = trimBlank(step(left));
  }
  // Once: the same words can begin a mail.
  return trimBlank(withoutSignOff(left));
}

const steps = [withoutMarked, withoutDelimited, withoutFooter, withoutSentFrom, withoutDashedName, withoutCard];

function trimBlank(lines: readonly Line[]): readonly Line[] {
  let end = lines.length;
  while (end > 0 && isEmptyEnd(lines[end - 1])) end--;
  return end === lines.length ? lines : lines.slice(0, end);
}

const isEmptyEnd = (line: Line | undefined): boolean => isBlank(line) || line?.mark === 'divider';

function withoutMarked(lines: readonly Line[]): readonly Line[] {
  const marked = lines.filter(({ mark }) => mark === 'signature');
  return marked.length === 0 ? lines : lines.filter(({ mark }) => mark !== 'signature');
}

/** RFC 3676's `-- `, and the lines that people draw instead. The first one counts: signatures have lines inside, too. */
function withoutDelimited(lines: readonly Line[]): readonly Line[] {
  const from = Math.max(0, lines.length - 4 * signatureLinesMax);
  for (let at = from; at < lines.length; at++) {
    if (isDelimiter(lines, at)) return lines.slice(0, at);
  }
  return lines;
}

function isDelimiter(lines: readonly Line[], at: number): boolean {
  const line = lines[at];
  if (!line || line.isCode || line.mark === 'divider') return false;
  const text = line.text.replace(/\u00a0/g, ' ');
  const below = lines.slice(at + 1).filter((other) => !isBlank(other));
  if (text === '-- ') return below.length <= 2 * signatureLinesMax;
  if (/^\s{0,2}(?:--|—|––|__|---|–)\s*$/.test(text)) return below.length <= signatureLinesMax && !isTableRule(lines, at);
  return isLongRule(text) && below.length <= blockLinesMax && !isTableRule(lines, at) && below.every(isShort);
}

const isLongRule = (text: string): boolean => /^\s{0,2}(?:[-_=—–+]{4,80}|[*~#]{4,80}|(?:[-_=*~] ){3,40}[-_=*~]?)\s*$/.test(text);

/** Between two lines of text without a blank one it may be a table's or a heading's. */
function isTableRule(lines: readonly Line[], at: number): boolean {
  const [above, below] = [lines[at - 1], lines[at + 1]];
  const isTight = above !== undefined && !isBlank(above) && below !== undefined && !isBlank(below);
  const width = lines[at]?.plain.length ?? 0;
  return isTight && (above.plain.includes('|') || (width > 4 && Math.abs(above.plain.length - width) <= 3));
}

const isShort = ({ plain }: Line): boolean => plain.length <= 90;

const startsSentFrom = [...sentFromStarts].map((words) => words.toLowerCase());
const endsSentFrom = [...sentFromEnds].map((words) => words.toLowerCase());
const deviceNames = devices.map((name) => name.toLowerCase());

/** The line itself, and a name or a number below it. */
function withoutSentFrom(lines: readonly Line[]): readonly Line[] {
  for (let at = lines.length - 1, below = 0; at >= 0 && below < 5; at--) {
    const line = lines[at];
    if (!line || isBlank(line)) continue;
    if (!line.isCode && isSentFrom(line, below === 0)) return lines.slice(0, at);
    if (!isCardLine(line)) break;
    below++;
  }
  return lines;
}

function isSentFrom({ plain }: Line, isLast: boolean): boolean {
  if (plain.length > 140) return false;
  const text = plain.replace(/^[\s<([{"'_-]+/, '').replace(/[\s>)\]}"'!.,_-]+$/, '');
  const isNamed = deviceNames.some((name) => text.includes(name));
  if (endsSentFrom.some((words) => text.endsWith(words)) && isNamed) return true;
  if (!startsSentFrom.some((words) => text.startsWith(words))) return false;
  return isNamed || (isLast && /^(?:sent|get outlook|enviado|envoyé|gesendet|inviato|sendt|skickat|verzonden) /.test(text) && text.split(' ').length <= 7);
}

const signOffWords: ReadonlySet<string> = new Set(signOffs);

function withoutSignOff(lines: readonly Line[]): readonly Line[] {
  let below = 0;
  for (let at = lines.length - 1; at > 0 && below <= blockLinesMax; at--) {
    const line = lines[at];
    if (!line || isBlank(line)) continue;
    if (line.isCode || line.quoted > 0) break;
    if (isSignOff(line.plain) && (below > 0 || !isThanks(line.plain))) return lines.slice(0, at);
    if (!isCardLine(line)) break;
    below++;
  }
  return lines;
}

/** Alone it is all that somebody wanted to say. */
const isThanks = (plain: string): boolean =>
  /^(?:many |kind )?(?:thanks?|thx|danke|vielen dank|merci|gracias|grazie|obrigad|bedankt|tak|takk|tack|kiitos|dzięk|dík|děkuj|ďakuj|köszön|mulțum|спасибо|дякую|благодар|teşekkür|תודה|شكر|谢谢|謝謝|감사|고맙|cảm|ขอบคุณ|terima|hvala|love|ta\b)/.test(plain);

function isSignOff(plain: string): boolean {
  const words = plain.replace(/^[\s/~—–-]+/, '').replace(/[\s,.!;:。、，！~—–-]+$/, '');
  return words.length <= 60 && (signOffWords.has(words) || words.split(/\s?[/|,&]\s?/).every((part) => signOffWords.has(part)));
}

/** A name, a title, an address, a number: short, and no sentence. */
function isCardLine({ plain, quoted, isCode }: Line): boolean {
  if (quoted > 0 || isCode || plain.length > 90 || /[?？]$/.test(plain)) return false;
  if (/^(?:p\.?\s?s\.?|n\.?b\.?|btw)\b[ .:]/.test(plain) || /^(?:[*•]|\d{1,2}[.)]) /.test(plain)) return false;
  const words = plain.split(' ').length;
  return isContact(plain) || words <= 6 || (words <= 10 && !/[.!。！:]$/.test(plain) && /[|,·•@/&-]/.test(plain));
}

const isContact = (plain: string): boolean =>
  /\S@\S|https?:\/\/|www\.|(?:^|[^\p{Nd}])\+?\p{Nd}[\p{Nd} ()./-]{6,20}(?:$|[^\p{Nd}])/u.test(plain);

/** `-Kim`, `- Kim Li`, `— Kim`. A bullet has others above it. */
function withoutDashedName(lines: readonly Line[]): readonly Line[] {
  const last = lines.at(-1);
  if (!last || last.quoted > 0 || lines.length < 2 || !dashedName.test(last.text)) return lines;
  const above = lines.slice(0, -1).findLast((line) => !isBlank(line));
  return above && /^[-–—•*]/.test(above.plain) ? lines : lines.slice(0, -1);
}

const dashedName = /^\s{0,3}(?:[-–—~]{1,2}\p{L}[\p{L}.'’-]{1,20}(?: \p{Lu}[\p{L}.'’-]{0,20}){0,2}|[-–—~]{1,2} \p{Lu}[\p{L}.'’-]{0,20}(?: \p{Lu}[\p{L}.'’-]{0,20}){0,2})\s*$/u;

/** A visiting card without a greeting: several lines below a blank one, with two ways to reach the person. */
function withoutCard(lines: readonly Line[]): readonly Line[] {
  const start = lines.findLastIndex((line) => isBlank(line)) + 1;
  const card = lines.slice(start);
  if (start === 0 || card.length < 3 || card.length > blockLinesMax) return lines;
  if (!card.every((line) => isCardLine(line) && line.plain.length <= 60) || isContact(card[0]?.plain ?? '')) return lines;
  const ways = card.filter(({ plain }) => isContact(plain)).length;
  return ways >= 2 && ways < card.length && !isRule(card[0]) ? lines.slice(0, start) : lines;
}
