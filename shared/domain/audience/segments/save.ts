import type { RequestContext } from '../../../core/request-context';
import { ifAbsent, ifPresent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { getItem, updateItem } from '../../../db/table';
import { deleteWrite, putWrite, writeTransaction } from '../../../db/transaction';
import { ApiError, notFound } from '../../../core/errors';
import { toIso, nowIso, timeOfId } from '../../../core/time';
import { findAudience, refuseUnknownAudience } from '../audiences/find';
import { refuseUnknownTopic } from '../topics/find';
import { expectSegment } from './find';
import type { Segment, SegmentPointer } from '../../../db/records/segments';

/** The name and rules of a segment. */
export type SegmentInput = Omit<Segment, 'id' | 'workspaceId' | 'key' | 'createdAt' | 'updatedAt'>;

/** Creates a segment. A retry returns the segment that the first attempt created. */
export async function createSegment(
  { workspaceId, operation: { id } }: RequestContext,
  input: SegmentInput & Pick<Segment, 'key'>,
): Promise<Segment> {
  await refuseUnknownRuleTargets(workspaceId, input);
  const segment: Segment = { ...input, id, workspaceId, createdAt: toIso(timeOfId(id)), updatedAt: null };
  const [itemKey, pointerKey] = [keys.segment(workspaceId, id), keys.segmentByKey(workspaceId, input.key)];
  const pointer: SegmentPointer = { id };
  if (
    await writeTransaction([
      putWrite({ ...pointerKey, ...pointer }, ifAbsent),
      putWrite({ ...itemKey, ...segment }, ifAbsent),
    ])
  )
    return segment;
  const existing = await getItem(itemKey);
  if (existing) return existing;
  throw new ApiError(
    'conflict',
    `key: A segment with the key ${input.key} already exists. Choose another key`,
  );
}

/** Changes a segment. An undefined field keeps its stored value. */
export async function updateSegment(
  workspaceId: string,
  segmentId: string,
  changes: Partial<SegmentInput>,
): Promise<Segment> {
  const { id } = await expectSegment(workspaceId, segmentId);
  await refuseUnknownRuleTargets(workspaceId, changes);
  const updated = await updateItem(
    keys.segment(workspaceId, id),
    { set: { ...changes, updatedAt: nowIso() } },
    ifPresent,
  );
  if (!updated) throw notFound('segment');
  return updated;
}

/** Deletes the segment. Its contacts do not change. */
export async function deleteSegment(workspaceId: string, segmentId: string): Promise<void> {
  const { id, key } = await expectSegment(workspaceId, segmentId);
  // If another request deleted the segment first, the key may belong to a new segment, so do not delete the key.
  await writeTransaction([
    deleteWrite(keys.segment(workspaceId, id), ifPresent),
    deleteWrite(keys.segmentByKey(workspaceId, key)),
  ]);
}

/** Refuses with 422 if the rules refer to an audience or topic that does not exist. */
export async function refuseUnknownRuleTargets(
  workspaceId: string,
  { audienceId, topicKey }: Partial<SegmentInput>,
): Promise<void> {
  if (audienceId !== undefined && !(await findAudience(workspaceId, audienceId)))
    await refuseUnknownAudience(workspaceId, audienceId);
  if (topicKey) await refuseUnknownTopic(workspaceId, topicKey);
}
