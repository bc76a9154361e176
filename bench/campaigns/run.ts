import { setTimeout as sleep } from 'node:timers/promises';
import { keys } from '../../shared/db/keys';
import type { Contact } from '../../shared/db/records/contacts';
import { newId } from '../../shared/core/time';
import { Campaigns } from '../../test/support/campaigns/campaigns';
import type { Service } from '../../test/support/service';
import type { ServiceTable } from '../../test/support/table';
import { cpuOf, readCpu } from '../cpu';
import { largestHeap } from '../heaps';
import { Meter, type CallUsage } from './meter';

/** One campaign, from its start to its last Delivery event. */
export interface Run {
  size: number;
  /** The duration of the call that starts the campaign, in ms. */
  startMs: number;
  /** Seconds from the call to the first email. `mailingSeconds` is the time from the first email to the last. */
  preparingSeconds: number;
  mailingSeconds: number;
  /** Seconds from the call until the last event is recorded. */
  allSeconds: number;
  freezing: CallUsage;
  mailing: CallUsage;
  /** CPU time of all functions, in seconds. */
  cpuOfFunctions: number;
  /** CPU time of the threads that send. */
  cpuOfMailing: number;
  /** The largest heap of any instance in any sample, or 0 if no samples were taken. */
  freezingHeapBytes: number;
  mailingHeapBytes: number;
  /** The recipients of the emails in the outbox. */
  addresses: string[];
}

/**
 * The account's send rate in recipients per second, of which bulk email gets four fifths. Two cores send slightly less
 * than this rate. At twice this rate, submissions time out during a long run, and the campaign waits for their
 * outcomes.
 */
export const fullRate = 60;

const settings = { requests_per_minute: 1_000_000 };

/** The interval is long, because each sample forces a garbage collection, which delays the function. */
const heapSampleIntervalMs = 30_000;

/** Longer than the five minutes for which functions cache the rate. */
const rateCacheMs = 6 * 60_000;

/** Sets the send rate of the account in recipients per second. */
export async function setRate(service: Service, max_send_rate: number): Promise<void> {
  await service.control('PATCH', '/settings', { max_send_rate, max_24_hour_send: 10_000_000 });
  await service.advance(rateCacheMs);
}

/** Runs a campaign to `size` contacts of a new workspace. Heap samples slow down the measured run. */
export async function runCampaign(
  service: Service,
  table: ServiceTable,
  size: number,
  { looksAtHeaps: samplesHeaps = false } = {},
): Promise<Run> {
  const campaigns = await Campaigns.create(service, settings);
  await fillAudience(campaigns, table, size);
  const id = await campaigns.createDraft();
  const [meter, cpuBefore] = [await Meter.start(service), readCpu()];
  const startedAt = performance.now();
  await campaigns.send(id);
  const startMs = performance.now() - startedAt;
  const acceptedAt = Date.now();
  let [freezingHeapBytes, mailingHeapBytes, nextHeapSampleAt] = [0, 0, 0];
  while ((await campaigns.getCampaign(id)).status !== 'sent') {
    if (samplesHeaps && performance.now() >= nextHeapSampleAt) {
      nextHeapSampleAt = performance.now() + heapSampleIntervalMs;
      freezingHeapBytes = Math.max(freezingHeapBytes, await largestHeap('runCampaigns'));
      mailingHeapBytes = Math.max(mailingHeapBytes, await largestHeap('sendSlices'));
    }
    await sleep(2_000);
    await meter.read();
  }
  await service.settle();
  const allSeconds = (performance.now() - startedAt) / 1000;
  const cpuAfter = readCpu();
  await meter.end();
  const outbox = await campaigns.outbox();
  const times = outbox.map(({ at }) => Date.parse(at));
  const [first, last] = [times.reduce(min, Infinity), times.reduce(max, 0)];
  const offset = Date.parse(await service.now()) - Date.now();
  return {
    size,
    startMs,
    preparingSeconds: (first - offset - acceptedAt) / 1000,
    mailingSeconds: (last - first) / 1000,
    allSeconds,
    freezing: meter.totalFor(/^(sendBroadcast|runCampaigns)$/),
    mailing: meter.totalFor(/^(sendSlices|drainDueWork|recordEmailEvents|runBackgroundJob)$/),
    cpuOfFunctions: (cpuAfter?.workers ?? 0) - (cpuBefore?.workers ?? 0),
    cpuOfMailing: cpuOf(cpuAfter, 'sendSlices') - cpuOf(cpuBefore, 'sendSlices'),
    freezingHeapBytes,
    mailingHeapBytes,
    addresses: outbox.flatMap(({ to }) => to),
  };
}

const min = (left: number, right: number): number => Math.min(left, right);
const max = (left: number, right: number): number => Math.max(left, right);

/** Writes the contacts of one audience as an import does. */
export async function fillAudience(
  { workspace: actor, audienceId }: Campaigns,
  table: ServiceTable,
  size: number,
): Promise<void> {
  const { workspaceId } = actor;
  const contacts = Array.from({ length: size }, (_, index) => buildContact(workspaceId, audienceId, index));
  const members = contacts.map(({ id, email }) => ({
    ...keys.member(workspaceId, audienceId, email),
    contactId: id,
  }));
  const [workers, at] = [4, new Date().toISOString()];
  const assignedTo = <T>(worker: number, items: readonly T[]): T[] =>
    items.filter((_item, index) => index % workers === worker);
  const pointers = contacts.map(({ id, email }) => ({ ...keys.contactByAddress(workspaceId, email), id }));
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      await table.putAll(assignedTo(worker, contacts));
      await table.putAll(assignedTo(worker, pointers));
      await table.putAll(assignedTo(worker, members));
    }),
  );
  const audience = { id: audienceId, workspaceId, name: 'Everybody', contactCount: size, createdAt: at };
  await table.put({ ...keys.audience(workspaceId, audienceId), ...audience });
}

function buildContact(workspaceId: string, audienceId: string, index: number) {
  const id = newId();
  const contact: Contact = {
    id,
    workspaceId,
    email: `person-${index}@example.com`,
    firstName: `Alexandra-${index}`,
    lastName: 'Petersen',
    attributes: {},
    folded: {},
    audiences: new Set([audienceId]),
    createdAt: new Date().toISOString(),
  };
  return { ...keys.contact(workspaceId, id), ...contact };
}
