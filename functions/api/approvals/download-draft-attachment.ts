import { expectHeldEmail, loadDraft } from '../../../shared/domain/send/approvals/find-draft';
import { findDraftAttachment } from '../../../shared/domain/send/approvals/attachment';
import { endpoint } from '../../../shared/http/endpoint';
import { download, streamResponse } from '../../../shared/http/download';
import { approvalRoutes } from './routes';

export const handler = streamResponse(
  endpoint(approvalRoutes.downloadDraftAttachment, async (ctx, { params }) =>
    download(await findDraftAttachment(await loadDraft(await expectHeldEmail(ctx, params.id)), params.index)),
  ),
);
