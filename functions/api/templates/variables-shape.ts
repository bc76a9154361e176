import * as z from '../../../shared/schema';

/** Values for placeholders. A null is no value: the placeholder is as missing as one that nobody named. */
export const VariablesSchema = z.pipe(
  z.record(z.string(), z.nullable(z.string())),
  z.transform((given): Record<string, string> =>
    Object.fromEntries(
      Object.entries(given).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
    ),
  ),
);
