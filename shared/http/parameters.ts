import { decodeCursor, isTimePosition, isUuid } from '../db/cursor';
import { invalidRequest } from '../core/errors';
import { comparableAddress } from '../text/address';

/** What a query string can carry, as data: how it is read and described follows from its kind. */
export type Parameter =
  | { kind: 'pageSize'; fallback: number; max: number }
  | { kind: 'days'; fallback: number; max: number }
  | { kind: 'cursor'; of: 'id' | 'time' }
  | { kind: 'oneOf'; values: readonly string[]; fallback?: string; allowsSingleOnly?: boolean }
  | { kind: 'flag' }
  | { kind: 'text' }
  | { kind: 'texts' }
  | { kind: 'address'; isRequired?: boolean };

/** How many rows: a fraction is rounded down, and what is no number above 0 is the fallback. */
export const pageSize = (fallback: number, max: number) => ({ kind: 'pageSize', fallback, max }) as const;

/** Where the last page ended. One that cannot be read is the first page. */
export const cursor = (of: 'id' | 'time') => ({ kind: 'cursor', of }) as const;

/** One of these words; anything else is 422. */
export const oneOf = <const Values extends readonly string[]>(values: Values) =>
  ({ kind: 'oneOf', values }) as const;

/** A condition that is met or not. Only the literal words count, and others are as if nothing was said. */
export const flag = { kind: 'flag' } as const;

/** Whatever was given, last. */
export const text = { kind: 'text' } as const;

/** All that were given. */
export const texts = { kind: 'texts' } as const;

/** An address, however it was written. */
export const address = { kind: 'address' } as const;

export const requiredAddress = { kind: 'address', isRequired: true } as const;

/** The value that a parameter has for a handler. */
export type ValueOf<P> = P extends { kind: 'pageSize' | 'days' }
  ? number
  : P extends { kind: 'oneOf'; values: readonly (infer Value)[]; fallback: string }
    ? Value
    : P extends { kind: 'oneOf'; values: readonly (infer Value)[] }
      ? Value | undefined
      : P extends { kind: 'flag' }
        ? boolean | undefined
        : P extends { kind: 'texts' }
          ? readonly string[]
          : P extends { isRequired: true }
            ? string
            : string | undefined;

export type Parameters = Readonly<Record<string, Parameter>>;

type Kind<K extends Parameter['kind']> = Extract<Parameter, { kind: K }>;

/** The values of one parameter, as they were given: it was given twice where there are two. */
type RawValues = readonly string[];

type Reader<P extends Parameter> = (name: string, rawValues: RawValues, parameter: P) => unknown;

const readers: { [K in Parameter['kind']]: Reader<Kind<K>> } = {
  pageSize: (_name, rawValues, { fallback, max }) => {
    const size = Math.floor(toNumber(rawValues));
    return size >= 1 ? Math.min(size, max) : fallback;
  },
  days: (_name, rawValues, { fallback, max }) => {
    const days = Math.trunc(toNumber(rawValues));
    return Number.isNaN(days) || days === 0 ? fallback : Math.min(Math.max(days, 1), max);
  },
  cursor: (_name, rawValues, { of }) => decodeCursor(rawValues.at(-1), of === 'id' ? isUuid : isTimePosition),
  oneOf: (name, rawValues, { values, fallback, allowsSingleOnly = false }) => {
    const value = rawValues.at(-1) ?? fallback;
    if (value === undefined || (values.includes(value) && !(allowsSingleOnly && rawValues.length > 1)))
      return value;
    throw invalidRequest(`${name}: must be one of ${values.join(', ')}`);
  },
  flag: (_name, rawValues) => booleanWords.get(rawValues.at(-1)),
  text: (_name, rawValues) => rawValues.at(-1),
  texts: (_name, rawValues) => rawValues,
  address: (name, rawValues, { isRequired = false }) => {
    const text = rawValues.at(-1);
    const read = text === undefined ? undefined : comparableAddress(text);
    if (isRequired && !read) throw invalidRequest(`${name}: say which address`);
    return read;
  },
};

const booleanWords = new Map<string | undefined, boolean>([
  ['true', true],
  ['false', false],
]);

const toNumber = (rawValues: RawValues): number => Number(rawValues.at(-1) ?? Number.NaN);

/** Each parameter with every value that it was given. */
export type QueryString = Readonly<Record<string, readonly string[] | undefined>>;

/** What the query string says, as the route declares it. */
export function readParameters(parameters: Parameters, query: QueryString): Record<string, unknown> {
  const entries = Object.entries(parameters).map(([name, parameter]) => {
    // The reader of a kind takes the parameters of that kind.
    const read = readers[parameter.kind] as Reader<Parameter>;
    return [name, read(name, query[name] ?? [], parameter)] as const;
  });
  return Object.fromEntries(entries);
}
