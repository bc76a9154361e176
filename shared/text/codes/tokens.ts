/** What a code consists of. */
export type Shape = 'digits' | 'letters' | 'mixed';

/** Characters of a line that may be a code. */
export interface Token {
  /** The code as a person enters it: grouped digits are joined. */
  value: string;
  shape: Shape;
  start: number;
  end: number;
  /** Whether the digits form groups of equal length, or stand one by one. */
  isGrouped: boolean;
  /** Whether the line has nothing else but codes. */
  isAlone: boolean;
  /** Whether the token can only be a reference: it is too long, or what is around it rules out a one-time code. */
  isReferenceOnly: boolean;
}

/** Stands for text that has no codes: links, addresses, dates, amounts. */
const opaque = '\ufffc';

const currency = '[$€£¥₹₽₩₺₴₫฿₪₱₦₸]';
const currencyNames =
  'usd|eur|gbp|chf|jpy|cny|rmb|inr|hkd|sgd|twd|aud|cad|krw|brl|mxn|pln|czk|huf|ron|sek|nok|dkk|try|rub|uah|aed|sar|idr|thb|vnd|myr|php|' +
  'zł|kč|kr|ft|lei|tl|rs|rp|rm|руб|р\\.|грн|лв|元|円|원|บาท|đ|ريال|درهم|جنيه|تومان|ש"ח|रुपये|euros?|dollars?';

const timeUnits =
  'min(?![\\p{L}])|minut|minút|minuut|minuter|sec|sek|seg|hour|hrs|stund|std|heure|hora|ore(?!\\p{L})|uur|uren|godzin|hodin|timm|timer|tunti|saat|dakika|' +
  'мин|час|хвилин|годин|секунд|λεπτ|ώρ|דקות|שעות|دقيق|دقائق|ساع|دقیقه|मिनट|घंट|分钟|分鐘|小时|小時|秒|分|時間|분|시간|phút|giờ|menit|jam|นาที|ชั่วโมง|perc|óra';

