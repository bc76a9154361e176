import { isUuid } from '../../../db/cursor';
import { keys } from '../../../db/keys';
import { readPage, type Page } from '../../../db/page';
import { partitionQuery } from '../../../db/query';
import { getItem, queryAll } from '../../../db/table';
import { invalidRequest, notFound } from '../../../core/errors';
import { findIdHint } from '../../../core/id-hint';
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
  throw notFound('audience', await findHint(workspaceId, id));
}

/** Refuses an unknown audience in a field of the request body with 422. */
export async function refuseUnknownAudience(
  workspaceId: string,
  id: string,
  field = 'audience_id',
): Promise<never> {
  const hint = await findHint(workspaceId, id);
  throw invalidRequest(`${field}: No such audience${hint ? `. ${hint}` : ''}`);
}

const findHint = async (workspaceId: string, name: string): Promise<string | undefined> =>
  findIdHint(name, await queryAll<Audience>(partitionQuery(keys.audience(workspaceId, '').pk)));

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
