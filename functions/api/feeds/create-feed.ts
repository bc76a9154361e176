import { expectInbox } from '../../../shared/domain/conversations/inboxes/find';
import { createFeed } from '../../../shared/domain/platform/feeds/create';
import { created } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentFeed } from './present';
import { feedRoutes } from './routes';

export const handler = endpoint(
  feedRoutes.createFeed,
  async ({ workspaceId }, { body: { events, inbox_id: inboxId = null } }) => {
    if (inboxId !== null) await expectInbox(workspaceId, inboxId);
    return created(presentFeed(await createFeed(workspaceId, { events, inboxId })));
  },
);
