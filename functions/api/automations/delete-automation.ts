import { deleteAutomation } from '../../../shared/domain/marketing/automations/delete';
import { expectAutomation } from '../../../shared/domain/marketing/automations/find';
import { loadEnrollmentCounts } from '../../../shared/domain/marketing/automations/enrollments/counts';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { automationRoutes } from './routes';

export const handler = endpoint(automationRoutes.deleteAutomation, async ({ workspaceId }, { params }) => {
  const automation = await expectAutomation(workspaceId, params.id);
  const { id } = automation;
  // Load the counts before the deletion, because a background job deletes the counts afterward.
  const counts = await loadEnrollmentCounts(workspaceId, [id]);
  await deleteAutomation(automation);
  return ok({ id, deleted: true, enrollments_canceled: counts(id).active });
});
