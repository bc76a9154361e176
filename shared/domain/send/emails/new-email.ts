import type { Operation } from '../../../core/ctx';
import { iso, timeOfId } from '../../../core/time';
import type { Place } from '../threading/place';
import { recipientsOf, type Message } from './message';
import type { Email } from '../../../db/records/emails';

/** Whose email it is, and what it is made by. */
export interface Origin {
  workspaceId: string;
  operation: Pick<Operation, 'id'>;
}

/** The record of an email under the id of the operation that it is of. */
export function newEmail(
  { workspaceId, operation: { id } }: Origin,
  message: Message,
  { threadId, joins }: Place,
): Email {
  return {
    id,
    workspaceId,
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
  };
}
