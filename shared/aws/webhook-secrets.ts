import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { requireEnv } from '../core/env';

const client = new KMSClient({});

const KeyId = requireEnv('WEBHOOK_SECRETS_KEY');

/** Identifies the record that owns the encrypted text. KMS decrypts the text only with the same context. */
type EncryptionContext = Record<string, string>;

export async function encrypt(text: string, context: EncryptionContext): Promise<string> {
  const { CiphertextBlob } = await client.send(
    new EncryptCommand({ KeyId, Plaintext: Buffer.from(text), EncryptionContext: context }),
  );
  return Buffer.from(CiphertextBlob ?? []).toString('base64');
}

export async function decrypt(ciphertext: string, context: EncryptionContext): Promise<string> {
  const { Plaintext } = await client.send(
    new DecryptCommand({
      KeyId,
      CiphertextBlob: Buffer.from(ciphertext, 'base64'),
      EncryptionContext: context,
    }),
  );
  return Buffer.from(Plaintext ?? []).toString();
}
