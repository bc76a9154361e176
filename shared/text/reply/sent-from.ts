import { isCardLine } from './card';
import { isBlank, type Line } from './lines';
import { devices, sentFromEnds, sentFromStarts } from './words/sent-from';

/** The line itself, and a name or a number below it. */
export function withoutSentFrom(lines: readonly Line[]): readonly Line[] {
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
  // `Sent from my desk, which is easier than by phone` is a sentence.
  const beginning = text.split(/[,;!]|\. /, 1)[0] ?? '';
  const isNamed = devices.some((name) => beginning.includes(name));
  if (isNamed && sentFromEnds.some((words) => text.endsWith(words))) return true;
  if (!sentFromStarts.some((words) => text.startsWith(words))) return false;
  return (
    isNamed || (isLast && beginning === text && text.split(' ').length <= 7 && startsAsClientsDo.test(text))
  );
}

/** Whatever stands after them, alone on the last line. */
const startsAsClientsDo =
  /^(?:sent from|get outlook|enviado desde|envoyé d|gesendet v|inviato da|sendt fra|skickat från|verzonden v)/;
