const numbers = new Intl.NumberFormat();
const rates = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 2 });

export const count = (value: number): string => numbers.format(value);
export const percent = (fraction: number): string => rates.format(fraction);

const units = ['B', 'kB', 'MB', 'GB'];

export function bytes(size: number): string {
  const power = size < 1 ? 0 : Math.min(Math.floor(Math.log10(size) / 3), units.length - 1);
  return `${numbers.format(Number((size / 1000 ** power).toPrecision(3)))} ${units[power]}`;
}

/** `hard_bounce` as a person says it: `hard bounce`. */
export const spoken = (word: string): string => word.replaceAll('_', ' ');

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `Desk <desk@mail.acme.example>` → `desk@mail.acme.example` */
export function addressOf(mailbox: string): string {
  return /<([^<>]+)>\s*$/.exec(mailbox)?.[1] ?? mailbox.trim();
}

/** The first of them, and how many more there are. */
export function several(all: readonly string[]): string {
  const [first = '', ...rest] = all;
  return rest.length > 0 ? `${first} +${rest.length}` : first;
}
