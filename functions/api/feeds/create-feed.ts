import { createFeed } from '../../../shared/domain/platform/feeds/create';
import { created } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentFeed } from './present';
import { feedRoutes } from './routes';

export const handler = endpoint(feedRoutes.createFeed, async (ctx, { body: { events, inbox_id: inboxId } }) =>
  created(presentFeed(await createFeed(ctx, { events, inboxId: inboxId ?? undefined }))),
);
