/** Parses a Date field to ISO 8601 in UTC: RFC 5322, its obsolete forms, and other unambiguous formats. */
export function parseMailDate(field: string): string | undefined {
  const text = withoutComments(field.slice(0, lengthMax)).replace(/\s+/g, ' ').replace(/ ?: ?/g, ':').trim();
  const matchGroups =
    dayFirst.exec(text)?.groups ?? monthFirst.exec(text)?.groups ?? isoLike.exec(text)?.groups;
  return matchGroups && toInstant(matchGroups);
}

const lengthMax = 1_000;

/** Removes comments, which nest. Returns '' if a comment is not closed. */
function withoutComments(text: string): string {
  let depth = 0;
  let result = '';
  for (const character of text) {
    if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    else if (depth === 0) result += character;
  }
  return depth === 0 ? result : '';
}

const time = String.raw`(?<hour>\d{1,2})[:.](?<minute>\d{1,2})(?:[:.](?<second>\d{1,2})(?:[.,]\d+)?)?(?: ?(?<half>[ap]m)\b)?`;
const zone = String.raw`(?: ?(?<zone>[a-z]*[+-]\d{1,2}:?\d{2}|[a-z]+[+-]\d{1,2}|[a-z]+))?`;
/** `Tue, 1 Jul 2003 10:52:37 +0200` */
const dayFirst = new RegExp(
  String.raw`(?:^|[ ,;])(?<day>\d{1,2})[ .-]+(?<month>[a-z]{3,9}|\d{1,2})[ .,-]+(?<year>\d{4}|\d{2,3})[ ,]+(?:at )?${time}${zone}`,
  'i',
);
/** `Tue Jul  1 10:52:37 CEST 2003`, the format of C's `asctime`. */
const monthFirst = new RegExp(
  String.raw`(?:^|[ ,])(?<month>[a-z]{3,9}) (?<day>\d{1,2}),?(?: (?<earlyYear>\d{4}),?)? ${time}${zone}(?: (?<year>\d{4}))?`,
  'i',
);
/** `2003-07-01T10:52:37+02:00` */
const isoLike = new RegExp(
  String.raw`^(?<year>\d{4})[/-](?<month>\d{1,2})[/-](?<day>\d{1,2})[T ]${time}${zone}`,
  'i',
);

type Groups = Record<string, string | undefined>;

function toInstant(groups: Groups): string | undefined {
  const [year, month] = [yearOf(groups.year ?? groups.earlyYear), monthOf(groups.month ?? '')];
  const day = Number(groups.day);
  const [hour, minute, second] = [hourOf(groups), Number(groups.minute), Number(groups.second ?? 0)];
  if (year === undefined || month === undefined || hour > 24 || minute > 59 || second > 60) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  date.setUTCHours(hour, minute - offsetMinutes(groups.zone ?? ''), second);
  // Near the first and last year, the zone may result in a year without four digits, which cannot be sorted.
  const timestamp = date.toISOString();
  return /^\d{4}-/.test(timestamp) ? timestamp : undefined;
}

/** Returns the full year. Two digits below 50 mean this century, and three digits are added to 1900 (RFC 5322 4.3). */
function yearOf(digits: string | undefined): number | undefined {
  if (digits === undefined) return undefined;
  const year = Number(digits);
  if (digits.length === 4) return year;
  return digits.length === 2 && year < 50 ? 2000 + year : 1900 + year;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function monthOf(monthText: string): number | undefined {
  const month = /^\d/.test(monthText)
    ? Number(monthText)
    : months.indexOf(monthText.slice(0, 3).toLowerCase()) + 1;
  return month >= 1 && month <= 12 ? month : undefined;
}

function hourOf({ hour, half }: Groups): number {
  if (half === undefined) return Number(hour);
  return (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
}

/** The zone names of RFC 5322, and other names that clients use in Europe, East Asia and the Pacific. */
const zoneHours: Record<string, number | undefined> = {
  ...{ est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7, akst: -9, akdt: -8, hst: -10 },
  ...{
    wet: 0,
    west: 1,
    bst: 1,
    cet: 1,
    cest: 2,
    met: 1,
    mest: 2,
    mez: 1,
    mesz: 2,
    eet: 2,
    eest: 3,
    msk: 3,
    msd: 4,
  },
  ...{ hkt: 8, sgt: 8, awst: 8, jst: 9, kst: 9, aest: 10, aedt: 11, nzst: 12, nzdt: 13 },
};

/** Returns the offset of a zone. An unknown zone is treated as UTC. */
function offsetMinutes(zone: string): number {
  const [, sign, hours, minutes] = /([+-])(\d{1,2}):?(\d{2})?$/.exec(zone) ?? [];
  if (sign !== undefined) return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes ?? 0));
  const name = zone.toLowerCase();
  return (Object.hasOwn(zoneHours, name) ? (zoneHours[name] ?? 0) : 0) * 60;
}
