import { keys } from '../../../db/keys';
import { updateItem } from '../../../db/table';
import { now } from '../../../core/time';
import { dueAttributes } from '../scheduler/due-attributes';
import { scheduleWakeup } from '../scheduler/schedule-wakeup';
import type { Retention } from '../../../db/records/retention';

/** Schedules the job that deletes the workspace's expired email, starting now. A repeated call runs the job sooner. */
export async function scheduleExpiry(workspaceId: string): Promise<void> {
  const at = now();
  const retention: Retention = {
    id: workspaceId,
    workspaceId,
    ...dueAttributes(workspaceId, 'expireMail', at),
  };
  await updateItem(keys.retention(workspaceId), { set: retention, remove: ['position'] });
  await scheduleWakeup(at);
}
