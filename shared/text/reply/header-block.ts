import type { Span } from './attribution';
import { isBlank, type Line } from './lines';
import { headerNames, type HeaderField } from './words/header-names';
import { phrases } from './words/phrases';

/** The maximum number of lines between two fields. Long lists of recipients wrap. */
const gapMax = 6;
const blankGapMax = 2;
const blockLinesMax = 60;
const rawLinesMax = 20;

/** Finds the block `From: … Sent: … To: … Subject: …` of Outlook and other clients that starts at `start`. */
export function headerBlockAt(lines: readonly Line[], start: number): Span | undefined {
  const first = fieldOf(lines[start]);
  if (!first || (!canStartBlock(first.field) && !fieldOf(lines[start + 1]))) return undefined;
  if (isInRawHeader(lines, start)) return undefined;
  const fields: Field[] = [first];
  let end = start + 1;
  for (let index = end, gap = 0; index < lines.length && index - start < blockLinesMax; index++) {
    const field = fieldOf(lines[index]);
    if (isRawHeader(lines[index])) return undefined;
    gap = field ? 0 : gap + 1;
    if (gap > gapMax || (gap > 0 && isGapClosed(lines, index, gap))) break;
    if (!field) continue;
    fields.push(field);
    end = index + 1;
  }
  const isHeader =
    isMailHeader(fields, isMarkedHeader(lines, start) || hasAddressAlone(lines.slice(start, end))) ||
    isMailHeaderOnOneLine(first);
  return isHeader && (canStartBlock(first.field) || fields.length > 2) ? { start, end } : undefined;
}

/** Returns where the block of a rule, `To: …` and `Subject: …` starts that Yandex Mail writes above an attribution. */
export function startOfFieldsAbove(lines: readonly Line[], attribution: number): number {
  let start = attribution;
  while (fieldOf(lines[start - 1])) start--;
  const isAddressed = lines.slice(start, attribution).some((line) => {
    const { field, value = '' } = fieldOf(line) ?? {};
    return field === 'to' && hasAddress(value);
  });
  return isAddressed && isRule(lines[start - 1]) ? start - 1 : attribution;
}

interface Field {
  field: HeaderField;
  name: string;
  value: string;
}

const fieldByName = new Map<string, HeaderField>();
for (const field of ['other', 'copy', 'to', 'subject', 'date', 'from'] as const) {
  for (const name of phrases(headerNames[field])) fieldByName.set(name, field);
}

const nameLengthMax = 30;

function fieldOf(line: Line | undefined): Field | undefined {
  if (!line || line.quoted > line.nested) return undefined;
  const text = line.plain.replace(/^[\s|_•·-]{1,20}/, '');
  const colon = text.slice(0, nameLengthMax).search(/[:：]/);
  if (colon < 1) return undefined;
  const name = text.slice(0, colon).replace(/_/g, '').trim();
  const field = fieldByName.get(name);
  return field && { field, name, value: text.slice(colon + 1).trim() };
}

/**
 * Whether the line is in raw headers. Bounces and reports contain the raw headers of an email, which clients never
 * write above a quote.
 */
function isInRawHeader(lines: readonly Line[], start: number): boolean {
  for (let index = start - 1; index >= Math.max(0, start - rawLinesMax) && !isBlank(lines[index]); index--) {
    if (isRawHeader(lines[index])) return true;
  }
  return false;
}

const isRawHeader = (line: Line | undefined): boolean =>
  line !== undefined &&
  /^(?:message-id|mime-version|return-path|received|content-type|x-mailer):/.test(line.plain);

/**
 * Whether a block can start with the field. Most blocks start with the sender or the date. A block that starts with
 * another field needs more fields.
 */
const canStartBlock = (field: HeaderField): boolean => field === 'from' || field === 'date';

export const isRule = (line: Line | undefined): boolean =>
  line !== undefined && /^[\s\-_=—–~]{3,}$/.test(line.plain);

