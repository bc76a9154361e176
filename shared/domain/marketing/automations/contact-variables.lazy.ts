import { isInternetDomain } from '../../../text/domain-name';
import type { Variables } from '../../../db/records/automations';
import type { AttributeValue, Contact } from '../../../db/records/contacts';

/**
 * The fields and attributes of the contact as variables. Strangers can write these values, for example in a sign-up
 * form, so a value that could carry a message of its own counts as missing.
 */
export function contactVariables(email: string, contact: Contact | undefined): Variables {
  const fields: Record<string, AttributeValue | undefined> = {
    ...contact?.attributes,
    email,
    first_name: contact?.firstName,
    last_name: contact?.lastName,
  };
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value = '']) => {
      const text = String(value);
      return isHarmless(text) || (name === 'email' && text.length <= lengthMax) ? [[name, text]] : [];
    }),
  );
}

const lengthMax = 120;

const isHarmless = (text: string): boolean =>
  text !== '' && text.length <= lengthMax && !/[\p{Cc}\u2028\u2029]/u.test(text) && !hasUrl(text);

/** Whether an email client would turn a part of the text into a link. */
function hasUrl(text: string): boolean {
  const normalized = text.normalize('NFKC').replaceAll('。', '.').toLowerCase();
  const words = normalized.split(/[^\p{L}\p{N}.-]+/u).map((word) => word.replace(/^[.-]+|[.-]+$/g, ''));
  return urlStart.test(normalized) || words.some(isInternetDomain);
}

const urlStart = /[a-z]:\/\/|\bwww\.|\b(?:https?|mailto|tel|sms|data|javascript):/;
