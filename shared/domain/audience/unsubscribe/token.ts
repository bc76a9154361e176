import { createHmac, timingSafeEqual } from 'node:crypto';
import { bareAddress } from '../../../text/mailbox';

/** What a link in a mail is about: one address, and one topic or all marketing mail. */
export interface Link {
  workspaceId: string;
  address: string;
  topicKey: string | null;
}

/** The link as a segment of a path, signed with the secret of its workspace. */
export function linkToken(linkSecret: string, { workspaceId, address, topicKey }: Link): string {
  const fields = [workspaceId, bareAddress(address), ...(topicKey === null ? [] : [topicKey])];
  const claim = Buffer.from(fields.join(separator)).toString('base64url');
  return `${claim}.${signature(linkSecret, claim)}`;
}

/** What the token says of itself. Only the secret of the workspace that it names proves it: `isSigned`. */
export function claimedLink(token: string): Link | undefined {
  const text = Buffer.from(claimOf(token), 'base64url').toString();
  const [workspaceId = '', address = '', topicKey = null] = text.split(separator);
  return uuid.test(workspaceId) ? { workspaceId, address, topicKey } : undefined;
}

/** Whether this secret signed the token as it stands: the same bytes in other characters are another token. */
export function isSigned(linkSecret: string, token: string): boolean {
  const claim = claimOf(token);
  const [given, genuine] = [Buffer.from(token), Buffer.from(`${claim}.${signature(linkSecret, claim)}`)];
  return given.length === genuine.length && timingSafeEqual(given, genuine);
}

/** Neither ids nor addresses nor keys of topics have one in them. */
const separator = '\n';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const claimOf = (token: string): string => token.split('.')[0] ?? '';

const signature = (linkSecret: string, claim: string): string =>
  createHmac('sha256', linkSecret).update(claim).digest('base64url');
