import type { Ctx } from '../../ctx';
import { iso, timeOfId } from '../../time';
import type { Place } from '../conversations/threads/place';
import { recipientsOf, type Message } from './message';
import type { Email } from './record';

/** The record of an email under this request's operation id. */
export function newEmail(ctx: Ctx, message: Message, { threadId, joins }: Place): Email {
  const { id } = ctx.operation;
  return {
    id,
    workspaceId: ctx.workspaceId,
    from: message.fromText,
    ...recipientsOf(message),
    subject: message.subject,
    status: 'queued',
    riskClass: message.riskClass,
    topic: message.topic,
    threadId,
    ...(joins && { joins }),
    providerMessageId: null,
    scheduledAt: null,
    sentAt: null,
    openedAt: null,
    clickedAt: null,
    readers: {},
    createdAt: iso(timeOfId(id)),
    apiKeyId: ctx.credential.kind === 'key' ? ctx.credential.id : null,
  };
}
