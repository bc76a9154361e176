const numberFormat = new Intl.NumberFormat();
const percentFormat = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 2 });

export const formatCount = (value: number): string => numberFormat.format(value);
export const formatPeople = (count: number): string =>
  count === 1 ? '1 recipient' : `${formatCount(count)} recipients`;
export const formatPercent = (fraction: number): string => percentFormat.format(fraction);

const units = ['B', 'kB', 'MB', 'GB'];

export function formatBytes(size: number): string {
  const power = size < 1 ? 0 : Math.min(Math.floor(Math.log10(size) / 3), units.length - 1);
  return `${numberFormat.format(Number((size / 1000 ** power).toPrecision(3)))} ${units[power]}`;
}

/** `hard_bounce` → `hard bounce` */
export const humanize = (word: string): string => word.replaceAll('_', ' ');

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const uncapitalize = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** `vip, early bird` → `['vip', 'early bird']` */
export const parseCommaList = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

/** `Desk <desk@mail.acme.example>` → `desk@mail.acme.example` */
export function addressOf(mailbox: string): string {
  return /<([^<>]+)>\s*$/.exec(mailbox)?.[1] ?? mailbox.trim();
}

/** `['a', 'b', 'c']` → `a +2` */
export function summarizeList(all: readonly string[]): string {
  const [first = '', ...rest] = all;
  return rest.length > 0 ? `${first} +${rest.length}` : first;
}
