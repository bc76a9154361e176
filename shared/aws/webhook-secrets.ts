import { openWithDataKey, sealWithDataKey, type EncryptionContext } from './data-key-cipher';
import { decryptWithKms, encryptWithKms } from './kms-cipher';

/** The customer-managed key, if the deployment has one (docs/decisions/0017). */
const customerKey = process.env.WEBHOOK_SECRETS_KEY;

/** Marks a text that a data key sealed. A text from KMS is plain base64, which has no colon. */
const dataKeyPrefix = 'data-key:';

export async function encrypt(text: string, context: EncryptionContext): Promise<string> {
  if (customerKey) return encryptWithKms(customerKey, text, context);
  return `${dataKeyPrefix}${await sealWithDataKey(text, context)}`;
}

/** Decrypts a text of either kind, because a deployment may have changed its key since it stored the text. */
export async function decrypt(sealed: string, context: EncryptionContext): Promise<string> {
  if (sealed.startsWith(dataKeyPrefix)) return openWithDataKey(sealed.slice(dataKeyPrefix.length), context);
  if (customerKey) return decryptWithKms(customerKey, sealed, context);
  throw new Error(
    'A KMS key encrypted this secret, but the deployment has none. Set adopt.webhookSecretsKey to its ID and deploy again',
  );
}
