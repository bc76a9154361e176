import { attributeNotExists, all, ifPresent, is, unchanged } from '../../../db/condition';
import { isUuid } from '../../../db/cursor';
import { keys, memberPartitions } from '../../../db/keys';
import { partitionQuery } from '../../../db/query';
import { countItems, updateItem } from '../../../db/table';
import { minuteMs, newId, now, timeOfId } from '../../../core/time';
import type { Audience } from '../../../db/records/audiences';

/*
 * Requests increment the contact count, because counting a million members takes a hundred reads. Increments are exact
 * if changes do not overlap and no request crashes. Otherwise `withExactCount` counts the members.
 */

/** A change of an audience's members by one request. */
export interface MembershipChange {
  audience: Audience;
  id: string;
}

/** Registers that members are about to be added or removed. Returns undefined if the audience does not exist. */
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
 * Adds `memberDelta`, negative for removed members, to the count. Returns the new count. `isCertain` is false if the
 * request found the change already made. The request itself may have made the change, because the AWS SDK repeats a
 * write whose response was lost.
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
  // Each request stores its own id, so that a concurrent recount detects this change.
  const uncertain = await updateItem(
    key,
    { set: { recountRequestedBy: id }, deleteFromSet: takeOut },
    ifPresent,
  );
  return uncertain ? (await withExactCount(uncertain)).contactCount : 0;
}

/** Longer than any request runs. If a change started longer ago than this, its request has crashed. */
const abandonedAfterMs = 2 * minuteMs;

/** Returns the audience with its exact count. */
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

/** Stores the count. If another change started or ended meanwhile, stores nothing, so the count stays uncertain. */
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
