import { preserveProtoKey, restoreProtoKey } from '../../../shared/http/preserve-proto-key';
import * as z from '../../../shared/schema/schema';

const NamedSchema = z.pipe(preserveProtoKey, z.record(z.string(), z.nullable(z.string())));

/** Values for placeholders. Null is treated as a missing value. */
export const VariablesSchema = z.pipe(
  NamedSchema,
  z.transform((namedValues): Record<string, string> =>
    Object.fromEntries(
      Object.entries(restoreProtoKey(namedValues)).flatMap(([name, value]) =>
        value === null ? [] : [[name, value]],
      ),
    ),
  ),
);
