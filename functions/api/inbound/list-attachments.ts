import { collectFittingRows } from '../../../shared/core/response-size';
import { findAttachments } from '../../../shared/domain/conversations/inbound/attachment';
import { ok, unpagedList } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentAttachment } from './present';
import { inboundRoutes } from './routes';

export const handler = endpoint(inboundRoutes.listAttachments, async (ctx, { params }) => {
  const files = await findAttachments(ctx, params.message_id);
  const { rows, isTruncated } = await collectFittingRows(files, presentAttachment);
  return ok(unpagedList(rows, isTruncated));
});
