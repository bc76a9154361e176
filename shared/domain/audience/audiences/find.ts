import { isUuid } from '../../../db/cursor';
import { keys } from '../../../db/keys';
import { readPage, type Page } from '../../../db/page';
import { partitionQuery } from '../../../db/query';
import { getItem, queryAll } from '../../../db/table';
import { invalidRequest, notFound } from '../../../core/errors';
import type { Audience } from '../../../db/records/audiences';

export const findAudience = async (workspaceId: string, id: string): Promise<Audience | undefined> =>
  isUuid(id) ? getItem(keys.audience(workspaceId, id)) : undefined;

/**
 * Returns the audience with this id or throws 404. If `id` is an audience's name, the error states the audience's id
 * (R-29).
 */
export async function expectAudience(workspaceId: string, id: string): Promise<Audience> {
  const audience = await findAudience(workspaceId, id);
  if (audience) return audience;
  throw notFound('audience', await findIdHint(workspaceId, id));
}

/** Refuses an unknown audience in a field of the request body with 422. */
export async function refuseUnknownAudience(
  workspaceId: string,
  id: string,
  field = 'audience_id',
): Promise<never> {
  const hint = await findIdHint(workspaceId, id);
  throw invalidRequest(`${field}: No such audience${hint ? `. ${hint}` : ''}`);
}

async function findIdHint(workspaceId: string, name: string): Promise<string | undefined> {
  const normalizedName = name.trim().toLowerCase();
  const audiences = await queryAll<Audience>(partitionQuery(keys.audience(workspaceId, '').pk));
  const match = audiences.find((audience) => audience.name.toLowerCase() === normalizedName);
  return match && `The id of ${match.name} is ${match.id}`;
}

/** A page of audiences, newest first. */
export const listAudiences = (
  workspaceId: string,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<Page<Audience>> =>
  readPage<Audience>(
    partitionQuery(keys.audience(workspaceId, '').pk, { before, descending: true }),
    limit,
    ({ id }) => id,
  );
