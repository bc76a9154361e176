import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import type { EncryptionContext } from './data-key-cipher';

const client = new KMSClient({});

export async function encryptWithKms(
  KeyId: string,
  text: string,
  context: EncryptionContext,
): Promise<string> {
  const { CiphertextBlob } = await client.send(
    new EncryptCommand({ KeyId, Plaintext: Buffer.from(text), EncryptionContext: context }),
  );
  return Buffer.from(CiphertextBlob ?? []).toString('base64');
}

export async function decryptWithKms(
  KeyId: string,
  ciphertext: string,
  context: EncryptionContext,
): Promise<string> {
  const { Plaintext } = await client.send(
    new DecryptCommand({
      KeyId,
      CiphertextBlob: Buffer.from(ciphertext, 'base64'),
      EncryptionContext: context,
    }),
  );
  return Buffer.from(Plaintext ?? []).toString();
}
