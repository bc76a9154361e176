import { composeDrafts, expectHeldEmail, loadDraft } from '../../../shared/domain/send/approvals/find-draft';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { streamResponse } from '../../../shared/http/download';
import { presentWhole } from './present';
import { approvalRoutes } from './routes';

export const handler = streamResponse(
  endpoint(approvalRoutes.getApproval, async (ctx, { params }) => {
    const draft = await loadDraft(await expectHeldEmail(ctx, params.id));
    const [composed] = await composeDrafts(ctx.workspaceId, [draft]);
    return ok(await presentWhole(draft, composed));
  }),
);
