import { isCardLine, isProse } from './card';
import { isBlank, type Line } from './lines';
import { devices, sentFromEnds, sentFromStarts } from './words/sent-from';

/** Removes a line such as "Sent from my iPhone", with a name or a number below it. */
export function withoutSentFrom(lines: readonly Line[]): readonly Line[] {
  for (let index = lines.length - 1, below = 0; index >= 0 && below < 5; index--) {
    const line = lines[index];
    if (!line || isBlank(line)) continue;
    if (!line.isCode && isSentFrom(line, below === 0)) return lines.slice(0, index);
    if (below === 0 && isNameVia(lines, index)) return lines.slice(0, index - 1);
    if (!isCardLine(line) || isProse(line)) break;
    below++;
  }
  return lines;
}

/** Whether the line is `via mobile` below a name that follows a blank line. */
function isNameVia(lines: readonly Line[], index: number): boolean {
  const [blank, name, via] = lines.slice(Math.max(0, index - 2), index + 1);
  if (!name || !via || !isBlank(blank) || !/^via \S{2,20}$/.test(via.plain)) return false;
  return (
    name.text.length <= 60 && /^\p{Lu}[\p{L}.’'-]{1,30}(?: \p{Lu}[\p{L}.’'-]{0,30}){0,2}\s*$/u.test(name.text)
  );
}

function isSentFrom({ plain, text: rawText }: Line, isLast: boolean): boolean {
  // `sent by mail` in lower case continues a sentence. Clients start with a capital letter.
  if (plain.length > 140 || /^\s*sent by\s/.test(rawText)) return false;
  const text = plain.replace(/^[\s<([{"'_-]+/, '').replace(/[\s>)\]}"'!.,_-]+$/, '');
  // Check only the first clause, because `Sent from my desk, which is easier than by phone` is a sentence.
  const firstClause = text.split(/[,;]|[.!] /, 1)[0] ?? '';
  const namesDevice = devices.some((name) => firstClause.includes(name));
  if (namesDevice && sentFromEnds.some((words) => text.endsWith(words))) return true;
  if (!sentFromStarts.some((words) => text.startsWith(words))) return false;
  return (
    namesDevice ||
    (isLast && firstClause === text && text.split(' ').length <= 7 && clientSignaturePrefix.test(text))
  );
}

/** The beginnings of client signatures. On the last line, they match even without the name of a device. */
const clientSignaturePrefix =
  /^(?:sent from|get outlook|enviado desde|envoyé d|gesendet v|inviato da|sendt fra|skickat från|verzonden v)/;
