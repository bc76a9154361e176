import { isUuid } from '../../db/cursor';
import { keys, type Key } from '../../db/keys';
import { getItems } from '../../db/table';
import { bareAddress, domainOf, type Mailbox } from '../../text/mailbox';
import { now, utcDay } from '../../time';
import type { Domain, RiskClass } from '../domains/record';
import type { Suppression } from '../suppressions/record';
import { isSlug } from '../templates/slug';
import type { Template } from '../templates/record';
import type { Thread } from '../conversations/threads/record';
import type { Preference, Topic } from '../topics/record';
import { isTopicKey } from '../topics/requests';
import type { Workspace } from '../workspaces/record';
import { undeliverableDomains } from './deliverable';
import type { InboundMessage } from '../conversations/inbound/record';
import type { Email } from '../emails/record';
import { receivedParent, sentParent, type Parent } from '../departure/reply-headers';

/** What is asked about a message that is to be sent. */
export interface Asked {
  workspaceId: string;
  from: Mailbox;
  recipients: readonly Mailbox[];
  riskClass: RiskClass;
  topic: string | undefined;
  template?: string | undefined;
  replyToMessageId: string | undefined;
  threadId?: string | undefined;
  /** The API key with a daily cap. */
  cappedKey?: string | undefined;
}

/** What the checks of a send need to know. */
export interface SendReads {
  workspace: Workspace;
  domain: Domain | undefined;
  template: Template | undefined;
  topic: Topic | undefined;
  parent: Parent | undefined;
  thread: Thread | undefined;
  /** Recipients that the capped key has been charged today. */
  capUsed: number;
  /** By bare address, the broader scope first. */
  suppressions: ReadonlyMap<string, Suppression>;
  preferences: ReadonlyMap<string, Preference>;
  /** Domains that cannot receive mail. */
  undeliverable: ReadonlySet<string>;
}

/** Reads it all in one round trip, strongly consistent, while DNS is asked about the recipients. */
export async function readForSending(asked: Asked): Promise<SendReads> {
  const addresses = [...new Set(asked.recipients.map(({ address }) => bareAddress(address)))];
  const single = singleKeys(asked);
  const [found, undeliverable] = await Promise.all([
    find([...Object.values(single).filter((key) => key !== undefined), ...personalKeys(asked, addresses)]),
    undeliverableDomains([...new Set(addresses.map(domainOf))]),
  ]);
  const one = <T>(key: Key | undefined) => (key ? found.get(nameOf(key)) : undefined) as T | undefined;
  return {
    workspace: expectFound(one<Workspace>(single.workspace)),
    domain: one(single.domain),
    template: one(single.template),
    topic: one(single.topic),
    parent: parentOf(one(single.sent), one(single.received)),
    thread: one(single.thread),
    capUsed: one<{ used: number }>(single.cap)?.used ?? 0,
    suppressions: byAddress(addresses, (address) =>
      refusingScopes(asked).map((scope) => one(keys.suppression(asked.workspaceId, address, scope))),
    ),
    preferences: byAddress(addresses, (address) =>
      asked.topic ? [one(keys.preference(asked.workspaceId, address, asked.topic))] : [],
    ),
    undeliverable,
  };
}

/** One id names one of the two at most. */
const parentOf = (sent: Email | undefined, received: InboundMessage | undefined): Parent | undefined =>
  (sent && sentParent(sent)) ?? (received && receivedParent(received));

function singleKeys(asked: Asked) {
  const { workspaceId: ws, template, topic, replyToMessageId, threadId, cappedKey } = asked;
  const parentId = replyToMessageId && isUuid(replyToMessageId) ? replyToMessageId : undefined;
  return {
    workspace: keys.workspace(ws),
    domain: keys.domain(ws, domainOf(asked.from.address)),
    template: template && isSlug(template) ? keys.template(ws, template) : undefined,
    topic: topic && isTopicKey(topic) ? keys.topic(ws, topic) : undefined,
    sent: parentId ? keys.email(ws, parentId) : undefined,
    received: parentId ? keys.inboundMessage(ws, parentId) : undefined,
    thread: threadId && isUuid(threadId) ? keys.thread(ws, threadId) : undefined,
    cap: cappedKey === undefined ? undefined : keys.dailyCap(ws, cappedKey, utcDay(now())),
  } satisfies Record<string, Key | undefined>;
}

function personalKeys({ workspaceId, topic, riskClass }: Asked, addresses: readonly string[]): Key[] {
  return addresses.flatMap((address) => [
    ...refusingScopes({ riskClass }).map((scope) => keys.suppression(workspaceId, address, scope)),
    ...(topic && isTopicKey(topic) ? [keys.preference(workspaceId, address, topic)] : []),
  ]);
}

/** The scopes of suppressions that refuse a mail of this class, the broader first. */
const refusingScopes = ({ riskClass }: Pick<Asked, 'riskClass'>) => ['all', riskClass] as const;

async function find(wanted: readonly Key[]): Promise<Map<string, object>> {
  const items = await getItems<object>(wanted);
  return new Map(items.map((item) => [nameOf(item), item]));
}

function byAddress<T>(addresses: readonly string[], of: (address: string) => (T | undefined)[]) {
  const entries = addresses.flatMap((address) => {
    const first = of(address).find((row) => row !== undefined);
    return first === undefined ? [] : [[address, first] as const];
  });
  return new Map(entries);
}

const nameOf = ({ pk, sk }: Key): string => `${pk} ${sk}`;

function expectFound(workspace: Workspace | undefined): Workspace {
  if (!workspace) throw new Error('The credential names a workspace that does not exist');
  return workspace;
}
