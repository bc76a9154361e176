import type * as z from 'zod/mini';
import { bytesInResponse, responseBytesMax } from '../../../shared/core/response-size';
import type { ListedAttachment } from '../../../shared/domain/conversations/inbound/attachment';
import type { ReceivedMessage } from '../../../shared/domain/conversations/inbound/received-message';
import { inboundPayload } from '../../../shared/domain/platform/webhooks/payload';
import { defaultContentType } from '../../../shared/http/download';
import type { ReceivedAttachmentSchema, ReceivedMessageSchema } from './shapes';

export const presentAttachment = ({
  index,
  filename,
  contentType,
  size,
  isInline,
}: ListedAttachment): z.infer<typeof ReceivedAttachmentSchema> => ({
  index,
  filename,
  content_type: contentType ?? defaultContentType,
  size,
  inline: isInline,
});

export function presentReceivedMessage({
  message,
  text,
  isKnownParticipant,
  headers,
  extracted,
}: ReceivedMessage): z.infer<typeof ReceivedMessageSchema> {
  const row = {
    ...inboundPayload(message, text),
    to: [...message.to],
    inbox_id: message.inboxId ?? null,
    cc: [...(message.cc ?? [])],
    reply_to: [...(message.replyTo ?? [])],
    hidden_text: message.hiddenText ?? false,
    parts_disagree: message.partsDisagree ?? false,
    known_participant: isKnownParticipant,
    headers: [...headers],
    extracted,
  };
  return bytesInResponse(row) > responseBytesMax ? { ...row, text: null } : row;
}
