import { updateDraft } from '../../../shared/domain/send/drafts/change';
import { expectDraft } from '../../../shared/domain/send/drafts/find';
import { findDraftInbox } from '../../../shared/domain/send/drafts/inbox';
import { isObject } from '../../../shared/core/is-object';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentDraft } from './present';
import { readDraftFields } from './read-draft-fields';
import { draftRoutes } from './routes';

export const handler = endpoint(draftRoutes.updateDraft, async (ctx, { params, body }) => {
  const { request } = await expectDraft(ctx, params.id);
  const inboxId = await findDraftInbox(ctx, { ...request, ...(isObject(body.raw) ? body.raw : {}) });
  const changes = { request: readDraftFields(body), inboxId };
  return ok(presentDraft(await updateDraft(ctx, params.id, changes)));
});
