import { decodeCursor, isContactCursor, isTimePosition, isUuid } from '../db/cursor';
import { invalidRequest } from '../core/errors';
import { comparableAddress } from '../text/address';

/**
 * A query parameter. The kind determines how the service parses the parameter and how the OpenAPI document describes
 * it.
 */
export type Parameter =
  | { kind: 'pageSize'; fallback: number; max: number }
  | { kind: 'days'; fallback: number; max: number }
  | { kind: 'seconds'; max: number }
  | { kind: 'cursor'; of: 'id' | 'time' }
  | { kind: 'oneOf'; values: readonly string[]; fallback?: string; allowsSingleOnly?: boolean }
  | { kind: 'flag' }
  | { kind: 'text'; format?: keyof typeof formats }
  | { kind: 'texts' }
  | { kind: 'address'; isRequired?: boolean };

/**
 * The number of rows. A fraction is rounded down. If the value is below 1 or not a number, the fallback applies.
 */
export const pageSize = (fallback: number, max: number) => ({ kind: 'pageSize', fallback, max }) as const;

/** A number of seconds. A higher value than `max` means `max`, and any value that is not a positive number 0. */
export const seconds = (max: number) => ({ kind: 'seconds', max }) as const;

/** The end of the previous page. An invalid cursor selects the first page. */
export const cursor = (of: 'id' | 'time') => ({ kind: 'cursor', of }) as const;

/** One of these words. For any other value, the response is 422. */
export const oneOf = <const Values extends readonly string[]>(values: Values) =>
  ({ kind: 'oneOf', values }) as const;

/** A boolean. Any value other than `true` and `false` is ignored. */
export const flag = { kind: 'flag' } as const;

/** Any text. If the parameter is repeated, the last value is used. */
export const text = { kind: 'text' } as const;

/** The formats of cursors that the handler reads, because clients can build them. It ignores every other value. */
const formats = { id: isUuid, contact: isContactCursor };

export const cursorText = (format: keyof typeof formats) => ({ kind: 'text', format }) as const;

/** All values of a repeated parameter. */
export const texts = { kind: 'texts' } as const;

/** An email address in comparable form. */
export const address = { kind: 'address' } as const;

export const requiredAddress = { kind: 'address', isRequired: true } as const;

/** The type that a handler receives for a parameter. */
export type ValueOf<P> = P extends { kind: 'pageSize' | 'days' | 'seconds' }
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

/** The values of a parameter, one for each occurrence in the query string. */
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
  seconds: (_name, rawValues, { max }) => {
    const value = toNumber(rawValues);
    return value > 0 ? Math.min(value, max) : 0;
  },
  cursor: (_name, rawValues, { of }) => readCursor(rawValues.at(-1), of),
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
    if (isRequired && !read) throw invalidRequest(`${name}: is required`);
    return read;
  },
};

const readCursor = (value: string | undefined, of: 'id' | 'time'): string | undefined =>
  decodeCursor(value, of === 'id' ? isUuid : isTimePosition);

const booleanWords = new Map<string | undefined, boolean>([
  ['true', true],
  ['false', false],
]);

const toNumber = (rawValues: RawValues): number => Number(rawValues.at(-1) ?? Number.NaN);

/** Each parameter with all of its values. */
export type QueryString = Readonly<Record<string, readonly string[] | undefined>>;

/** Parses the query string as the route declares. */
export function readParameters(parameters: Parameters, query: QueryString): Record<string, unknown> {
  const entries = Object.entries(parameters).map(([name, parameter]) => {
    // The reader of a kind accepts the parameters of that kind.
    const read = readers[parameter.kind] as Reader<Parameter>;
    return [name, read(name, query[name] ?? [], parameter)] as const;
  });
  return Object.fromEntries(entries);
}

/** Whether a value is readable, for the kinds whose readers ignore every other value. */
const readable: { [K in Parameter['kind']]?: (value: string, parameter: Kind<K>) => boolean } = {
  pageSize: (value) => !Number.isNaN(Number(value)),
  days: (value) => !Number.isNaN(Number(value)),
  seconds: (value) => !Number.isNaN(Number(value)),
  cursor: (value, { of }) => readCursor(value, of) !== undefined,
  flag: (value) => booleanWords.has(value),
  text: (value, { format }) => !format || formats[format](value),
};

/** Returns the parameters with an unreadable value, and then those that the route does not have. */
export function ignoredParameters(parameters: Parameters, query: QueryString): string[] {
  const names = Object.keys(query);
  return [
    ...names.filter((name) => Object.hasOwn(parameters, name) && !isReadable(parameters[name], query[name])),
    ...names.filter((name) => !Object.hasOwn(parameters, name)),
  ];
}

/** An empty value is treated as omitted. */
function isReadable(parameter: Parameter | undefined, rawValues: RawValues = []): boolean {
  const value = rawValues.at(-1);
  if (!parameter || !value) return true;
  const isReadableValue = readable[parameter.kind] as ((value: string, of: Parameter) => boolean) | undefined;
  return isReadableValue?.(value, parameter) ?? true;
}
