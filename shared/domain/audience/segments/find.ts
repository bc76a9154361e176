import { isUuid } from '../../../db/cursor';
import { keys } from '../../../db/keys';
import { partitionQuery } from '../../../db/query';
import { getItem, queryAll } from '../../../db/table';
import { invalidRequest, notFound } from '../../../core/errors';
import { findIdHint } from '../../../core/id-hint';
import type { Segment } from '../../../db/records/segments';

export const findSegment = async (workspaceId: string, id: string): Promise<Segment | undefined> =>
  isUuid(id) ? getItem(keys.segment(workspaceId, id)) : undefined;

/**
 * Returns the segment with this id or throws 404. If `id` is a segment's name or key, the error states the segment's id
 * (R-29).
 */
export async function expectSegment(workspaceId: string, id: string): Promise<Segment> {
  const segment = await findSegment(workspaceId, id);
  if (segment) return segment;
  throw notFound('segment', findIdHint(id, await listAllSegments(workspaceId)));
}

/** Refuses an unknown segment in a field of the request body with 422. */
export async function refuseUnknownSegment(workspaceId: string, id: string): Promise<never> {
  const hint = findIdHint(id, await listAllSegments(workspaceId));
  throw invalidRequest(`segment_id: No such segment${hint ? `. ${hint}` : ''}`);
}

export const segmentsMax = 500;

/** Returns the segments of a workspace, sorted by name, at most 500. */
export async function listSegments(workspaceId: string): Promise<Segment[]> {
  const segments = await listAllSegments(workspaceId);
  // The query returns segments oldest first. The sort is stable, so segments with equal names stay oldest first.
  return segments.sort((a, b) => byName.compare(a.name, b.name)).slice(0, segmentsMax);
}

const listAllSegments = (workspaceId: string): Promise<Segment[]> =>
  queryAll<Segment>(partitionQuery(keys.segment(workspaceId, '').pk));

const byName = new Intl.Collator('en');
