import { composeOneDraft, expectDraft } from '../../../shared/domain/send/approvals/find-draft';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { streamResponse } from '../../../shared/http/download';
import { presentApproval } from './present';
import { approvalRoutes } from './routes';

export const handler = streamResponse(
  endpoint(approvalRoutes.getApproval, async ({ workspaceId }, { params }) => {
    const draft = await expectDraft(workspaceId, params.id);
    return ok(presentApproval(draft, await composeOneDraft(draft)));
  }),
);
