import { ifPresent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { partitionQuery } from '../../../db/query';
import { queryAll } from '../../../db/table';
import { deleteWrite } from '../../../db/transaction';
import { notFound } from '../../../core/errors';
import { deleteAndPurge } from '../../platform/purge/delete-and-purge';
import type { PurgeRecord } from '../../../db/records/deletions';
import { expectAudience } from './find';

/** Deletes an audience. A background job then removes the audience's contacts. */
export async function deleteAudience(workspaceId: string, audienceId: string): Promise<void> {
  const { id } = await expectAudience(workspaceId, audienceId);
  const isDeleted = await deleteAndPurge('emptyAudience', { workspaceId, id }, [
    deleteWrite(keys.audience(workspaceId, id), ifPresent),
  ]);
  if (!isDeleted) throw notFound('audience');
}

/** The ids of deleted audiences, which contact records may still contain. */
export async function listDeletedAudienceIds(workspaceId: string): Promise<ReadonlySet<string>> {
  const deleted = await queryAll<PurgeRecord>(partitionQuery(keys.deletedAudience(workspaceId, '').pk));
  return new Set(deleted.map(({ sk }) => sk));
}
