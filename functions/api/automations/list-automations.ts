import { fitting } from '../../../shared/core/answer-size';
import { encodeCursor } from '../../../shared/db/cursor';
import { newestAutomations } from '../../../shared/domain/marketing/automations/find';
import { eachWithSteps } from '../../../shared/domain/marketing/automations/automation-steps';
import { countsOf } from '../../../shared/domain/marketing/automations/enrollments/counts';
import { list, ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { presentAutomation } from './present';
import { automationRoutes } from './routes';

export const handler = endpoint(
  automationRoutes.listAutomations,
  async ({ workspaceId }, { query: { cursor: before, limit } }) => {
    const { records, next } = await newestAutomations(workspaceId, { before, limit });
    const ids = records.map(({ id }) => id);
    const counts = await countsOf(workspaceId, ids);
    const { rows, isCut } = await fitting(eachWithSteps(records), ({ automation, steps }) =>
      presentAutomation(automation, { steps, counts: counts(automation.id) }),
    );
    const last = isCut ? (rows.at(-1)?.id ?? null) : next;
    return ok(list(rows, last && encodeCursor(last)));
  },
);
