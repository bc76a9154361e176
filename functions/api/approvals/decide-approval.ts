import { decideApproval } from '../../../shared/domain/send/approvals/decide';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentDecision } from './present';
import { approvalRoutes } from './routes';

export const handler = endpoint(approvalRoutes.decideApproval, async (ctx, { params, body }) => {
  const decided = await decideApproval(ctx, params.id, () => {
    const { decision, decided_by: decidedBy = null, reason = null } = body.read();
    return { decision, decidedBy, reason };
  });
  return ok(presentDecision(decided));
});
