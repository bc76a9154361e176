import type { Operation } from '../../../core/request-context';
import { toIso, timeOfId } from '../../../core/time';
import type { ThreadAssignment } from '../threading/assign-thread';
import { recipientFields, type Message } from './message';
import type { Email } from '../../../db/records/emails';

/** Whose email it is, and what it is made by. */
export interface EmailOwner {
  workspaceId: string;
  operation: Pick<Operation, 'id'>;
}

/** The record of an email under the id of the operation that it is of. */
export function newEmail(
  { workspaceId, operation: { id } }: EmailOwner,
  message: Message,
  { threadId, joinsThread }: ThreadAssignment,
): Email {
  return {
    id,
    workspaceId,
    from: message.fromText,
    ...recipientFields(message),
    subject: message.subject,
    status: 'queued',
    riskClass: message.riskClass,
    topic: message.topic,
    threadId,
    ...(joinsThread && { joinsThread }),
    providerMessageId: null,
    scheduledAt: null,
    sentAt: null,
    openedAt: null,
    clickedAt: null,
    engagement: {},
    createdAt: toIso(timeOfId(id)),
  };
}
