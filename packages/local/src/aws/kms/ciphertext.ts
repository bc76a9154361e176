import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { AwsError } from '../stand-in';
import type { Key } from './keys';

type EncryptionContext = Record<string, string>;

// A blob consists of version, key id, IV, tag and ciphertext. Only this file depends on the format.
const version = 1;
const headBytes = 17;
const ivBytes = 12;
const tagBytes = 16;
const algorithm = 'aes-256-gcm';

export function encrypt(key: Key, plaintext: Buffer, context: EncryptionContext): Buffer {
  const [head, iv] = [headOf(key.id), randomBytes(ivBytes)];
  const cipher = createCipheriv(algorithm, key.material, iv).setAAD(additionalData(head, context));
  const body = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([head, iv, cipher.getAuthTag(), body]);
}

/** Throws if the blob was changed, or was encrypted with other key material or another encryption context. */
export function decrypt(key: Key, blob: Buffer, context: EncryptionContext): Buffer {
  const parts = parseBlob(blob);
  const decipher = createDecipheriv(algorithm, key.material, parts.iv, { authTagLength: tagBytes })
    .setAAD(additionalData(parts.head, context))
    .setAuthTag(parts.tag);
  const plaintext = decipher.update(parts.body);
  try {
    return Buffer.concat([plaintext, decipher.final()]);
  } catch {
    // `final` throws only if the tag does not match.
    throw invalidCiphertext();
  }
}

/** The id of the key that encrypted the blob. */
export function keyIdIn(blob: Buffer): string {
  const hex = parseBlob(blob).head.toString('hex', 1);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

export function invalidCiphertext(): AwsError {
  return new AwsError(
    'InvalidCiphertextException',
    'The ciphertext was not encrypted with this key, or has a different encryption context',
  );
}

function headOf(keyId: string): Buffer {
  return Buffer.concat([Buffer.from([version]), Buffer.from(keyId.replaceAll('-', ''), 'hex')]);
}

function parseBlob(blob: Buffer) {
  const [ivAt, tagAt, bodyAt] = [headBytes, headBytes + ivBytes, headBytes + ivBytes + tagBytes];
  if (blob[0] !== version || blob.length <= bodyAt) throw invalidCiphertext();
  return {
    head: blob.subarray(0, ivAt),
    iv: blob.subarray(ivAt, tagAt),
    tag: blob.subarray(tagAt, bodyAt),
    body: blob.subarray(bodyAt),
  };
}

/** Sorts the encryption context, whose order does not matter. */
function additionalData(head: Buffer, context: EncryptionContext): Buffer {
  const pairs = Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1));
  return Buffer.concat([head, Buffer.from(JSON.stringify(pairs))]);
}
