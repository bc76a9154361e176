import { updateDraft } from '../../../shared/domain/send/drafts/change';
import { expectDraft } from '../../../shared/domain/send/drafts/find';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentDraft } from './present';
import { readDraftFields } from './read-draft-fields';
import { draftRoutes } from './routes';

export const handler = endpoint(draftRoutes.updateDraft, async (ctx, { params, body }) => {
  await expectDraft(ctx, params.id);
  return ok(presentDraft(await updateDraft(ctx, params.id, readDraftFields(body))));
});
