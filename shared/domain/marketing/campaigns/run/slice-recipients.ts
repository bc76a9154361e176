import { keys, recipientPartitions, type Key } from '../../../../db/keys';
import { partitionQuery } from '../../../../db/query';
import { loadItemLookup, queryAll, type Item } from '../../../../db/table';
import { domainOf } from '../../../../text/mailbox';
import type { Campaign, Recipient, Slice } from '../../../../db/records/campaigns';
import { variantAt } from '../variants';
import { findUndeliverableDomains } from '../../../send/policy/undeliverable-domains';
import type { Contact } from '../../../../db/records/contacts';
import type { Email } from '../../../../db/records/emails';
import { blockingSuppressionKeys } from '../../../audience/suppressions/blocking-suppression-keys';
import { isSubscribed } from '../../../audience/topics/preferences';
import type { Topic } from '../../../../db/records/topics';
import type { RecipientWithContact } from './campaign-mail';

/** A recipient of a slice with its related records. */
export interface SliceRecipient extends RecipientWithContact {
  messageId: string;
  /** The email that an earlier attempt stored. */
  email: Email | undefined;
  /** Whether to skip this recipient, because it is suppressed, has opted out or its domain cannot receive mail. */
  isExcluded: boolean;
}

/** Loads all recipients of the slice with their current records. */
export async function loadSliceRecipients(
  campaign: Campaign,
  slice: Slice,
  topic: Topic | undefined,
): Promise<SliceRecipient[]> {
  const recipients = await queryRecipients(campaign, slice);
  const { workspaceId, topicKey } = campaign;
  const addresses = recipients.map(({ email }) => email);
  const [found, undeliverable] = await Promise.all([
    loadItemLookup(
      recipients.flatMap((recipient) => recipientItemKeys(workspaceId, recipient, topicKey, slice.runs > 1)),
    ),
    findUndeliverableDomains([...new Set(addresses.map(domainOf))]),
  ]);
  const isExcluded = ({ email }: Recipient, contact: Contact | undefined): boolean =>
    blockingSuppressionKeys(workspaceId, email, 'marketing').some((key) => found(key) !== undefined) ||
    contact?.unsubscribedAt !== undefined ||
    (topic !== undefined && !isSubscribed(topic, found(keys.preference(workspaceId, email, topic.key)))) ||
    undeliverable.has(domainOf(email));
  return recipients.map(({ sk: messageId, variant, ...recipient }) => {
    const contact = found(keys.contact(workspaceId, recipient.contactId));
    return {
      messageId,
      recipient,
      contact,
      variant,
      email: found(keys.email(workspaceId, messageId)),
      isExcluded: isExcluded(recipient, contact),
    };
  });
}

/** The recipients in the slice, each with its variant. */
async function queryRecipients(campaign: Campaign, slice: Slice) {
  const { from, to, position, phase, variantKey } = slice;
  const partitions = recipientPartitions(campaign.workspaceId, campaign.id, from, to);
  const found = await Promise.all(
    partitions.map((pk) => queryAll<Recipient>(partitionQuery(pk, { between: [from, to] }))),
  );
  const winner = campaign.variants?.find(({ key }) => key === campaign.abTest?.winner);
  return found
    .flat()
    .map((recipient, index) => ({
      ...recipient,
      variant: phase === 'rest' ? winner : variantAt(campaign, position + index),
    }))
    .filter(({ variant }) => variantKey === undefined || variant?.key === variantKey);
}

const recipientItemKeys = (
  workspaceId: string,
  { email, contactId, sk: messageId }: Item<Recipient>,
  topicKey: string | null,
  isRetry: boolean,
): Key[] => [
  keys.contact(workspaceId, contactId),
  ...blockingSuppressionKeys(workspaceId, email, 'marketing'),
  ...(topicKey === null ? [] : [keys.preference(workspaceId, email, topicKey)]),
  // On the first run of a slice, its recipients have no emails yet.
  ...(isRetry ? [keys.email(workspaceId, messageId)] : []),
];
