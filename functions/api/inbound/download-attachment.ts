import { findAttachment } from '../../../shared/domain/conversations/inbound/attachment';
import { endpoint } from '../../../shared/http/endpoint';
import { download, streamResponse } from '../../../shared/http/download';
import { inboundRoutes } from './routes';

export const handler = streamResponse(
  endpoint(inboundRoutes.downloadAttachment, async (ctx, { params }) =>
    download(await findAttachment(ctx, params.message_id, params.index)),
  ),
);
