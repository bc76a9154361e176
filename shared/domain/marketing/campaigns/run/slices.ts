import { attributeNotExists, all, ifPresent } from '../../../../db/condition';
import { isLeasedBy } from '../../../../db/lease';
import { keys, recipientPartitions } from '../../../../db/keys';
import { partitionQuery } from '../../../../db/query';
import { countItems, putItems, queryPage, queryPages, updateItem, type Item } from '../../../../db/table';
import { forEachRateLimited } from '../../../../async/for-each-rate-limited';
import { now } from '../../../../core/time';
import { roundRobinShare } from '../stats';
import type { Campaign, Phase, Recipient, Slice } from '../../../../db/records/campaigns';
import { isSendTimeTest, computeSample } from '../variants';
import { dueAttributes, dueAttributeNames } from '../../../platform/scheduler/due-attributes';
import { computeMsPerRecipient } from '../../../platform/scheduler/reserve-rate';
import { scheduleWakeup } from '../../../platform/scheduler/schedule-wakeup';

/**
 * A slice takes about ten seconds at the send rate. This time is short enough to repeat a slice after a crash, and long
 * enough to keep the overhead per slice low.
 */
const [sliceMs, sliceMax] = [10_000, 100];

/** The number of recipients per slice at the current send rate. */
export const computeSliceSize = async (): Promise<number> =>
  Math.max(1, Math.min(sliceMax, Math.floor(sliceMs / (await computeMsPerRecipient()))));

/** The number of slices written together. */
const writeBatchSize = 200;

