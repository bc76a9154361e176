import { ifPresent } from '../../db/condition';
import { keys } from '../../db/keys';
import { erase, put, writeTogether } from '../../db/transaction';
import { notFound } from '../../errors';
import { logger } from '../../logger';
import { minuteMs, now, nowIso } from '../../time';
import { dueAtTime } from '../due/due-at';
import type { Due } from '../due/registry';
import { setAlarm } from '../due/set-alarm';
import { followUp } from '../follow-ups/follow-up';
import type { Automation, DeletedAutomation } from './record';
import { triggerPointers } from './triggers';

/** Requests that are under way may still enrol somebody; afterwards nobody does. */
export const quietAfterMs = 2 * minuteMs;

/** Deletes an automation: at once for everybody who reads (contract.md, D55), and then its enrolments one by one. */
export async function deleteAutomation(automation: Automation): Promise<void> {
  const { workspaceId, id, slug } = automation;
  const lookAgainAt = now() + quietAfterMs;
  const deleted: DeletedAutomation & Due = {
    id,
    workspaceId,
    deletedAt: nowIso(),
    ...dueAtTime(id, 'clearAutomation', lookAgainAt),
  };
  const isDeleted = await writeTogether([
    erase(keys.automation(workspaceId, id), ifPresent),
    erase(keys.automationOf(workspaceId, slug)),
    ...triggerPointers(automation).map((pointer) => erase(pointer)),
    put({ ...keys.deletedAutomation(workspaceId, id), ...deleted }),
  ]);
  if (!isDeleted) throw notFound('automation');
  await setAlarm(lookAgainAt);
  await followUp({ job: 'clearAutomation', workspaceId, id }).catch((error: unknown) => {
    logger.warn('an automation is cleared later', { automationId: id, error });
  });
}
