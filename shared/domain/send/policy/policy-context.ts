import type { RequestContext } from '../../../core/request-context';
import { isUuid } from '../../../db/cursor';
import { keys, type Key } from '../../../db/keys';
import { loadItemLookup } from '../../../db/table';
import { normalizeAddress, domainOf, type Mailbox } from '../../../text/mailbox';
import { ifVisible } from '../../platform/api-keys/inbox-limit';
import { dailyCapsFrom, dailyCapKeys, type DailyCap } from '../../platform/api-keys/daily-cap';
import { allRecipients, type Recipients } from '../emails/message';
import type { Domain, RiskClass } from '../../../db/records/domains';
import type { Inbox, InboxAddress } from '../../../db/records/inboxes';
import type { Suppression } from '../../../db/records/suppressions';
import { blockingSuppressionKeys } from '../../audience/suppressions/blocking-suppression-keys';
import { isSlug } from '../../../text/slug';
import type { Template } from '../../../db/records/templates';
import type { Thread } from '../../../db/records/threads';
import type { Preference, Topic } from '../../../db/records/topics';
import { isTopicKey } from '../../../text/topic-key';
import { expectNotDeleted } from '../../platform/workspaces/find';
import type { Workspace } from '../../../db/records/workspaces';
import { findUndeliverableDomains } from './undeliverable-domains';
import { parentKeys, parentOf, type Parent } from '../threading/parent';

/** The request or stored message whose data is read. */
interface SendToCheck extends Recipients {
  from: Mailbox;
  riskClass: RiskClass;
  topic: string | undefined;
  template?: string | undefined;
  replyToMessageId: string | undefined;
  threadId?: string | undefined;
}

/** The workspace that sends. Only a request has a credential, to whose daily caps the send is charged. */
type Sender = Pick<RequestContext, 'workspaceId'> & Partial<Pick<RequestContext, 'credential'>>;

/** The data that the checks of a send need. */
export interface PolicyContext {
  workspace: Workspace;
  domain: Domain | undefined;
  template: Template | undefined;
  topic: Topic | undefined;
  parent: Parent | undefined;
  thread: Thread | undefined;
  /** The inbox of the workspace whose address is in `from`. */
  inboxId: string | undefined;
  /** The inbox that the sending key is limited to. */
  limitedTo: Inbox | undefined;
  /** The daily limits to which the recipients are charged. */
  caps: readonly DailyCap[];
  /** Keyed by the address without a display name. The suppression with the broader scope takes precedence. */
  suppressions: ReadonlyMap<string, Suppression>;
  preferences: ReadonlyMap<string, Preference>;
  /** Domains that cannot receive mail. */
  undeliverable: ReadonlySet<string>;
}

/** Reads all records in one round trip with strong consistency, while DNS looks up the recipients' domains. */
export async function loadPolicyContext(sender: Sender, send: SendToCheck): Promise<PolicyContext> {
  const { workspaceId: ws, credential } = sender;
  const addresses = [...new Set(allRecipients(send).map(({ address }) => normalizeAddress(address)))];
  const recordKeys = { ...singleRecordKeys(ws, send), limitedTo: limitedToKey(sender) };
  const [lookUp, undeliverable] = await Promise.all([
    loadItemLookup([
      ...Object.values(recordKeys).filter((key) => key !== undefined),
      ...recipientKeys(ws, send, addresses),
      ...(credential ? dailyCapKeys(credential) : []),
    ]),
    findUndeliverableDomains([...new Set(addresses.map(domainOf))]),
  ]);
  const findRecord = <T>(key: Key<T> | undefined): T | undefined => key && lookUp(key);
  return {
    workspace: expectNotDeleted(findRecord(recordKeys.workspace)),
    domain: findRecord(recordKeys.domain),
    template: findRecord(recordKeys.template),
    topic: findRecord(recordKeys.topic),
    parent: parentOf(
      visibleRecord(sender, findRecord(recordKeys.sent)),
      visibleRecord(sender, findRecord(recordKeys.received)),
    ),
    thread: visibleRecord(sender, findRecord(recordKeys.thread)),
    inboxId: inboxIdIn(ws, findRecord(recordKeys.inboxAddress)),
    limitedTo: findRecord(recordKeys.limitedTo),
    caps: credential ? dailyCapsFrom(credential, lookUp) : [],
    suppressions: mapByAddress(addresses, (address) =>
      blockingSuppressionKeys(ws, address, send.riskClass).map((key) => findRecord(key)),
    ),
    preferences: mapByAddress(addresses, (address) =>
      send.topic ? [findRecord(keys.preference(ws, address, send.topic))] : [],
    ),
    undeliverable,
  };
}

function singleRecordKeys(ws: string, send: SendToCheck) {
  const { template, topic, replyToMessageId, threadId } = send;
  return {
    workspace: keys.workspace(ws),
    domain: keys.domain(ws, domainOf(send.from.address)),
    inboxAddress: keys.inboxAddress(normalizeAddress(send.from.address)),
    template: template && isSlug(template) ? keys.template(ws, template) : undefined,
    topic: topic && isTopicKey(topic) ? keys.topic(ws, topic) : undefined,
    ...parentKeys(ws, replyToMessageId),
    thread: threadId && isUuid(threadId) ? keys.thread(ws, threadId) : undefined,
  } satisfies Record<string, Key | undefined>;
}

const visibleRecord = <T extends { inboxId?: string }>(
  { credential }: Sender,
  record: T | undefined,
): T | undefined => (credential ? ifVisible({ credential }, record) : record);

export const limitedToKey = ({ workspaceId, credential }: Sender): Key<Inbox> | undefined => {
  const inboxId = credential?.guardrails.inboxId;
  return inboxId ? keys.inbox(workspaceId, inboxId) : undefined;
};

/** Another workspace may have an inbox at an address on a domain that both use. */
export const inboxIdIn = (workspaceId: string, found: InboxAddress | undefined): string | undefined =>
  found?.workspaceId === workspaceId ? found.inboxId : undefined;

function recipientKeys(ws: string, { topic, riskClass }: SendToCheck, addresses: readonly string[]): Key[] {
  return addresses.flatMap((address) => [
    ...blockingSuppressionKeys(ws, address, riskClass),
    ...(topic && isTopicKey(topic) ? [keys.preference(ws, address, topic)] : []),
  ]);
}

function mapByAddress<T>(addresses: readonly string[], findRows: (address: string) => (T | undefined)[]) {
  const entries = addresses.flatMap((address) => {
    const first = findRows(address).find((row) => row !== undefined);
    return first === undefined ? [] : [[address, first] as const];
  });
  return new Map(entries);
}
