import { ifPresent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { updateItem } from '../../../db/table';
import { notFound } from '../../../core/errors';
import { nowIso } from '../../../core/time';
import { refuseUnknownTopic } from '../../audience/topics/find';
import { expectAutomation } from './find';
import { refuseMissingDefaults, loadTemplates } from './placeholders';
import type { Automation } from '../../../db/records/automations';
import { loadSteps } from './automation-steps';

/** An undefined field keeps its stored value. */
export type AutomationChanges = Partial<
  Pick<
    Automation,
    | 'topicKey'
    | 'exitTags'
    | 'requiredTags'
    | 'exitOnReply'
    | 'replyTo'
    | 'reenrollment'
    | 'defaultVariables'
    | 'contactFields'
  >
>;

/** Changes an automation. The new rules apply to existing enrollments from their next step. */
export async function updateAutomation(
  workspaceId: string,
  id: string,
  changes: AutomationChanges,
): Promise<Automation> {
  const automation = await expectAutomation(workspaceId, id);
  const { topicKey, defaultVariables, contactFields } = changes;
  if (topicKey && topicKey !== automation.topicKey) await refuseUnknownTopic(workspaceId, topicKey);
  if (defaultVariables || contactFields === false) {
    const steps = await loadSteps(automation);
    const templates = await loadTemplates(workspaceId, steps);
    await refuseMissingDefaults({ ...automation, ...changes }, steps, templates);
  }
  const updated = await updateItem(
    keys.automation(workspaceId, automation.id),
    { set: { ...changes, updatedAt: nowIso() } },
    ifPresent,
  );
  if (!updated) throw notFound('automation');
  return updated;
}
