import type { Operation } from '../../../core/request-context';
import { toIso, timeOfId } from '../../../core/time';
import type { ThreadAssignment } from '../threading/assign-thread';
import { recipientFields, type Message } from './message';
import type { Email } from '../../../db/records/emails';

/** The workspace of an email and the operation that creates it. */
export interface EmailOwner {
  workspaceId: string;
  operation: Pick<Operation, 'id'>;
}

/** Builds the record of a new email. The operation's id becomes the email's id. */
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
    ...(message.inboxId !== undefined && { inboxId: message.inboxId }),
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
