import { createHmac, timingSafeEqual } from 'node:crypto';
import { normalizeAddress } from '../../../text/mailbox';

/** The data of a link in an email: an address, and a topic or all marketing email. */
export interface UnsubscribeLink {
  workspaceId: string;
  address: string;
  topicKey: string | null;
}

/** Encodes the link as a path segment, signed with the secret of its workspace. */
export function linkToken(linkSecret: string, { workspaceId, address, topicKey }: UnsubscribeLink): string {
  const fields = [workspaceId, normalizeAddress(address), ...(topicKey === null ? [] : [topicKey])];
  const payload = Buffer.from(fields.join(separator)).toString('base64url');
  return `${payload}.${signature(linkSecret, payload)}`;
}

/** Decodes a token without verifying it. Use `hasValidSignature` with the secret of the workspace in the token. */
export function parseUnverifiedLink(token: string): UnsubscribeLink | undefined {
  const text = Buffer.from(payloadOf(token), 'base64url').toString();
  const [workspaceId = '', address = '', topicKey = null] = text.split(separator);
  return uuid.test(workspaceId) ? { workspaceId, address, topicKey } : undefined;
}

/** Whether this secret signed exactly this token. Another encoding of the same bytes is not valid. */
export function hasValidSignature(linkSecret: string, token: string): boolean {
  const payload = payloadOf(token);
  const [actual, expected] = [
    Buffer.from(token),
    Buffer.from(`${payload}.${signature(linkSecret, payload)}`),
  ];
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

/** Replaces the signature of every valid token in the text, so that its links have no effect. */
export const invalidateLinks = (linkSecret: string, text: string): string =>
  // Matches whole words, so that hostile text cannot make the expression start again at every character.
  text.replace(/[\w.-]{60,1000}/g, (word) => {
    const [token = ''] = /^[\w-]+\.[\w-]{43}/.exec(word) ?? [];
    if (!token || !hasValidSignature(linkSecret, token)) return word;
    return `${payloadOf(token)}.${'x'.repeat(43)}${word.slice(token.length)}`;
  });

/** Ids, addresses and topic keys never contain a line break. */
const separator = '\n';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const payloadOf = (token: string): string => token.split('.')[0] ?? '';

const signature = (linkSecret: string, payload: string): string =>
  createHmac('sha256', linkSecret).update(payload).digest('base64url');
