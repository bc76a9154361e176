import { isUuid } from '../../../db/cursor';
import { keys } from '../../../db/keys';
import { readPage, type Page } from '../../../db/page';
import { inPartition } from '../../../db/query';
import { getItem, queryAll } from '../../../db/table';
import { invalidRequest, notFound } from '../../../core/errors';
import type { Audience } from '../../../db/records/audiences';

export const findAudience = async (workspaceId: string, id: string): Promise<Audience | undefined> =>
  isUuid(id) ? getItem<Audience>(keys.audience(workspaceId, id)) : undefined;

/** The audience with this id, or 404. Who gives its name instead is told the id (contract.md 1.5). */
export async function expectAudience(workspaceId: string, id: string): Promise<Audience> {
  const audience = await findAudience(workspaceId, id);
  if (audience) return audience;
  throw notFound('audience', await hintFor(workspaceId, id));
}

/** The same for a field of a body: 422. */
export async function refuseUnknownAudience(
  workspaceId: string,
  id: string,
  field = 'audience_id',
): Promise<never> {
  const hint = await hintFor(workspaceId, id);
  throw invalidRequest(`${field}: No such audience${hint ? `. ${hint}` : ''}`);
}

async function hintFor(workspaceId: string, name: string): Promise<string | undefined> {
  const wanted = name.trim().toLowerCase();
  const audiences = await queryAll<Audience>(inPartition(keys.audience(workspaceId, '').pk));
  const named = audiences.find((audience) => audience.name.toLowerCase() === wanted);
  return named && `The id of ${named.name} is ${named.id}`;
}

/** A page of audiences, newest first. */
export const newestAudiences = (
  workspaceId: string,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<Page<Audience>> =>
  readPage<Audience>(
    inPartition(keys.audience(workspaceId, '').pk, { before, lastFirst: true }),
    limit,
    ({ id }) => id,
  );
