import { z } from 'zod';
import { AwsError } from '../stand-in';
import { decrypt, encrypt, invalidCiphertext, keyIdIn } from './ciphertext';
import type { Key, Keys } from './keys';

const plaintextBytesMax = 4096;
const blobBytesMax = 6144;

const Common = z.strictObject({
  EncryptionContext: z.record(z.string().min(1), z.string()).default({}),
  EncryptionAlgorithm: z.literal('SYMMETRIC_DEFAULT').default('SYMMETRIC_DEFAULT'),
});

/** Inputs in wire format. The schemas are strict, so that an unsupported parameter is refused instead of ignored. */
const Encrypt = Common.extend({ KeyId: z.string(), Plaintext: bytes(plaintextBytesMax) });
const Decrypt = Common.extend({ KeyId: z.string().optional(), CiphertextBlob: bytes(blobBytesMax) });

/** One operation of the API. `input` is unvalidated, so `key` and `run` parse it first. */
interface Operation {
  key(keys: Keys, input: unknown): Key;
  run(keys: Keys, input: unknown): object;
}

export const operations: Record<string, Operation> = {
  Encrypt: {
    key: (keys, input) => keys.expectKey(parse(Encrypt, input).KeyId),
    run: (keys, input) => {
      const { KeyId, Plaintext, EncryptionContext, EncryptionAlgorithm } = parse(Encrypt, input);
      const key = keys.expectKey(KeyId);
      const blob = encrypt(key, Plaintext, EncryptionContext);
      return { CiphertextBlob: blob.toString('base64'), KeyId: key.arn, EncryptionAlgorithm };
    },
  },

  Decrypt: {
    key: (keys, input) => decryptingKey(keys, parse(Decrypt, input)),
    run: (keys, input) => {
      const parsed = parse(Decrypt, input);
      const key = decryptingKey(keys, parsed);
      if (keyIdIn(parsed.CiphertextBlob) !== key.id) throw incorrectKey();
      const plaintext = decrypt(key, parsed.CiphertextBlob, parsed.EncryptionContext);
      const { EncryptionAlgorithm } = parsed;
      return { Plaintext: plaintext.toString('base64'), KeyId: key.arn, EncryptionAlgorithm };
    },
  },
};

/** Base64 of 1 to `max` bytes. */
function bytes(max: number) {
  return z
    .base64()
    .transform((text) => Buffer.from(text, 'base64'))
    .refine(({ length }) => length >= 1 && length <= max, `Member must have 1 to ${max} bytes`);
}

function parse<Input>(schema: z.ZodType<Input>, input: unknown): Input {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new AwsError('ValidationException', issues.join('; '));
}

/** The key that the caller names or, if the caller names no key, the key that the ciphertext names. */
function decryptingKey(keys: Keys, { KeyId, CiphertextBlob }: z.infer<typeof Decrypt>): Key {
  if (KeyId !== undefined) return keys.expectKey(KeyId);
  const key = keys.find(keyIdIn(CiphertextBlob));
  if (!key) throw invalidCiphertext();
  return key;
}

function incorrectKey(): AwsError {
  const message = 'The key ID in the request does not identify the key that encrypted the ciphertext';
  return new AwsError('IncorrectKeyException', message);
}
