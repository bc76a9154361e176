import { decideApproval } from '../../../shared/domain/approvals/decide';
import { ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { approvalRoutes } from './routes';

export const handler = endpoint(approvalRoutes.decideApproval, async (ctx, { params: { id = '' }, body }) =>
  ok(await decideApproval(ctx, id, body)),
);
