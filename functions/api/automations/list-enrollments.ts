import { fitting } from '../../../shared/core/answer-size';
import { encodeCursor } from '../../../shared/db/cursor';
import { expectAutomation } from '../../../shared/domain/marketing/automations/find';
import { newestEnrolments } from '../../../shared/domain/marketing/automations/enrollments/list';
import { list, ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { presentEnrolment } from './present';
import { automationRoutes } from './routes';

export const handler = endpoint(
  automationRoutes.listEnrollments,
  async ({ workspaceId }, { params, query: { status, cursor: before, limit } }) => {
    const { id } = await expectAutomation(workspaceId, params.id);
    const { records, next } = await newestEnrolments(workspaceId, id, { status, before, limit });
    const { rows, isCut } = await fitting(records, presentEnrolment);
    const last = isCut ? (rows.at(-1)?.id ?? null) : next;
    return ok(list(rows, last && encodeCursor(last)));
  },
);
