import type { RequestContext } from '../../../core/request-context';
import type { Domain } from '../../../db/records/domains';
import type { Email } from '../../../db/records/emails';
import { refuseOverDailyCap } from '../../platform/api-keys/daily-cap';
import { refuseByBilling } from '../../platform/billing/billing-refusals';
import { allRecipients, type Message } from '../emails/message';
import { dropRecipients } from './drop-recipients';
import type { PolicyContext } from './policy-context';
import {
  readSchedule,
  refuseBeyondAllowlist,
  refuseBeyondInbox,
  refuseSuspended,
  refuseUnknownReferences,
  refuseUnverified,
  refuseWithoutPostalAddress,
} from './refusals';
import type { SendRequest } from '../request';
import { resolveMessage } from './resolve-message';

/** A send that passed all checks. */
export interface CheckedSend {
  /** The message to the remaining recipients. `to` may be empty. */
  message: Message;
  /** The message to all requested recipients. */
  requestedMessage: Message;
  /** Why the first recipient of `to` was dropped. */
  reason: string;
  recipientCount: number;
  domain: Domain;
  /** The due time in ms, or undefined to send now. */
  dueAt: number | undefined;
}

/**
 * Checks run in the order of E-29. A retry is not checked against limits to which the previous attempt was already
 * charged.
 */
export async function checkSend(
  ctx: RequestContext,
  request: SendRequest,
  context: PolicyContext,
  previous: Email | undefined,
): Promise<CheckedSend> {
  const requestedMessage = resolveMessage(request, context);
  refuseSuspended(context.workspace);
  const dueAt = await readSchedule(request);
  refuseBeyondAllowlist(ctx.credential, requestedMessage);
  refuseBeyondInbox(ctx.credential, requestedMessage, context);
  refuseUnknownReferences(request, context);
  const { recipients, reason } = dropRecipients(requestedMessage, context);
  const message = { ...requestedMessage, ...recipients };
  const recipientCount = allRecipients(message).length;
  if (!previous?.chargedUsage) {
    refuseByBilling(context.workspace, { recipients: recipientCount, riskClass: message.riskClass });
    refuseOverDailyCap(context.caps, recipientCount);
  }
  const domain = refuseUnverified(message, context.domain);
  refuseWithoutPostalAddress(message, context.workspace);
  return { message, requestedMessage, reason, recipientCount, domain, dueAt };
}
