import { isNot, all, ifPresent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { updateItem } from '../../../db/table';
import { notFound } from '../../../core/errors';
import { logger } from '../../../core/logger';
import { minuteMs, now, nowIso } from '../../../core/time';
import { dueAttributes } from '../../platform/scheduler/due-attributes';
import { scheduleWakeup } from '../../platform/scheduler/schedule-wakeup';
import { enqueueBackgroundJobs } from '../../platform/background-jobs/enqueue-jobs';
import { expectAutomation, findAutomation } from './find';
import type { Automation, AutomationStatus } from '../../../db/records/automations';

/** An index shows a record a moment after it was written: what was held just now is found the second time. */
const recheckAfterMs = minuteMs;

/**
 * Sets the status; the one that it has changes nothing. Whose turn was held while it was not active goes on: the table
 * knows that this has yet to be done, and the message only has it begin now.
 */
export async function setAutomationStatus(
  workspaceId: string,
  automationId: string,
  status: AutomationStatus,
): Promise<Automation> {
  const automation = await expectAutomation(workspaceId, automationId);
  const { id } = automation;
  if (automation.status === status) return automation;
  const recheckAt = now() + recheckAfterMs;
  const isResumed = status === 'active';
  const changed = await updateItem(
    keys.automation(workspaceId, id),
    {
      set: {
        status,
        updatedAt: nowIso(),
        ...(isResumed && dueAttributes(id, 'resumeAutomation', recheckAt)),
      },
    },
    all(ifPresent, isNot('status', status)),
  );
  if (!changed) return (await findAutomation(workspaceId, id)) ?? throwNotFound();
  if (isResumed) {
    await scheduleWakeup(recheckAt);
    await enqueueBackgroundJobs({ job: 'resumeAutomation', workspaceId, id }).catch((error: unknown) => {
      logger.warn('an automation goes on later', { automationId: id, error });
    });
  }
  return changed;
}

function throwNotFound(): never {
  throw notFound('automation');
}
