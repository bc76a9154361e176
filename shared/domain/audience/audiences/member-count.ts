import { attributeNotExists, all, ifPresent, is, unchanged } from '../../../db/condition';
import { isUuid } from '../../../db/cursor';
import { keys, memberPartitions } from '../../../db/keys';
import { partitionQuery } from '../../../db/query';
import { countItems, updateItem } from '../../../db/table';
import { minuteMs, newId, now, timeOfId } from '../../../core/time';
import type { Audience } from '../../../db/records/audiences';

/*
 * The count of an audience is added to, for counting a million members takes a hundred reads. That is right while one
 * request at a time changes who is on it, and ends. Where several did, or one died, the members are counted.
 */

/** One request's part in the count of an audience. */
export interface MembershipChange {
  audience: Audience;
  id: string;
}

/** Says that people are about to join or leave. Undefined: there is no such audience. */
export async function beginMembershipChange(
  workspaceId: string,
  audienceId: string,
): Promise<MembershipChange | undefined> {
  if (!isUuid(audienceId)) return undefined;
  const id = newId();
  const audience = await updateItem(
    keys.audience(workspaceId, audienceId),
    { add: { changesInProgress: new Set([id]) } },
    ifPresent,
  );
  return audience && { audience, id };
}

/**
 * So many joined, or left where it is negative. Returns how many are on the audience now. Not sure is who found done what
 * they came for: the table's client repeats a write whose answer was lost.
 */
export async function endMembershipChange(
  { audience, id }: MembershipChange,
  memberDelta: number,
  { isCertain }: { isCertain: boolean },
): Promise<number> {
  const key = keys.audience(audience.workspaceId, audience.id);
  const takeOut = { changesInProgress: new Set([id]) };
  const updated =
    isCertain &&
    audience.recountRequestedBy === undefined &&
    (await updateItem(
      key,
      { add: { contactCount: memberDelta }, deleteFromSet: takeOut },
      all(ifPresent, is('changesInProgress', new Set([id])), attributeNotExists('recountRequestedBy')),
    ));
  if (updated) return updated.contactCount;
  // Each leaves its own id: whoever counts the members must see that somebody came and went meanwhile.
  const uncertain = await updateItem(
    key,
    { set: { recountRequestedBy: id }, deleteFromSet: takeOut },
    ifPresent,
  );
  return uncertain ? (await withExactCount(uncertain)).contactCount : 0;
}

/** No request takes as long: whoever began before that has died. */
const abandonedAfterMs = 2 * minuteMs;

/** The audience with its true count. */
export async function withExactCount(audience: Audience): Promise<Audience> {
  const { changesInProgress = new Set<string>(), recountRequestedBy } = audience;
  if (changesInProgress.size === 0 && recountRequestedBy === undefined) return audience;
  const contactCount = await countMembers(audience);
  const hasNoActiveChanges = [...changesInProgress].every((id) => timeOfId(id) < now() - abandonedAfterMs);
  if (hasNoActiveChanges) await storeExactCount(audience, contactCount);
  return { ...audience, contactCount };
}

async function countMembers({ workspaceId, id }: Audience): Promise<number> {
  const counts = await Promise.all(
    memberPartitions(workspaceId, id).map((pk) =>
      countItems({ ...partitionQuery(pk), ConsistentRead: true }),
    ),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Where somebody began or ended meanwhile the audience stays uncertain. */
async function storeExactCount(audience: Audience, contactCount: number): Promise<void> {
  const { workspaceId, id, changesInProgress, recountRequestedBy } = audience;
  await updateItem(
    keys.audience(workspaceId, id),
    {
      set: { contactCount },
      deleteFromSet: { changesInProgress: changesInProgress ?? new Set() },
      remove: ['recountRequestedBy'],
    },
    all(ifPresent, unchanged({ changesInProgress, recountRequestedBy, contactCount: audience.contactCount })),
  );
}
