import type { RequestContext } from '../../../core/request-context';
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
import { refuseActivation } from './guardrails';
import type { Automation, AutomationStatus } from '../../../db/records/automations';

/** The index is eventually consistent. A second check finds entries that were paused just before the change. */
const recheckAfterMs = minuteMs;

/**
 * Sets the status. Setting the current status has no effect. Activation makes paused schedule entries due again. The
 * table records this rescheduling as due work, and the queue message starts the work immediately.
 */
export async function setAutomationStatus(
  { workspaceId, credential }: RequestContext,
  automationId: string,
  status: AutomationStatus,
): Promise<Automation> {
  const automation = await expectAutomation(workspaceId, automationId);
  const { id } = automation;
  if (status === 'active') refuseActivation(credential);
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
      logger.warn('automation resume delayed', { automationId: id, error });
    });
  }
  return changed;
}

function throwNotFound(): never {
  throw notFound('automation');
}
