import { absent, all, ifPresent } from '../../../../db/condition';
import { isHeldBy } from '../../../../db/lease';
import { keys, recipientPartitions } from '../../../../db/keys';
import { inPartition } from '../../../../db/query';
import { countItems, putItems, queryPage, queryPages, updateItem, type Item } from '../../../../db/table';
import { runPaced } from '../../../../async/run-paced';
import { now } from '../../../../core/time';
import { dealtTo } from '../figures';
import type { Campaign, Phase, Recipient, Slice } from '../../../../db/records/campaigns';
import { isSendTimeTest, sampleOf } from '../variants';
import { dueAtTime, dueAttributes } from '../../../platform/scheduler/due-at';
import { perRecipientMs } from '../../../platform/scheduler/pace';
import { setAlarm } from '../../../platform/scheduler/set-alarm';

/** A slice takes some ten seconds of the rate: few enough to die with, and many enough that what it costs itself is little. */
const [sliceMs, sliceMax] = [10_000, 100];

/** How many recipients a slice has at the rate of the moment. */
export const sizeOfSlices = async (): Promise<number> =>
  Math.max(1, Math.min(sliceMax, Math.floor(sliceMs / (await perRecipientMs()))));

/** So many are written at once. */
const writtenAtOnce = 200;

/** How many recipients there are. */
export async function countRecipients({ workspaceId, id }: Campaign): Promise<number> {
  const counts = await Promise.all(
    recipientPartitions(workspaceId, id).map((pk) =>
      countItems({ ...inPartition(pk), ConsistentRead: true }),
    ),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Cuts the recipients into slices; none of them is due yet. Returns how many recipients each phase has. */
export async function cutSlices(
  campaign: Campaign,
  { recipients, sliceSize }: { recipients: number; sliceSize: number },
): Promise<Record<Phase, number>> {
  const sampleSize = campaign.abTest ? sampleOf(campaign, recipients).size : recipients;
  const sizes: Record<Phase, number> = { first: sampleSize, rest: recipients - sampleSize };
  let slices: Item<Slice>[] = [];
  let number = 0;
  for await (const cut of cutsOf(campaign, { sampleSize, sliceSize })) {
    slices.push(newSlice(campaign, cut, (number += 1)));
    if (slices.length < writtenAtOnce) continue;
    await putItems(slices);
    slices = [];
  }
  await putItems(slices);
  return sizes;
}

type Cut = Pick<Slice, 'phase' | 'from' | 'to' | 'place' | 'recipientCount' | 'only'>;

/** What the slices are of, in order: first the sample, or everybody; then who waits for the winner. */
async function* cutsOf(
  campaign: Campaign,
  { sampleSize, sliceSize }: { sampleSize: number; sliceSize: number },
): AsyncGenerator<Cut, void> {
  const timed = isSendTimeTest(campaign) ? (campaign.variants ?? []) : [];
  const size = sliceSize * Math.max(1, timed.length);
  for await (const { ids, place } of stretches(recipientIds(campaign), { size, endAt: sampleSize })) {
    const [from = '', to = ''] = [ids[0], ids.at(-1)];
    const whole: Cut =
      place < sampleSize
        ? { phase: 'first', from, to, place, recipientCount: ids.length }
        : { phase: 'rest', from, to, place: place - sampleSize, recipientCount: ids.length };
    yield* timed.length > 0 ? byVariant(whole, timed) : [whole];
  }
}

/** So many at a time, and none across the place `endAt`. `place`: of the first, among all. */
async function* stretches(
  all: AsyncIterable<string>,
  { size, endAt }: { size: number; endAt: number },
): AsyncGenerator<{ ids: string[]; place: number }, void> {
  let [ids, place]: [string[], number] = [[], 0];
  for await (const id of all) {
    ids.push(id);
    if (ids.length < size && place + ids.length !== endAt) continue;
    yield { ids, place };
    [ids, place] = [[], place + ids.length];
  }
  if (ids.length > 0) yield { ids, place };
}

/** The ids of all messages, in their order. */
async function* recipientIds({ workspaceId, id }: Campaign): AsyncGenerator<string, void> {
  for (const pk of recipientPartitions(workspaceId, id))
    for await (const recipients of queryPages<Recipient>(inPartition(pk)))
      for (const { sk } of recipients) yield sk;
}

/** Of a test of the time of sending: each variant has a time of its own. */
function byVariant(whole: Cut, variants: readonly { key: string }[]): Cut[] {
  const among = variants.length;
  return variants
    .map(({ key }, at): Cut => {
      // Where its turn is first, counted from the place at which the slice begins.
      const first = (at - (whole.place % among) + among) % among;
      return { ...whole, only: key, recipientCount: dealtTo(first, among, whole.recipientCount) };
    })
    .filter(({ recipientCount }) => recipientCount > 0);
}

function newSlice({ workspaceId, id: campaignId }: Campaign, cut: Cut, number: number): Item<Slice> {
  const id = `${cut.phase}#${`${number}`.padStart(8, '0')}`;
  return { ...keys.slice(workspaceId, campaignId, id), ...cut, id, workspaceId, campaignId, runs: 0 };
}

export const sliceKey = ({ workspaceId, campaignId, id }: Pick<Slice, 'workspaceId' | 'campaignId' | 'id'>) =>
  keys.slice(workspaceId, campaignId, id);

const slicesOf = ({ workspaceId, id }: Campaign, phase: Phase, pageSize: number) =>
  inPartition(keys.slice(workspaceId, id, '').pk, { beginning: `${phase}#`, pageSize });

/** Whether everybody of the phase had their turn. */
export async function isOver(campaign: Campaign, phase: Phase): Promise<boolean> {
  return (await queryPage<Slice>(slicesOf(campaign, phase, 1))).items.length === 0;
}

const pace = { atOnceMax: 10, perSecondMax: 500 };

/**
 * Makes all slices of the phase due that are not: one after the other, as fast as all of them could leave if nobody else
 * sent. So two campaigns that run at the same time take turns.
 */
export async function releaseSlices(campaign: Campaign, phase: Phase): Promise<void> {
  const { timeFor, firsts } = await timetable(campaign);
  for await (const slices of queryPages<Slice>(slicesOf(campaign, phase, 500))) {
    const held = slices.filter(({ dueKey }) => dueKey === undefined);
    await runPaced(
      held.map((slice) => ({ slice, at: timeFor(slice) })),
      pace,
      release,
    );
  }
  for (const at of firsts.values()) await setAlarm(at);
}

/** When each slice is due, asked for in their order: the first of each variant at its time, or now. */
async function timetable({ variants }: Campaign) {
  const [beganAt, eachMs] = [now(), await perRecipientMs()];
  const sendAt = new Map(variants?.map(({ key, sendAt: at }) => [key, at === null ? 0 : Date.parse(at)]));
  const [firsts, next] = [new Map<string, number>(), new Map<string, number>()];
  const timeFor = ({ only = '', recipientCount }: Slice): number => {
    const at = next.get(only) ?? Math.max(beganAt, sendAt.get(only) ?? 0);
    if (!firsts.has(only)) firsts.set(only, at);
    next.set(only, at + recipientCount * eachMs);
    return at;
  };
  return { timeFor, firsts };
}

async function release({ slice, at }: { slice: Slice; at: number }): Promise<void> {
  await updateItem<Slice>(
    sliceKey(slice),
    { set: dueAtTime(slice.id, 'sendSlice', at) },
    all(ifPresent, absent('dueKey')),
  );
}

/**
 * The campaign waits for long, or has ended: none of its slices takes of the account's rate, until they are released. One
 * that somebody has begun with comes once more, to count what became of its people.
 */
export async function holdSlices(campaign: Campaign): Promise<void> {
  for (const phase of ['first', 'rest'] as const)
    for await (const slices of queryPages<Slice>(slicesOf(campaign, phase, 500))) {
      const released = slices.filter(({ dueKey, runs }) => dueKey !== undefined && runs === 0);
      await runPaced(released, pace, async (slice) => {
        await updateItem<Slice>(sliceKey(slice), { remove: dueAttributes }, ifPresent);
      });
    }
}

/** The campaign waits or has ended: the slice that one has is due no more, until it is released for those who remain. */
export async function holdSlice(slice: Slice, remaining = slice.recipientCount): Promise<void> {
  await updateItem<Slice>(
    sliceKey(slice),
    { set: { recipientCount: remaining }, remove: dueAttributes },
    isHeldBy(slice.leaseOwner ?? ''),
  );
}
