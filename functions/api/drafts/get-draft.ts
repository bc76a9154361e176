import { expectDraft } from '../../../shared/domain/send/drafts/find';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentDraft } from './present';
import { draftRoutes } from './routes';

export const handler = endpoint(draftRoutes.getDraft, async (ctx, { params }) =>
  ok(presentDraft(await expectDraft(ctx, params.id))),
);
