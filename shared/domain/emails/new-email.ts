import type { Ctx } from '../../ctx';
import { iso, timeOfId } from '../../time';
import type { Place } from '../conversations/threads/place';
import { everyoneOf, type Message } from './message';
import type { Email } from './record';

/** The record of an email under this request's operation id. */
export function newEmail(ctx: Ctx, message: Message, { threadId, joins }: Place): Email {
  const { id } = ctx.operation;
  return {
    id,
    workspaceId: ctx.workspaceId,
    from: message.fromText,
    to: message.to.map(({ address }) => address),
    ...(message.cc.length > 0 && { cc: message.cc.map(({ address }) => address) }),
    subject: message.subject,
    status: 'queued',
    riskClass: message.riskClass,
    recipientCount: everyoneOf(message).length,
    threadId,
    ...(joins && { joins }),
    providerMessageId: null,
    scheduledAt: null,
    sentAt: null,
    openedAt: null,
    clickedAt: null,
    createdAt: iso(timeOfId(id)),
    apiKeyId: ctx.credential.kind === 'key' ? ctx.credential.id : null,
  };
}
