import type * as z from 'zod/mini';
import { withFittingText } from '../../../shared/core/response-size';
import type { ListedAttachment } from '../../../shared/domain/conversations/inbound/attachment';
import type { ListedMessage } from '../../../shared/domain/conversations/inbound/list-received';
import type { ReceivedMessage } from '../../../shared/domain/conversations/inbound/received-message';
import { inboundPayload } from '../../../shared/domain/platform/webhooks/payload';
import { defaultContentType } from '../../../shared/http/download';
import type { ListedMessageSchema, ReceivedAttachmentSchema, ReceivedMessageSchema } from './shapes';

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

const listedFields = ({ message, text, isKnownParticipant }: ListedMessage) => ({
  ...inboundPayload(message, text),
  to: [...message.to],
  inbox_id: message.inboxId ?? null,
  cc: [...(message.cc ?? [])],
  reply_to: [...(message.replyTo ?? [])],
  hidden_text: message.hiddenText ?? false,
  parts_disagree: message.partsDisagree ?? false,
  known_participant: isKnownParticipant,
});

export const presentListedMessage = (listed: ListedMessage): z.infer<typeof ListedMessageSchema> =>
  withFittingText<z.infer<typeof ListedMessageSchema>>(listedFields(listed));

export const presentReceivedMessage = ({
  headers,
  extracted,
  ...listed
}: ReceivedMessage): z.infer<typeof ReceivedMessageSchema> =>
  withFittingText<z.infer<typeof ReceivedMessageSchema>>({
    ...listedFields(listed),
    headers: [...headers],
    extracted,
  });
