import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { ensureDataKey, readDataKey } from './data-key';

/** Identifies the record that owns the encrypted text. The text can be decrypted only with the same context. */
export type EncryptionContext = Record<string, string>;

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Returns the base64 of nonce, authentication tag and ciphertext. */
export async function sealWithDataKey(text: string, context: EncryptionContext): Promise<string> {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, await ensureDataKey(), nonce).setAAD(canonicalJson(context));
  const ciphertext = Buffer.concat([cipher.update(text), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64');
}

/** Throws if the text was changed, or was sealed with another key or another context. */
export async function openWithDataKey(sealed: string, context: EncryptionContext): Promise<string> {
  const bytes = Buffer.from(sealed, 'base64');
  const nonce = bytes.subarray(0, nonceBytes);
  const decipher = createDecipheriv(algorithm, await readDataKey(), nonce, { authTagLength: tagBytes })
    .setAAD(canonicalJson(context))
    .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  const text = decipher.update(bytes.subarray(nonceBytes + tagBytes));
  return Buffer.concat([text, decipher.final()]).toString();
}

/** The order of the fields does not matter. */
const canonicalJson = (context: EncryptionContext): Buffer =>
  Buffer.from(JSON.stringify(Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1))));
