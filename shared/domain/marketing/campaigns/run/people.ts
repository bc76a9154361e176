import { keys, recipientPartitions, type Key } from '../../../../db/keys';
import { inPartition } from '../../../../db/query';
import { lookUpItems, queryAll, type Item } from '../../../../db/table';
import { domainOf } from '../../../../text/mailbox';
import type { Campaign, Recipient, Slice } from '../../../../db/records/campaigns';
import { variantAt } from '../variants';
import { undeliverableDomains } from '../../../send/policy/deliverable';
import type { Contact } from '../../../../db/records/contacts';
import type { Email } from '../../../../db/records/emails';
import { refusingKeys } from '../../../audience/suppressions/refusing-keys';
import { isSubscribed } from '../../../audience/topics/preferences';
import type { Preference, Topic } from '../../../../db/records/topics';
import type { Addressee } from './mail';

/** Somebody of a slice, and what was found of them. */
export interface Person extends Addressee {
  messageId: string;
  /** What an earlier attempt made. */
  email: Email | undefined;
  /** They are not mailed: they are suppressed, opted out, or on a domain that cannot receive mail. */
  isLeftOut: boolean;
}

/** Everybody of the slice, as they are now. */
export async function peopleOf(
  campaign: Campaign,
  slice: Slice,
  topic: Topic | undefined,
): Promise<Person[]> {
  const recipients = await recipientsOf(campaign, slice);
  const { workspaceId: ws, topicKey } = campaign;
  const addresses = recipients.map(({ email }) => email);
  const [found, undeliverable] = await Promise.all([
    lookUpItems(recipients.flatMap((recipient) => keysOf(ws, recipient, topicKey, slice.runs > 1))),
    undeliverableDomains([...new Set(addresses.map(domainOf))]),
  ]);
  const isLeftOut = ({ email }: Recipient, contact: Contact | undefined): boolean =>
    refusingKeys(ws, email, 'marketing').some((key) => found(key) !== undefined) ||
    contact?.unsubscribedAt !== undefined ||
    (topic !== undefined && !isSubscribed(topic, found<Preference>(keys.preference(ws, email, topic.key)))) ||
    undeliverable.has(domainOf(email));
  return recipients.map(({ sk: messageId, variant, ...recipient }) => {
    const contact = found<Contact>(keys.contact(ws, recipient.contactId));
    return {
      messageId,
      recipient,
      contact,
      variant,
      email: found<Email>(keys.email(ws, messageId)),
      isLeftOut: isLeftOut(recipient, contact),
    };
  });
}

/** Who is in the slice, each with the variant that they get. */
async function recipientsOf(campaign: Campaign, slice: Slice) {
  const { from, to, place, phase, only } = slice;
  const partitions = recipientPartitions(campaign.workspaceId, campaign.id, from, to);
  const found = await Promise.all(
    partitions.map((pk) => queryAll<Recipient>(inPartition(pk, { between: [from, to] }))),
  );
  const winner = campaign.variants?.find(({ key }) => key === campaign.abTest?.winner);
  return found
    .flat()
    .map((recipient, at) => ({
      ...recipient,
      variant: phase === 'rest' ? winner : variantAt(campaign, place + at),
    }))
    .filter(({ variant }) => only === undefined || variant?.key === only);
}

const keysOf = (
  ws: string,
  { email, contactId, sk: messageId }: Item<Recipient>,
  topicKey: string | null,
  isRepeated: boolean,
): Key[] => [
  keys.contact(ws, contactId),
  ...refusingKeys(ws, email, 'marketing'),
  ...(topicKey === null ? [] : [keys.preference(ws, email, topicKey)]),
  // Nobody has begun with a slice that runs for the first time.
  ...(isRepeated ? [keys.email(ws, messageId)] : []),
];
