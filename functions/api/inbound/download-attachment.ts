import { findAttachment } from '../../../shared/domain/conversations/inbound/attachment';
import { endpoint } from '../../../shared/http/endpoint';
import { download, streamAnswer } from '../../../shared/http/download';
import { inboundRoutes } from './routes';

export const handler = streamAnswer(
  endpoint(inboundRoutes.downloadAttachment, async ({ workspaceId }, { params }) =>
    download(await findAttachment(workspaceId, params.message_id, params.index)),
  ),
);
