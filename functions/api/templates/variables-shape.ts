import * as z from '../../../shared/schema';

/** Zod leaves this name out of what it reads, for it is no field in an assignment. It passes under the other one. */
const [leftOut, standIn] = ['__proto__', '__proto__\0'];

const renamed = (given: object, from: string, to: string): object =>
  Object.hasOwn(given, from)
    ? Object.fromEntries(Object.entries(given).map(([name, value]) => [name === from ? to : name, value]))
    : given;

const NamedSchema = z.pipe(
  z.transform((given: unknown) =>
    typeof given === 'object' && given !== null && !Array.isArray(given)
      ? renamed(given, leftOut, standIn)
      : given,
  ),
  z.record(z.string(), z.nullable(z.string())),
);

/** Values for placeholders. A null is no value: the placeholder is as missing as one that nobody named. */
export const VariablesSchema = z.pipe(
  NamedSchema,
  z.transform((given): Record<string, string> =>
    Object.fromEntries(
      Object.entries(renamed(given, standIn, leftOut)).flatMap(([name, value]) =>
        value === null ? [] : [[name, value]],
      ),
    ),
  ),
);
