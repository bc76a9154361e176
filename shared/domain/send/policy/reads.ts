import type { Ctx } from '../../../core/ctx';
import { isUuid } from '../../../db/cursor';
import { keys, type Key } from '../../../db/keys';
import { lookUpItems } from '../../../db/table';
import { bareAddress, domainOf, type Mailbox } from '../../../text/mailbox';
import { cappedDays, keysOfCaps, type CappedDay } from '../../platform/api-keys/daily-cap';
import { everyoneOf, type Recipients } from '../emails/message';
import type { Domain, RiskClass } from '../../../db/records/domains';
import type { Suppression } from '../../../db/records/suppressions';
import { refusingKeys } from '../../audience/suppressions/refusing-keys';
import { isSlug } from '../../platform/templates/slug';
import type { Template } from '../../../db/records/templates';
import type { Thread } from '../../../db/records/threads';
import type { Preference, Topic } from '../../../db/records/topics';
import { isTopicKey } from '../../audience/topics/topic-key';
import { presentOrDeleted } from '../../platform/workspaces/find';
import type { Workspace } from '../../../db/records/workspaces';
import { undeliverableDomains } from './deliverable';
import type { InboundMessage } from '../../../db/records/inbound';
import type { Email } from '../../../db/records/emails';
import { receivedParent, sentParent, type Parent } from '../threading/parent';

/** What the reads follow from: a request, or a message that was kept. */
interface Asked extends Recipients {
  from: Mailbox;
  riskClass: RiskClass;
  topic: string | undefined;
  template?: string | undefined;
  replyToMessageId: string | undefined;
  threadId?: string | undefined;
}

/** Whose mail it is. Only a request has a key whose daily cap counts now. */
type Sender = Pick<Ctx, 'workspaceId'> & Partial<Pick<Ctx, 'credential'>>;

/** What the checks of a send need to know. */
export interface SendReads {
  workspace: Workspace;
  domain: Domain | undefined;
  template: Template | undefined;
  topic: Topic | undefined;
  parent: Parent | undefined;
  thread: Thread | undefined;
  /** The keys with a daily limit for which the recipients count. */
  caps: readonly CappedDay[];
  /** By bare address, the broader scope first. */
  suppressions: ReadonlyMap<string, Suppression>;
  preferences: ReadonlyMap<string, Preference>;
  /** Domains that cannot receive mail. */
  undeliverable: ReadonlySet<string>;
}

/** Reads it all in one round trip, strongly consistent, while DNS is asked about the recipients. */
export async function readForSending(sender: Sender, asked: Asked): Promise<SendReads> {
  const { workspaceId: ws, credential } = sender;
  const addresses = [...new Set(everyoneOf(asked).map(({ address }) => bareAddress(address)))];
  const single = singleKeys(ws, asked);
  const [found, undeliverable] = await Promise.all([
    lookUpItems([
      ...Object.values(single).filter((key) => key !== undefined),
      ...personalKeys(ws, asked, addresses),
      ...(credential ? keysOfCaps(credential) : []),
    ]),
    undeliverableDomains([...new Set(addresses.map(domainOf))]),
  ]);
  const one = <T>(key: Key | undefined): T | undefined => key && found<T>(key);
  return {
    workspace: presentOrDeleted(one<Workspace>(single.workspace)),
    domain: one(single.domain),
    template: one(single.template),
    topic: one(single.topic),
    parent: parentOf(one(single.sent), one(single.received)),
    thread: one(single.thread),
    caps: credential ? cappedDays(credential, found) : [],
    suppressions: byAddress(addresses, (address) =>
      refusingKeys(ws, address, asked.riskClass).map((key) => one<Suppression>(key)),
    ),
    preferences: byAddress(addresses, (address) =>
      asked.topic ? [one(keys.preference(ws, address, asked.topic))] : [],
    ),
    undeliverable,
  };
}

/** One id names one of the two at most. */
const parentOf = (sent: Email | undefined, received: InboundMessage | undefined): Parent | undefined =>
  (sent && sentParent(sent)) ?? (received && receivedParent(received));

function singleKeys(ws: string, asked: Asked) {
  const { template, topic, replyToMessageId, threadId } = asked;
  const parentId = replyToMessageId && isUuid(replyToMessageId) ? replyToMessageId : undefined;
  return {
    workspace: keys.workspace(ws),
    domain: keys.domain(ws, domainOf(asked.from.address)),
    template: template && isSlug(template) ? keys.template(ws, template) : undefined,
    topic: topic && isTopicKey(topic) ? keys.topic(ws, topic) : undefined,
    sent: parentId ? keys.email(ws, parentId) : undefined,
    received: parentId ? keys.inboundMessage(ws, parentId) : undefined,
    thread: threadId && isUuid(threadId) ? keys.thread(ws, threadId) : undefined,
  } satisfies Record<string, Key | undefined>;
}

function personalKeys(ws: string, { topic, riskClass }: Asked, addresses: readonly string[]): Key[] {
  return addresses.flatMap((address) => [
    ...refusingKeys(ws, address, riskClass),
    ...(topic && isTopicKey(topic) ? [keys.preference(ws, address, topic)] : []),
  ]);
}

function byAddress<T>(addresses: readonly string[], of: (address: string) => (T | undefined)[]) {
  const entries = addresses.flatMap((address) => {
    const first = of(address).find((row) => row !== undefined);
    return first === undefined ? [] : [[address, first] as const];
  });
  return new Map(entries);
}
