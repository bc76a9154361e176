import { all, ifPresent, is } from '../../../../db/condition';
import { heldTurnsKey, keys } from '../../../../db/keys';
import { inIndex } from '../../../../db/query';
import { queryPages, updateItem } from '../../../../db/table';
import { runPaced } from '../../../../async/run-paced';
import { iso, minuteMs, now } from '../../../../core/time';
import { findAutomation } from '../find';
import type { Automation } from '../../../../db/records/automations';
import { dueAttributes } from '../../../platform/scheduler/due-at';
import { setAlarm } from '../../../platform/scheduler/set-alarm';
import { followUp } from '../../../platform/background-jobs/follow-up';
import type { Turn } from '../../../../db/records/enrollments';
import { releaseTurn } from './turn';

/** A new table takes 4,000 writes a second until its traffic grows: a turn takes four. */
const pace = { atOnceMax: 20, perSecondMax: 800 };

/** One run releases so many, and hands the rest to the next. */
const turnsMax = 20_000;

/** A message that has done nothing for so long is lost. */
const lostAfterMs = 5 * minuteMs;

/** What was held a moment before is found by now. */
const quietAfterMs = minuteMs;

/** Makes all turns due again that were held while the automation was not active; the longest due come first. */
export async function resumeAutomation(workspaceId: string, id: string): Promise<void> {
  const [beganAt, automation] = [now(), await findAutomation(workspaceId, id)];
  if (!automation) return;
  const key = keys.automation(workspaceId, id);
  // Somebody may have paused it and made it active again meanwhile: then it has yet to be looked at for that.
  const unchangedSince = all(ifPresent, is('updatedAt', automation.updatedAt));
  if (automation.status === 'active' && !(await releaseAll(workspaceId, id))) {
    // The message goes on; the table only if that is lost.
    await updateItem<Automation>(key, { set: { dueAt: iso(now() + lostAfterMs) } }, unchangedSince);
    return followUp({ job: 'resumeAutomation', workspaceId, id });
  }
  const changedAt = Date.parse(automation.updatedAt ?? automation.createdAt);
  if (beganAt < changedAt + quietAfterMs) return;
  await updateItem<Automation>(key, { remove: dueAttributes }, unchangedSince);
}

/** False: there are more. */
async function releaseAll(workspaceId: string, id: string): Promise<boolean> {
  let left = turnsMax;
  for await (const turns of queryPages<Turn>(
    inIndex('byWaiting', heldTurnsKey(workspaceId, id), { pageSize: 500 }),
  )) {
    await runPaced(turns, pace, releaseTurn);
    await setAlarm(now());
    left -= turns.length;
    if (left <= 0) return false;
  }
  return true;
}
