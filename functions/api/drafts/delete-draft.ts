import { deleteDraft } from '../../../shared/domain/send/drafts/change';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { draftRoutes } from './routes';

export const handler = endpoint(draftRoutes.deleteDraft, async (ctx, { params: { id } }) => {
  await deleteDraft(ctx, id);
  return ok({ id, deleted: true });
});
