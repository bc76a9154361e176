import type { Ctx } from '../../../core/ctx';
import { ifAbsent, ifPresent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { getItem, updateItem } from '../../../db/table';
import { erase, put, writeTogether } from '../../../db/transaction';
import { ApiError, notFound } from '../../../core/errors';
import { iso, nowIso, timeOfId } from '../../../core/time';
import { findAudience, refuseUnknownAudience } from '../audiences/find';
import { refuseUnknownTopic } from '../topics/find';
import { expectSegment } from './find';
import type { Segment } from '../../../db/records/segments';

/** What a segment asks, and what it is called. */
export type SegmentRules = Omit<Segment, 'id' | 'workspaceId' | 'key' | 'createdAt' | 'updatedAt'>;

/** Under a key: which segment has it. */
interface SegmentPointer {
  id: string;
}

/** Creates a segment. A retry finds what its first attempt created. */
export async function createSegment(
  { workspaceId, operation: { id } }: Ctx,
  wanted: SegmentRules & Pick<Segment, 'key'>,
): Promise<Segment> {
  await refuseUnknown(workspaceId, wanted);
  const segment: Segment = { ...wanted, id, workspaceId, createdAt: iso(timeOfId(id)), updatedAt: null };
  const [at, keyAt] = [keys.segment(workspaceId, id), keys.segmentOf(workspaceId, wanted.key)];
  const pointer: SegmentPointer = { id };
  if (await writeTogether([put({ ...keyAt, ...pointer }, ifAbsent), put({ ...at, ...segment }, ifAbsent)]))
    return segment;
  const standing = await getItem<Segment>(at);
  if (standing) return standing;
  throw new ApiError('conflict', `key: there is a segment with the key ${wanted.key}`);
}

/** Replaces what is given; what is undefined stays. */
export async function updateSegment(
  workspaceId: string,
  segmentId: string,
  changes: Partial<SegmentRules>,
): Promise<Segment> {
  const { id } = await expectSegment(workspaceId, segmentId);
  await refuseUnknown(workspaceId, changes);
  const changed = await updateItem<Segment>(
    keys.segment(workspaceId, id),
    { set: { ...changes, updatedAt: nowIso() } },
    ifPresent,
  );
  if (!changed) throw notFound('segment');
  return changed;
}

/** Deletes the segment. Its contacts stay as they are. */
export async function deleteSegment(workspaceId: string, segmentId: string): Promise<void> {
  const { id, key } = await expectSegment(workspaceId, segmentId);
  // Where another request was faster, the key may be another segment's by now, and stays.
  await writeTogether([
    erase(keys.segment(workspaceId, id), ifPresent),
    erase(keys.segmentOf(workspaceId, key)),
  ]);
}

/** 422 where the rules name an audience or a topic that there is not. */
export async function refuseUnknown(
  workspaceId: string,
  { audienceId, topicKey }: Partial<SegmentRules>,
): Promise<void> {
  if (audienceId !== undefined && !(await findAudience(workspaceId, audienceId)))
    await refuseUnknownAudience(workspaceId, audienceId);
  if (topicKey) await refuseUnknownTopic(workspaceId, topicKey);
}
