import { collectFittingRows } from '../../../shared/core/response-size';
import { encodeCursor } from '../../../shared/db/cursor';
import { listAutomations } from '../../../shared/domain/marketing/automations/find';
import { iterateWithSteps } from '../../../shared/domain/marketing/automations/automation-steps';
import { loadEnrollmentCounts } from '../../../shared/domain/marketing/automations/enrollments/counts';
import { pagedList, ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentAutomation } from './present';
import { automationRoutes } from './routes';

export const handler = endpoint(
  automationRoutes.listAutomations,
  async ({ workspaceId }, { query: { cursor: before, limit } }) => {
    const { records, next } = await listAutomations(workspaceId, { before, limit });
    const ids = records.map(({ id }) => id);
    const counts = await loadEnrollmentCounts(workspaceId, ids);
    const { rows, isTruncated: isCut } = await collectFittingRows(
      iterateWithSteps(records),
      ({ automation, steps }) => presentAutomation(automation, { steps, counts: counts(automation.id) }),
    );
    const nextPosition = isCut ? (rows.at(-1)?.id ?? null) : next;
    return ok(pagedList(rows, nextPosition && encodeCursor(nextPosition)));
  },
);
