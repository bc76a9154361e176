import { findAttachment } from '../../../shared/domain/conversations/inbound/attachment';
import { endpoint } from '../../../shared/http/endpoint';
import { file, streamed } from '../../../shared/http/file';
import { inboundRoutes } from './routes';

export const handler = streamed(
  endpoint(inboundRoutes.downloadAttachment, async ({ workspaceId }, { params }) => {
    const { message_id: messageId = '', index = '' } = params;
    return file(await findAttachment(workspaceId, messageId, index));
  }),
);
