import { decideApproval } from '../../../shared/domain/send/approvals/decide';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentDecision } from './present';
import { approvalRoutes } from './routes';

export const handler = endpoint(approvalRoutes.decideApproval, async (ctx, { params, body }) => {
  const decided = await decideApproval(ctx, params.id, () => {
    const {
      decision,
      decided_by: decidedBy = null,
      reason = null,
      content_sha256: contentSha256 = null,
    } = body.read();
    return { decision, decidedBy, reason, contentSha256 };
  });
  return ok(presentDecision(decided));
});
