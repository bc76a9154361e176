import { ifPresent } from '../../db/condition';
import { heldTurnsKey, keys } from '../../db/keys';
import { inIndex } from '../../db/query';
import { queryPages, updateItem } from '../../db/table';
import { runPaced } from '../../run-paced';
import { minuteMs, now } from '../../time';
import { findAutomation } from '../automations/find';
import type { Automation } from '../automations/record';
import { dueAttributes } from '../due/due-at';
import { setAlarm } from '../due/set-alarm';
import type { Turn } from './record';
import { releaseTurn } from './turn';

/** A new table takes 4,000 writes a second until its traffic grows: a turn takes four. */
const pace = { atOnceMax: 20, perSecondMax: 800 };

/** What was held a moment before is found by now. */
const quietAfterMs = minuteMs;

/** Makes all turns due again that were held while the automation was not active; the longest due come first. */
export async function resumeAutomation(workspaceId: string, id: string): Promise<void> {
  const [beganAt, automation] = [now(), await findAutomation(workspaceId, id)];
  if (!automation) return;
  if (automation.status === 'active') await releaseAll(workspaceId, id);
  const changedAt = Date.parse(automation.updatedAt ?? automation.createdAt);
  if (beganAt < changedAt + quietAfterMs) return;
  await updateItem<Automation>(keys.automation(workspaceId, id), { remove: dueAttributes }, ifPresent);
}

async function releaseAll(workspaceId: string, id: string): Promise<void> {
  for await (const turns of queryPages<Turn>(
    inIndex('byWaiting', heldTurnsKey(workspaceId, id), { pageSize: 500 }),
  )) {
    await runPaced(turns, pace, releaseTurn);
    await setAlarm(now());
  }
}
