import { expectInbox } from '../../../shared/domain/conversations/inboxes/find';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentInbox } from './present';
import { inboxRoutes } from './routes';

export const handler = endpoint(inboxRoutes.getInbox, async ({ workspaceId }, { params }) =>
  ok(presentInbox(await expectInbox(workspaceId, params.id))),
);
