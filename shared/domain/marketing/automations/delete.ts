import { ifPresent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { erase } from '../../../db/transaction';
import { notFound } from '../../../core/errors';
import { deleteAndClear } from '../../platform/purge/delete';
import type { Automation } from '../../../db/records/automations';
import { triggerPointers } from './triggers';

/** Deletes an automation, and then its enrolments one by one. */
export async function deleteAutomation(automation: Automation): Promise<void> {
  const { workspaceId, id, slug } = automation;
  const isDeleted = await deleteAndClear('clearAutomation', automation, [
    erase(keys.automation(workspaceId, id), ifPresent),
    erase(keys.automationOf(workspaceId, slug)),
    ...triggerPointers(automation).map((pointer) => erase(pointer)),
  ]);
  if (!isDeleted) throw notFound('automation');
}
