import { deleteFeed } from '../../../shared/domain/platform/feeds/delete';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { feedRoutes } from './routes';

export const handler = endpoint(feedRoutes.deleteFeed, async (ctx, { params: { id } }) => {
  await deleteFeed(ctx, id);
  return ok({ id, deleted: true });
});