/** Whether the block ends at this line. A blank line ends the block unless a field follows directly. */
function isGapClosed(lines: readonly Line[], index: number, gap: number): boolean {
  if (!isBlank(lines[index])) return false;
  const next = lines.slice(index, index + blankGapMax + 1).find((line) => !isBlank(line));
  return gap > blankGapMax || !fieldOf(next);
}

/**
 * Whether the fields are a mail header, which contains an address of a sender or recipient. Without one, it has the
 * time at which it was sent. `From: Berlin`, `To: Paris`, `Date: 5 May` and `Subject: glass` may be a form.
 */
function isMailHeader(fields: readonly Field[], isMarked: boolean): boolean {
  const kinds = new Set(fields.map(({ field }) => field));
  if (kinds.size < 2) return false;
  const isAddressed = fields.some(
    ({ field, value }) => (field === 'from' || field === 'to') && hasAddress(value),
  );
  if (!kinds.has('from')) return isAddressed && fields.some(isTimestamp);
  if (isAddressed) return true;
  if (kinds.has('subject')) return kinds.has('date') && (isMarked || fields.some(isTimestamp));
  return hasSenderDateAndRecipient(fields);
}

const hasAddress = (text: string): boolean => /\S@\S/.test(text);

/** Whether a client drew a line above the block, or wrote the names in bold. */
function isMarkedHeader(lines: readonly Line[], start: number): boolean {
  const above = lines.slice(Math.max(0, start - 3), start).findLast((line) => !isBlank(line));
  return lines[start]?.mark === 'divider' || isRule(above) || /^\W{0,5}\*/.test(lines[start]?.text ?? '');
}

/** Whether one of the lines consists of an address, because the client wrapped the field. */
const hasAddressAlone = (lines: readonly Line[]): boolean =>
  lines.some((line) => !fieldOf(line) && /^<?[^\s<>@]+@[^\s<>@]+>?$/.test(line.plain));

/** Whether the field is `Sent: 5/10/2020 10:10` or `Date: Mon, 5 Oct 2020 10:10`. Forms have shorter dates. */
const isTimestamp = ({ field, name, value }: Field): boolean =>
  field === 'date' && /\d[:.h]\d\d/.test(value) && (!formDateNames.has(name) || /^\p{L}.*\d{4}/u.test(value));

/** The names of a date that forms have too. */
const formDateNames: ReadonlySet<string> = new Set(
  phrases(
    'date | datum | fecha | data | dato | dátum | dată | tarih | ngày | дата | kuupäev | päivämäärä | tanggal | 日期 | 时间 | 時間 | 日時 | 日付 | 날짜 | 일시',
  ),
);

/**
 * Whether the fields are a sender, the time of sending and a recipient, in this order. A header without a subject must
 * have these fields.
 */
const hasSenderDateAndRecipient = ([from, date, to]: readonly Field[]): boolean =>
  from?.field === 'from' &&
  date !== undefined &&
  isTimestamp(date) &&
  !formDateNames.has(date.name) &&
  /\d{4}/.test(date.value) &&
  to?.field === 'to';

const followingFieldNames =
  /\s(?:date|sent|datum|gesendet|envoyé|fecha|enviado|data|inviato|verzonden|sendt|skickat|дата)\s?:\s/;

/** Whether the line contains the whole header, as in some HTML. */
const isMailHeaderOnOneLine = ({ field, value }: Field): boolean =>
  field === 'from' && hasAddress(value) && followingFieldNames.test(value);

/**
 * Whether a mail header in any language starts below the divider. The first field must contain an address, and one of
 * the fields must contain a time.
 */
export function startsAnyHeader(lines: readonly Line[], divider: number): boolean {
  const below = lines.slice(divider, divider + 10).filter((line) => !isBlank(line) && line.plain !== '---');
  const fields = below.slice(0, 5).filter(({ plain }) => /^[^:：]{1,30}\s?[:：]\s?\S/.test(plain));
  return (
    fields.length >= 3 &&
    /\S@\S/.test(fields[0]?.plain ?? '') &&
    fields.some(({ plain }) => /\d[:.]\d\d/.test(plain))
  );
}
