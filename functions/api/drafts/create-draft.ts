import { createDraft } from '../../../shared/domain/send/drafts/create';
import { findDraftInbox } from '../../../shared/domain/send/drafts/inbox';
import { created } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentDraft } from './present';
import { readDraftFields } from './read-draft-fields';
import { draftRoutes } from './routes';

export const handler = endpoint(draftRoutes.createDraft, async (ctx, { body }) => {
  const inboxId = await findDraftInbox(ctx, body.raw);
  return created(presentDraft(await createDraft(ctx, { request: readDraftFields(body), inboxId })));
});
