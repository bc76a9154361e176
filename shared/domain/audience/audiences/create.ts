import type { RequestContext } from '../../../core/request-context';
import { ifAbsent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { putItem } from '../../../db/table';
import { toIso, timeOfId } from '../../../core/time';
import type { Audience } from '../../../db/records/audiences';

/** Creates an audience. A retry returns the audience that the first attempt created. */
export async function createAudience(
  { workspaceId, operation: { id } }: RequestContext,
  name: string,
): Promise<Audience> {
  const audience: Audience = { id, workspaceId, name, contactCount: 0, createdAt: toIso(timeOfId(id)) };
  return (await putItem<Audience>({ ...keys.audience(workspaceId, id), ...audience }, ifAbsent)) ?? audience;
}
