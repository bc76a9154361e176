import { ifPresent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { deleteWrite } from '../../../db/transaction';
import { notFound } from '../../../core/errors';
import { deleteAndPurge } from '../../platform/purge/delete-and-purge';
import type { Automation } from '../../../db/records/automations';
import { triggerPointers } from './triggers';

/** Deletes an automation. A background job then deletes its enrollments and other records. */
export async function deleteAutomation(automation: Automation): Promise<void> {
  const { workspaceId, id, slug } = automation;
  const isDeleted = await deleteAndPurge('clearAutomation', automation, [
    deleteWrite(keys.automation(workspaceId, id), ifPresent),
    deleteWrite(keys.automationBySlug(workspaceId, slug)),
    ...triggerPointers(automation).map((pointer) => deleteWrite(pointer)),
  ]);
  if (!isDeleted) throw notFound('automation');
}
