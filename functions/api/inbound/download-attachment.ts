import { findAttachment } from '../../../shared/domain/conversations/inbound/attachment';
import { endpoint } from '../../../shared/http/endpoint';
import { download, streamed } from '../../../shared/http/file';
import { inboundRoutes } from './routes';

export const handler = streamed(
  endpoint(inboundRoutes.downloadAttachment, async ({ workspaceId }, { params }) =>
    download(await findAttachment(workspaceId, params.message_id, params.index)),
  ),
);
