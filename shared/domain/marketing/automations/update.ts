import { restrictsMail, type RequestContext } from '../../../core/request-context';
import { all, ifPresent, isNot } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { updateItem } from '../../../db/table';
import { nowIso } from '../../../core/time';
import { refuseUnknownTopic } from '../../audience/topics/find';
import { expectAutomation } from './find';
import { refuseChangeOfActive } from './guardrails';
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

/**
 * Changes an automation. The new rules apply to existing enrollments from their next step. Throws 404, then 403 for the
 * guardrails of the key, then 422 for invalid input.
 */
export async function updateAutomation(
  ctx: RequestContext,
  id: string,
  readChanges: () => AutomationChanges,
): Promise<Automation> {
  const { workspaceId, credential } = ctx;
  const automation = await expectAutomation(workspaceId, id);
  if (automation.status === 'active') refuseChangeOfActive(credential);
  const changes = readChanges();
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
    restrictsMail(credential.guardrails) ? all(ifPresent, isNot('status', 'active')) : ifPresent,
  );
  // If another request activated or deleted the automation since the read, the check refuses the change now.
  return updated ?? updateAutomation(ctx, id, readChanges);
}
