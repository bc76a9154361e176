import { expectRawMail } from '../../../shared/domain/conversations/inbound/received-message';
import { endpoint } from '../../../shared/http/endpoint';
import { download, streamResponse } from '../../../shared/http/download';
import { inboundRoutes } from './routes';

export const handler = streamResponse(
  endpoint(inboundRoutes.downloadRawMessage, async (ctx, { params }) =>
    download({
      content: await expectRawMail(ctx, params.message_id),
      contentType: 'message/rfc822',
      filename: `${params.message_id}.eml`,
    }),
  ),
);
