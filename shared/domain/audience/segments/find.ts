import { isUuid } from '../../../db/cursor';
import { keys } from '../../../db/keys';
import { inPartition } from '../../../db/query';
import { getItem, queryAll } from '../../../db/table';
import { invalidRequest, notFound } from '../../../core/errors';
import type { Segment } from '../../../db/records/segments';

export const findSegment = async (workspaceId: string, id: string): Promise<Segment | undefined> =>
  isUuid(id) ? getItem<Segment>(keys.segment(workspaceId, id)) : undefined;

/** The segment with this id, or 404. Who gives its name or key instead is told the id (contract.md 1.5). */
export async function expectSegment(workspaceId: string, id: string): Promise<Segment> {
  const segment = await findSegment(workspaceId, id);
  if (segment) return segment;
  throw notFound('segment', await hintFor(workspaceId, id));
}

/** The same for a field of a body: 422. */
export async function refuseUnknownSegment(workspaceId: string, id: string): Promise<never> {
  const hint = await hintFor(workspaceId, id);
  throw invalidRequest(`segment_id: No such segment${hint ? `. ${hint}` : ''}`);
}

async function hintFor(workspaceId: string, name: string): Promise<string | undefined> {
  const wanted = name.trim().toLowerCase();
  const named = (await everySegment(workspaceId)).find(
    (segment) => segment.name.toLowerCase() === wanted || segment.key === wanted,
  );
  return named && `The id of ${named.name} is ${named.id}`;
}

export const segmentsMax = 500;

/** The segments of a workspace by name, 500 at most. */
export async function segmentsByName(workspaceId: string): Promise<Segment[]> {
  const segments = await everySegment(workspaceId);
  // They come oldest first, which decides between equal names.
  return segments.sort((a, b) => byName.compare(a.name, b.name)).slice(0, segmentsMax);
}

const everySegment = (workspaceId: string): Promise<Segment[]> =>
  queryAll<Segment>(inPartition(keys.segment(workspaceId, '').pk));

const byName = new Intl.Collator('en');
