import { everyName, withGivenNames } from '../../../shared/http/every-name';
import * as z from '../../../shared/schema/schema';

const NamedSchema = z.pipe(everyName, z.record(z.string(), z.nullable(z.string())));

/** Values for placeholders. A null is no value: the placeholder is as missing as one that nobody named. */
export const VariablesSchema = z.pipe(
  NamedSchema,
  z.transform((given): Record<string, string> =>
    Object.fromEntries(
      Object.entries(withGivenNames(given)).flatMap(([name, value]) =>
        value === null ? [] : [[name, value]],
      ),
    ),
  ),
);
