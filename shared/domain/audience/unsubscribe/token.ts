import { createHmac, timingSafeEqual } from 'node:crypto';
import { normalizeAddress } from '../../../text/mailbox';

/** What a link in a mail is about: one address, and one topic or all marketing mail. */
export interface UnsubscribeLink {
  workspaceId: string;
  address: string;
  topicKey: string | null;
}

/** The link as a segment of a path, signed with the secret of its workspace. */
export function linkToken(linkSecret: string, { workspaceId, address, topicKey }: UnsubscribeLink): string {
  const fields = [workspaceId, normalizeAddress(address), ...(topicKey === null ? [] : [topicKey])];
  const payload = Buffer.from(fields.join(separator)).toString('base64url');
  return `${payload}.${signature(linkSecret, payload)}`;
}

/** What the token says of itself. Only the secret of the workspace that it names proves it: `hasValidSignature`. */
export function parseUnverifiedLink(token: string): UnsubscribeLink | undefined {
  const text = Buffer.from(payloadOf(token), 'base64url').toString();
  const [workspaceId = '', address = '', topicKey = null] = text.split(separator);
  return uuid.test(workspaceId) ? { workspaceId, address, topicKey } : undefined;
}

/** Whether this secret signed the token as it stands: the same bytes in other characters are another token. */
export function hasValidSignature(linkSecret: string, token: string): boolean {
  const payload = payloadOf(token);
  const [actual, expected] = [
    Buffer.from(token),
    Buffer.from(`${payload}.${signature(linkSecret, payload)}`),
  ];
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

/** Neither ids nor addresses nor keys of topics have one in them. */
const separator = '\n';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const payloadOf = (token: string): string => token.split('.')[0] ?? '';

const signature = (linkSecret: string, payload: string): string =>
  createHmac('sha256', linkSecret).update(payload).digest('base64url');