/** Links and addresses. */
const links: readonly RegExp[] = [
  /\b(?:https?:\/\/|www\.)[^\s<>"\u3000-\u303f\uff00-\uffef]+/gi,
  /[\w.%+'-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}/gi,
  /(?<![\p{L}\p{N}.-])[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,4}\/[^\s<>"]*/giu,
];

/** Other text that has no codes. */
const numbers: readonly RegExp[] = [
  // Dates and times.
  /(?<!\d)\d{4}([-./])\d{1,2}\1\d{1,2}(?!\d)|(?<!\d)\d{1,2}([-./])\d{1,2}\2\d{4}(?!\d)|(?<!\d)\d{1,2}([./])\d{1,2}\3\d{2}(?![\d.])/g,
  /(?<!\d)\d{1,2}[:.]\d{2}(?::\d{2})?(?![\d:])/g,
  /(?<!\d)\d{4} ?(?:年|년)|\d{1,2}\. ?\d{1,2}\. ?\d{4}(?!\d)/g,
  // Durations, and house numbers of English streets.
  new RegExp(`(?<![\\p{L}\\p{N}])\\d{1,6} ?(?:${timeUnits})`, 'giu'),
  /(?<![\p{L}\p{N}])\d{1,5} (?:\p{Lu}[\p{L}.]{0,20} ){1,3}(?:St|Street|Ave|Avenue|Rd|Road|Blvd|Boulevard|Dr|Drive|Ln|Lane|Way|Pkwy|Parkway|Place|Pl|Square|Court|Hwy)(?!\p{L})/gu,
  // Amounts with the currency before or after, and numbers with a decimal or thousands separator.
  new RegExp(`(?:${currency}|(?<!\\p{L})(?:${currencyNames}))\\.? ?\\d[\\d.,' ]{0,15}\\d(?!\\d)`, 'giu'),
  new RegExp(
    `(?<![\\p{L}\\p{N}])\\d(?:[\\d.,' ]{0,15}\\d)? ?(?:${currency}|(?:${currencyNames})(?![\\p{Script=Latin}\\p{Script=Cyrillic}]))`,
    'giu',
  ),
  /(?<!\d)\d{1,15}(?:\.\d{1,15}){1,8}(?!\d)|(?<!\d)\d{1,3}(?:[,']\d{3}){1,4}(?!\d)|(?<!\d)\d{1,15},\d{1,2}(?![\d\p{L}])/gu,
];

/** The letters of alphabets in which codes are written. Others, such as Chinese, may touch a code. */
const letter = 'A-Za-z\\u00c0-\\u024f\\u0370-\\u03ff\\u0400-\\u04ff';
const words = new RegExp(`[${letter}0-9]+(?:-[${letter}0-9]+)*`, 'g');

interface Word {
  text: string;
  start: number;
  end: number;
}

/** Hides links and addresses, which have words and numbers that no person reads. */
export const hideLinks = (line: string): string => hide(line, links);

/** Keeps the length, so that positions in the line remain valid. */
const hide = (line: string, patterns: readonly RegExp[]): string =>
  patterns.reduce((text, pattern) => text.replace(pattern, (found) => opaque.repeat(found.length)), line);

/** Finds what may be a code in a line of normalized text without links. */
export function findTokens(line: string): Token[] {
  const masked = hide(line, numbers);
  const found = joinGroups(masked, wordsIn(masked)).flatMap((word) => tokenOf(masked, word) ?? []);
  const isAlone = isOnly(masked, found);
  return found.map((token) => ({ ...token, isAlone }));
}

const wordsIn = (line: string): Word[] =>
  [...line.matchAll(words)].map(({ 0: text, index }) => ({ text, start: index, end: index + text.length }));

const isDigits = (text: string): boolean => /^\d+$/.test(text);

/** Joins groups of digits, such as `123 456` and `1 2 3 4 5 6`, to one word. */
function joinGroups(line: string, all: readonly Word[]): Word[] {
  const joined: Word[] = [];
  let isOpen = false;
  for (const word of all) {
    const last = joined.at(-1);
    const isContinued: boolean = isOpen && isPiece(word.text) && isGap(line.slice(last?.end, word.start));
    if (last && isContinued)
      joined[joined.length - 1] = { text: `${last.text} ${word.text}`, start: last.start, end: word.end };
    else joined.push(word);
    isOpen = isContinued || isPiece(word.text);
  }
  return joined;
}

const isGap = (text: string): boolean => /^ {1,3}$/.test(text);

/** Whether the word may be a group of a longer code: digits, or one capital letter of a code that is spread out. */
const isPiece = (text: string): boolean => /^\d{1,6}$/.test(text) || /^[A-Z]$/.test(text);

function tokenOf(line: string, word: Word): Omit<Token, 'isAlone'> | undefined {
  const { text, start, end } = withoutSuffix(word);
  const grouped = groupsOf(text);
  const value = grouped ?? text;
  if (value.includes(' ') && !/^[\d ]+$/.test(value)) return undefined;
  const shape = shapeOf(value);
  if (!shape || value.length < 4 || value.length > 40) return undefined;
  return {
    value,
    shape,
    start,
    end,
    isGrouped: grouped !== undefined,
    isReferenceOnly: isRuledOut(line, { text: value, start, end }),
  };
}

/** Removes a word that is joined to the digits, such as the ending in `482913-as`. */
function withoutSuffix(word: Word): Word {
  const digits = /^(\d{4,10})-\p{Ll}{1,8}$/u.exec(word.text)?.[1];
  return digits ? { text: digits, start: word.start, end: word.start + digits.length } : word;
}

/** Returns the joined digits, if their groups have the same length or are single characters. */
function groupsOf(text: string): string | undefined {
  const groups = text.split(/[ -]/);
  const [first = ''] = groups;
  if (groups.length < 2 || groups.some(({ length }) => length !== first.length)) return undefined;
  const joined = groups.join('');
  if (first.length === 1) return joined.length <= 10 ? joined : undefined;
  return isDigits(joined) && joined.length <= 9 && first.length <= 4 ? joined : undefined;
}

function shapeOf(text: string): Shape | undefined {
  if (/^[\d -]+$/.test(text)) return 'digits';
  // A number that is part of a word, such as `6-digit`, is no code.
  if (/(?:^|-)\p{Ll}{3,}(?:-|$)/u.test(text)) return undefined;
  if (/\d/.test(text)) return 'mixed';
  return /^\p{Lu}+(?:-\p{Lu}+)*$/u.test(text) ? 'letters' : undefined;
}

/** Marks of emphasis in plain text, such as `*482913*`. */
const emphasis = /^(?:.* |)([*_]{1,2})\|\1/;

/** A one-time code is no phone number, no masked card number, no percentage, no path and no part of a longer number. */
function isRuledOut(line: string, { text, start, end }: Word): boolean {
  const before = line.slice(Math.max(0, start - 3), start);
  const after = line.slice(end, end + 3);
  const characters = text.replace(/[ -]/g, '');
  const isUneven = isDigits(characters) && characters !== text;
  if (characters.length > 12 || isUneven || (isDigits(text) && text.length > 10)) return true;
  if (emphasis.test(`${before}|${after}`)) return false;
  return /[+*•·×#_/\\№]$|[*•xX]{2} ?$|© ?$/.test(before) || /^(?:[_/\\@%°=]| ?%|-\d)/.test(after);
}

/** Whether the line has only codes, apart from signs around them. */
function isOnly(line: string, tokens: readonly Omit<Token, 'isAlone'>[]): boolean {
  if (tokens.length === 0) return false;
  const rest = tokens.reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end), line);
  return !/[\p{L}\p{N}\ufffc]/u.test(rest);
}
