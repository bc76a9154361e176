import * as z from '../../../schema/schema';
import { normalizeAddress } from '../../../text/mailbox';
import type { Receipt, Verdicts } from '../../../db/records/inbound';

const text = z.string();
const verdict = z.optional(z.nullable(z.object({ status: z.optional(z.nullable(text)) })));

type Verdict = z.infer<typeof verdict>;
const verdictFields = {
  spamVerdict: verdict,
  virusVerdict: verdict,
  spfVerdict: verdict,
  dkimVerdict: verdict,
  dmarcVerdict: verdict,
};

const Notification = z.object({
  notificationType: z.optional(text),
  mail: z.optional(z.object({ messageId: z.optional(text) })),
});

const ReceivedNotification = z.object({
  mail: z.object({ messageId: text, timestamp: text, source: z.optional(z.nullable(text)) }),
  receipt: z.object({
    recipients: z.array(text),
    ...verdictFields,
    action: z.object({
      type: z.literal('S3'),
      objectKeyPrefix: z.optional(z.nullable(text)),
      objectKey: text,
    }),
  }),
});

/** SES sends a message with this id when a rule with an S3 action is created. */
const setupMessageId = 'AMAZON_SES_SETUP_NOTIFICATION';

/**
 * The plain text that SES publishes to a new SNS topic for events. AWS does not document this text for the topic of a
 * receipt rule.
 */
const topicValidationNotice = /^Successfully validated SNS topic for Amazon SES [a-z ]+\.$/;

/**
 * Parses the notification of the receipt rule's S3 action. Returns undefined if the notification is not about a
 * received email. Throws if the notification cannot be parsed, so that the queue keeps the message.
 */
export function parseReceipt(json: string): Receipt | undefined {
  if (topicValidationNotice.test(json)) return undefined;
  const notification: unknown = parseJson(json);
  if (!isReceivedMail(validateNotification(Notification, notification))) return undefined;
  const { mail, receipt } = validateNotification(ReceivedNotification, notification);
  return {
    receiptId: mail.messageId,
    mailFrom: (mail.source ?? '').trim().replace(/^<(.*)>$/, '$1'),
    recipients: receipt.recipients.map(normalizeAddress),
    receivedAt: toIso(mail.timestamp),
    objectKey: fullObjectKey(receipt.action),
    verdicts: verdictsOf(receipt),
  };
}

/** In the AWS documentation, the object key lacks the prefix, but actual notifications include the prefix. */
function fullObjectKey({
  objectKeyPrefix,
  objectKey,
}: {
  objectKeyPrefix?: string | null;
  objectKey: string;
}): string {
  const prefix = objectKeyPrefix ?? '';
  return objectKey.startsWith(prefix) ? objectKey : `${prefix}${objectKey}`;
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new Error('A receipt notification is not JSON', { cause: error });
  }
}

function validateNotification<T extends z.core.$ZodType>(schema: T, notification: unknown): z.output<T> {
  const result = z.safeParse(schema, notification);
  if (result.success) return result.data;
  const fields = result.error.issues.map(({ path }) => path.join('.') || 'the whole notification').join(', ');
  throw new Error(`A receipt notification cannot be read: ${fields}`, { cause: result.error });
}

const isReceivedMail = ({ notificationType, mail }: z.infer<typeof Notification>): boolean =>
  notificationType === 'Received' && mail?.messageId !== setupMessageId;

const verdictsOf = (receipt: z.infer<typeof ReceivedNotification>['receipt']): Verdicts => ({
  spam: statusOf(receipt.spamVerdict),
  virus: statusOf(receipt.virusVerdict),
  spf: statusOf(receipt.spfVerdict),
  dkim: statusOf(receipt.dkimVerdict),
  dmarc: statusOf(receipt.dmarcVerdict),
});

/** SES reports `DISABLED` for a rule without scanning. */
function statusOf(verdict: Verdict): string | null {
  const status = verdict?.status;
  return status === undefined || status === null || status === 'DISABLED' ? null : status;
}

function toIso(timestamp: string): string {
  const time = new Date(timestamp);
  if (Number.isNaN(time.getTime())) throw new Error('A receipt notification cannot be read: mail.timestamp');
  return time.toISOString();
}
