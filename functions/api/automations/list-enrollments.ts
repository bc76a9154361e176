import { collectFittingRows } from '../../../shared/core/response-size';
import { encodeCursor } from '../../../shared/db/cursor';
import { expectAutomation } from '../../../shared/domain/marketing/automations/find';
import { listEnrollments } from '../../../shared/domain/marketing/automations/enrollments/list';
import { pagedList, ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentEnrollment } from './present';
import { automationRoutes } from './routes';

export const handler = endpoint(
  automationRoutes.listEnrollments,
  async ({ workspaceId }, { params, query: { status, cursor: before, limit } }) => {
    const { id } = await expectAutomation(workspaceId, params.id);
    const { records, next } = await listEnrollments(workspaceId, id, { status, before, limit });
    const { rows, isTruncated: isCut } = await collectFittingRows(records, presentEnrollment);
    const nextPosition = isCut ? (rows.at(-1)?.id ?? null) : next;
    return ok(pagedList(rows, nextPosition && encodeCursor(nextPosition)));
  },
);