export async function countRecipients({ workspaceId, id }: Campaign): Promise<number> {
  const counts = await Promise.all(
    recipientPartitions(workspaceId, id).map((pk) =>
      countItems({ ...partitionQuery(pk), ConsistentRead: true }),
    ),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Divides the recipients into slices that are not due yet. Returns the number of recipients of each phase. */
export async function createSlices(
  campaign: Campaign,
  { recipients, sliceSize }: { recipients: number; sliceSize: number },
): Promise<Record<Phase, number>> {
  const sampleSize = campaign.abTest ? computeSample(campaign, recipients).size : recipients;
  const sizes: Record<Phase, number> = { first: sampleSize, rest: recipients - sampleSize };
  let slices: Item<Slice>[] = [];
  let number = 0;
  for await (const range of sliceRanges(campaign, { sampleSize, sliceSize })) {
    slices.push(newSlice(campaign, range, (number += 1)));
    if (slices.length < writeBatchSize) continue;
    await putItems(slices);
    slices = [];
  }
  await putItems(slices);
  return sizes;
}

type SliceRange = Pick<Slice, 'phase' | 'from' | 'to' | 'position' | 'recipientCount' | 'variantKey'>;

/**
 * Yields the ranges of the slices in order: first the sample or all recipients, then the recipients that wait for the
 * winner.
 */
async function* sliceRanges(
  campaign: Campaign,
  { sampleSize, sliceSize }: { sampleSize: number; sliceSize: number },
): AsyncGenerator<SliceRange, void> {
  const timedVariants = isSendTimeTest(campaign) ? (campaign.variants ?? []) : [];
  const size = sliceSize * Math.max(1, timedVariants.length);
  for await (const { ids, position } of groupRecipientIds(listRecipientIds(campaign), {
    size,
    boundary: sampleSize,
  })) {
    const [from = '', to = ''] = [ids[0], ids.at(-1)];
    const range: SliceRange =
      position < sampleSize
        ? { phase: 'first', from, to, position, recipientCount: ids.length }
        : { phase: 'rest', from, to, position: position - sampleSize, recipientCount: ids.length };
    yield* timedVariants.length > 0 ? splitByVariant(range, timedVariants) : [range];
  }
}

/** Divides ids into groups of `size` that do not cross `boundary`. `position` is the index of a group's first id. */
async function* groupRecipientIds(
  source: AsyncIterable<string>,
  { size, boundary }: { size: number; boundary: number },
): AsyncGenerator<{ ids: string[]; position: number }, void> {
  let [ids, position]: [string[], number] = [[], 0];
  for await (const id of source) {
    ids.push(id);
    if (ids.length < size && position + ids.length !== boundary) continue;
    yield { ids, position };
    [ids, position] = [[], position + ids.length];
  }
  if (ids.length > 0) yield { ids, position };
}

/** The ids of all messages in order. */
async function* listRecipientIds({ workspaceId, id }: Campaign): AsyncGenerator<string, void> {
  for (const pk of recipientPartitions(workspaceId, id))
    for await (const recipients of queryPages<Recipient>(partitionQuery(pk)))
      for (const { sk } of recipients) yield sk;
}

/** In a send-time test, each variant needs its own slice, because each variant is due at its own time. */
function splitByVariant(range: SliceRange, variants: readonly { key: string }[]): SliceRange[] {
  const variantCount = variants.length;
  return variants
    .map(({ key }, variantIndex): SliceRange => {
      // The offset of the variant's first recipient from the start of the slice.
      const firstIndex = (variantIndex - (range.position % variantCount) + variantCount) % variantCount;
      return {
        ...range,
        variantKey: key,
        recipientCount: roundRobinShare(firstIndex, variantCount, range.recipientCount),
      };
    })
    .filter(({ recipientCount }) => recipientCount > 0);
}

function newSlice({ workspaceId, id: campaignId }: Campaign, range: SliceRange, number: number): Item<Slice> {
  const id = `${range.phase}#${`${number}`.padStart(8, '0')}`;
  return { ...keys.slice(workspaceId, campaignId, id), ...range, id, workspaceId, campaignId, runs: 0 };
}

export const sliceKey = ({ workspaceId, campaignId, id }: Pick<Slice, 'workspaceId' | 'campaignId' | 'id'>) =>
  keys.slice(workspaceId, campaignId, id);

const slicesQuery = ({ workspaceId, id }: Campaign, phase: Phase, pageSize: number) =>
  partitionQuery(keys.slice(workspaceId, id, '').pk, { beginsWith: `${phase}#`, pageSize });

/** Whether all slices of the phase are done. A finished slice is deleted. */
export async function isPhaseFinished(campaign: Campaign, phase: Phase): Promise<boolean> {
  return (await queryPage<Slice>(slicesQuery(campaign, phase, 1))).items.length === 0;
}

const rateLimit = { concurrencyMax: 10, perSecondMax: 500 };

/**
 * Makes all unscheduled slices of the phase due, spaced as if this campaign could use the whole send rate. Slices of
 * concurrent campaigns therefore alternate.
 */
export async function scheduleSlices(campaign: Campaign, phase: Phase): Promise<void> {
  const { dueTimeFor, firstDueTimes } = await planSliceTimes(campaign);
  for await (const slices of queryPages<Slice>(slicesQuery(campaign, phase, 500))) {
    const unscheduled = slices.filter(({ dueKey }) => dueKey === undefined);
    await forEachRateLimited(
      unscheduled.map((slice) => ({ slice, at: dueTimeFor(slice) })),
      rateLimit,
      scheduleSlice,
    );
  }
  for (const at of firstDueTimes.values()) await scheduleWakeup(at);
}

/**
 * Returns a function to call for each slice in order. The first slice of a variant is due at the later of now and the
 * variant's send time.
 */
async function planSliceTimes({ variants }: Campaign) {
  const [startMs, recipientMs] = [now(), await computeMsPerRecipient()];
  const sendAt = new Map(variants?.map(({ key, sendAt: at }) => [key, at === null ? 0 : Date.parse(at)]));
  const [firstDueTimes, nextDueTimes] = [new Map<string, number>(), new Map<string, number>()];
  const dueTimeFor = ({ variantKey = '', recipientCount }: Slice): number => {
    const at = nextDueTimes.get(variantKey) ?? Math.max(startMs, sendAt.get(variantKey) ?? 0);
    if (!firstDueTimes.has(variantKey)) firstDueTimes.set(variantKey, at);
    nextDueTimes.set(variantKey, at + recipientCount * recipientMs);
    return at;
  };
  return { dueTimeFor, firstDueTimes };
}

async function scheduleSlice({ slice, at }: { slice: Slice; at: number }): Promise<void> {
  await updateItem(
    sliceKey(slice),
    { set: { ...dueAttributes(slice.id, 'sendSlice', at) } },
    all(ifPresent, attributeNotExists('dueKey')),
  );
}

/**
 * Unschedules the slices of a campaign that has ended or is in a long pause, so that they reserve no send rate. A slice
 * that a worker has started stays due once more, so that its outcomes are counted.
 */
export async function unscheduleSlices(campaign: Campaign): Promise<void> {
  for (const phase of ['first', 'rest'] as const)
    for await (const slices of queryPages<Slice>(slicesQuery(campaign, phase, 500))) {
      const scheduled = slices.filter(({ dueKey, runs }) => dueKey !== undefined && runs === 0);
      await forEachRateLimited(scheduled, rateLimit, async (slice) => {
        await updateItem(sliceKey(slice), { remove: dueAttributeNames }, ifPresent);
      });
    }
}

/** Unschedules a leased slice of a paused or ended campaign, until it is scheduled for the remaining recipients. */
export async function unscheduleSlice(slice: Slice, remaining = slice.recipientCount): Promise<void> {
  await updateItem(
    sliceKey(slice),
    { set: { recipientCount: remaining }, remove: dueAttributeNames },
    isLeasedBy(slice.leaseOwner ?? ''),
  );
}
