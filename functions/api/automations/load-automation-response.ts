import type { Automation } from '../../../shared/db/records/automations';
import { loadSteps } from '../../../shared/domain/marketing/automations/automation-steps';
import { loadEnrollmentCounts } from '../../../shared/domain/marketing/automations/enrollments/counts';
import { presentAutomation } from './present';

/** Presents the automation with its steps and counts, which are stored in separate records. */
export async function loadAutomationResponse(automation: Automation) {
  const { workspaceId, id } = automation;
  const [steps, counts] = await Promise.all([loadSteps(automation), loadEnrollmentCounts(workspaceId, [id])]);
  return presentAutomation(automation, { steps, counts: counts(id) });
}
