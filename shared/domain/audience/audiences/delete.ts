import { ifPresent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { inPartition } from '../../../db/query';
import { queryAll } from '../../../db/table';
import { erase } from '../../../db/transaction';
import { notFound } from '../../../core/errors';
import { deleteAndClear } from '../../platform/purge/delete';
import type { Deleted } from '../../../db/records/deletions';
import { expectAudience } from './find';

/** Deletes an audience, and then takes it off its people one by one. */
export async function deleteAudience(workspaceId: string, audienceId: string): Promise<void> {
  const { id } = await expectAudience(workspaceId, audienceId);
  const isDeleted = await deleteAndClear('emptyAudience', { workspaceId, id }, [
    erase(keys.audience(workspaceId, id), ifPresent),
  ]);
  if (!isDeleted) throw notFound('audience');
}

/** The ids of audiences that are gone for everybody, and may still stand on contacts. */
export async function deletedAudiences(workspaceId: string): Promise<ReadonlySet<string>> {
  const deleted = await queryAll<Deleted>(inPartition(keys.deletedAudience(workspaceId, '').pk));
  return new Set(deleted.map(({ sk }) => sk));
}
