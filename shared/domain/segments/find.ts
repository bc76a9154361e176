import { isUuid } from '../../db/cursor';
import { keys } from '../../db/keys';
import { inPartition } from '../../db/query';
import { getItem, queryAll } from '../../db/table';
import { notFound } from '../../errors';
import type { Segment } from './record';

/** The segment with this id, or 404. Who gives its name or key instead is told the id (contract.md 1.5). */
export async function expectSegment(workspaceId: string, id: string): Promise<Segment> {
  const segment = isUuid(id) ? await getItem<Segment>(keys.segment(workspaceId, id)) : undefined;
  if (segment) return segment;
  const wanted = id.trim().toLowerCase();
  const named = (await everySegment(workspaceId)).find(
    ({ name, key }) => name.toLowerCase() === wanted || key === wanted,
  );
  throw notFound('segment', named && `The id of ${named.name} is ${named.id}`);
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
