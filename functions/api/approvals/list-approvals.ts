import { listPendingDrafts } from '../../../shared/domain/approvals/list';
import { ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { approvalRoutes } from './routes';

export const handler = endpoint(approvalRoutes.listApprovals, async ({ workspaceId }) => {
  const { drafts, isLong } = await listPendingDrafts(workspaceId);
  return ok({ object: 'list', data: drafts, has_more: isLong, next_cursor: null });
});
