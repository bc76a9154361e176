import type { Automation } from '../../../shared/db/records/automations';
import { stepsOf } from '../../../shared/domain/marketing/automations/automation-steps';
import { countsOf } from '../../../shared/domain/marketing/automations/enrollments/counts';
import { presentAutomation } from './present';

/** An automation as it is answered, with what stands beside it. */
export async function showAutomation(automation: Automation) {
  const { workspaceId, id } = automation;
  const [steps, counts] = await Promise.all([stepsOf(automation), countsOf(workspaceId, [id])]);
  return presentAutomation(automation, { steps, counts: counts(id) });
}
