import { endsInColon, isCardLine, isContact, isNameLike, isProse } from './card';
import { withoutDelimited } from './delimiter';
import { withoutFooter } from './footer';
import { isRule } from './header-block';
import { isBlank, isDivider, type Line } from './lines';
import { withoutSentFrom } from './sent-from';
import { signOffs } from './words/sign-offs';

const blockLinesMax = 12;
/** The maximum number of removals. An email can have several signatures and footers. */
const roundsMax = 4;

/** Removes the signature at the end. Returns no lines if there is only a signature. */
export function withoutSignature(lines: readonly Line[]): readonly Line[] {
  let remaining = trimBlank(lines);
  for (
    let round = 0, previousLength = -1;
    round < roundsMax && previousLength !== remaining.length;
    round++
  ) {
    previousLength = remaining.length;
    for (const strip of strippers) remaining = trimBlank(strip(remaining));
  }
  // Remove the sign-off only once, because an email can begin with the same words.
  const withoutClosing = withoutSignOff(remaining);
  return trimBlank(withoutClosing === remaining ? withoutCard(withoutDashedName(remaining)) : withoutClosing);
}

const strippers = [withoutMarked, withoutDelimited, withoutFooter, withoutSentFrom];

function trimBlank(lines: readonly Line[]): readonly Line[] {
  let end = lines.length;
  while (end > 0 && isEmptyEnd(lines[end - 1])) end--;
  return end === lines.length ? lines : lines.slice(0, end);
}

const isEmptyEnd = (line: Line | undefined): boolean => isBlank(line) || isDivider(line);

function withoutMarked(lines: readonly Line[]): readonly Line[] {
  const marked = lines.filter(({ mark }) => mark === 'signature');
  return marked.length === 0 ? lines : lines.filter(({ mark }) => mark !== 'signature');
}

const signOffWords: ReadonlySet<string> = new Set(signOffs);

function withoutSignOff(lines: readonly Line[]): readonly Line[] {
  let below = 0;
  for (let index = lines.length - 1; index > 0 && below <= blockLinesMax; index--) {
    const line = lines[index];
    if (!line || isBlank(line)) continue;
    if (line.isCode || line.quoted > 0) break;
    if (isSignOff(line.plain) && (below > 0 || !isThanks(line.plain)))
      return isSignature(lines.slice(index + 1)) ? lines.slice(0, index) : lines;
    if (!isCardLine(line)) break;
    below++;
  }
  return lines;
}

/** Whether the lines are a signature: a name without prose below. A sentence below the name is part of the message. */
function isSignature(below: readonly Line[]): boolean {
  const [name, ...rest] = below.filter((line) => !isBlank(line));
  return name === undefined || (isNameLike(name) && !rest.some(isProse));
}

/** Whether the line expresses thanks. Without a name below, thanks may be the whole message and are kept. */
const isThanks = (plain: string): boolean =>
  /^(?:many |kind )?(?:thanks?|thx|danke|vielen dank|merci|gracias|grazie|obrigad|bedankt|tak|takk|tack|kiitos|dzięk|dík|děkuj|ďakuj|köszön|mulțum|спасибо|дякую|благодар|teşekkür|תודה|شكر|谢谢|謝謝|감사|고맙|cảm|ขอบคุณ|terima|hvala|love|ta\b)/.test(
    plain,
  );

function isSignOff(plain: string): boolean {
  const words = plain.replace(/^[\s/~—–-]+/, '').replace(/[\s,.!;:。、，！~—–-]+$/, '');
  return (
    words.length <= 60 &&
    (signOffWords.has(words) || words.split(/\s?[/|,&]\s?/).every((part) => signOffWords.has(part)))
  );
}

/** Removes `-Kim`, `- Kim Li` or `— Kim` at the end, unless the line is the last item of a list. */
function withoutDashedName(lines: readonly Line[]): readonly Line[] {
  const last = lines.at(-1);
  if (!last || last.quoted > 0 || lines.length < 2 || !dashedName.test(last.text)) return lines;
  const above = lines.slice(0, -1).findLast((line) => !isBlank(line));
  return above && /^[-–—•*]/.test(above.plain) ? lines : lines.slice(0, -1);
}

const dashedName =
  /^\s{0,3}(?:[-–—~]{1,2}\p{L}[\p{L}.'’-]{1,20}(?: \p{Lu}[\p{L}.'’-]{0,20}){0,2}|[-–—~]{1,2} \p{Lu}[\p{L}.'’-]{0,20}(?: \p{Lu}[\p{L}.'’-]{0,20}){0,2})\s*$/u;

/**
 * Removes a contact card without a sign-off. The card must have at least three lines below a blank line, and at least
 * two of these lines must contain contact details.
 */
function withoutCard(lines: readonly Line[]): readonly Line[] {
  const start = lines.findLastIndex((line) => isBlank(line)) + 1;
  const card = lines.slice(start);
  if (start === 0 || card.length < 3 || card.length > blockLinesMax) return lines;
  if (endsInColon(lines.slice(0, start))) return lines;
  if (
    !card.every((line) => isCardLine(line) && line.plain.length <= 60) ||
    /[\d:@]/.test(card[0]?.plain ?? '')
  )
    return lines;
  const contactCount = card.filter(({ plain }) => isContact(plain)).length;
  return contactCount >= 2 && contactCount < card.length && !isRule(card[0]) ? lines.slice(0, start) : lines;
}
