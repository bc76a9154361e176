import type { Credential } from '../../../core/request-context';
import { ApiError, forbidden, invalidRequest } from '../../../core/errors';
import { normalizeAddress, domainOf } from '../../../text/mailbox';
import { isAmbiguousDate, parseDueTime } from '../../../text/due-time';
import { now } from '../../../core/time';
import { isCovered } from '../../platform/api-keys/allowlist';
import type { Domain } from '../../../db/records/domains';
import { remedyFor } from '../../platform/domains/remedy';
import type { Workspace } from '../../../db/records/workspaces';
import { allRecipients, type Message } from '../emails/message';
import type { PolicyContext } from './policy-context';
import type { SendRequest } from '../request';

/** Refuses to send for a suspended workspace (E-31, E-34). */
export function refuseSuspended({ suspendedReason }: Workspace): void {
  if (suspendedReason === null) return;
  throw new ApiError('workspace_suspended', `Sending is suspended for this workspace: ${suspendedReason}`);
}

/** Returns the due time in ms, or undefined to send now. Refuses an invalid or ambiguous time. */
export async function readSchedule({ scheduledAt: text }: SendRequest): Promise<number | undefined> {
  if (text === undefined) return undefined;
  const dueAt = await parseDueTime(text, now());
  if (dueAt !== undefined) return dueAt;
  const problem = isAmbiguousDate(text) ? 'the order of day and month is ambiguous' : 'not a time';
  throw new ApiError(
    'invalid_schedule',
    `scheduled_at: ${problem}. Give an ISO 8601 time such as 2026-12-24T18:00:00Z, or "in 2 hours"`,
  );
}

/** Refuses recipients that the allowlist of the key does not include. */
export function refuseBeyondAllowlist({ guardrails }: Credential, message: Message): void {
  const { allowedRecipients } = guardrails;
  if (allowedRecipients.length === 0) return;
  const disallowed = allRecipients(message).find(({ address }) => !isCovered(address, allowedRecipients));
  if (!disallowed) return;
  throw new ApiError(
    'recipient_not_allowed',
    `The allowlist of this key does not include ${disallowed.address}. Remove the address or use another key`,
  );
}

/** Refuses a sender or a Reply-To other than the inbox that the key is limited to (IB-16). */
export function refuseBeyondInbox(
  { guardrails }: Credential,
  { replyTo, inboxId }: Pick<Message, 'replyTo' | 'inboxId'>,
  { limitedTo }: Pick<PolicyContext, 'limitedTo'>,
): void {
  if (!guardrails.inboxId) return;
  if (!limitedTo || limitedTo.deletedAt)
    throw forbidden('This key is limited to an inbox that was deleted. Use another key');
  const { address } = limitedTo;
  if (inboxId !== guardrails.inboxId) throw forbidden(`from: must be ${address}, the inbox of this key`);
  if (replyTo && normalizeAddress(replyTo.address) !== address)
    throw forbidden(`reply_to: must be omitted or ${address}, the inbox of this key`);
}

/** Refuses an unknown `reply_to_message_id` or `thread_id`. */
export function refuseUnknownReferences(request: SendRequest, { parent, thread }: PolicyContext): void {
  if (request.replyToMessageId !== undefined && !parent)
    throw invalidRequest('reply_to_message_id: No such message');
  if (request.threadId !== undefined && !thread) throw invalidRequest('thread_id: No such thread');
}

/** Returns the sending domain. Refuses a domain that is not verified for email of this risk class. */
export function refuseUnverified({ from, riskClass }: Message, domain: Domain | undefined): Domain {
  if (domain?.status === 'verified' && domain.riskClass === riskClass) return domain;
  const message = `No verified ${riskClass} sending domain for ${domainOf(normalizeAddress(from.address))}`;
  throw new ApiError('no_verified_identity', `${message}. ${remedyFor(domain)}.`);
}

/** Refuses marketing email if the workspace has no postal address (E-34, E-49). */
export function refuseWithoutPostalAddress(
  { riskClass }: Pick<Message, 'riskClass'>,
  { postalAddress }: Workspace,
): void {
  if (riskClass === 'transactional' || postalAddress !== null) return;
  throw new ApiError(
    'no_postal_address',
    'Marketing email must contain the postal address of its sender, and this workspace has no postal address. Ask the operator to set one',
  );
}
