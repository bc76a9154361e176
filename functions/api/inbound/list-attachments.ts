import { fitting } from '../../../shared/core/answer-size';
import { attachmentsOf } from '../../../shared/domain/conversations/inbound/attachment';
import { ok, wholeList } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { presentAttachment } from './present';
import { inboundRoutes } from './routes';

export const handler = endpoint(inboundRoutes.listAttachments, async ({ workspaceId }, { params }) => {
  const files = await attachmentsOf(workspaceId, params.message_id);
  const { rows, isCut } = await fitting(files, presentAttachment);
  return ok(wholeList(rows, isCut));
});
