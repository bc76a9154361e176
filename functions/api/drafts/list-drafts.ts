import { encodeCursor } from '../../../shared/db/cursor';
import { listDrafts } from '../../../shared/domain/send/drafts/find';
import { collectFittingRows } from '../../../shared/core/response-size';
import { ok, pagedList } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentDraft } from './present';
import { draftRoutes } from './routes';

export const handler = endpoint(draftRoutes.listDrafts, async (ctx, { query }) => {
  const { drafts, next } = await listDrafts(ctx, query);
  const { rows, isTruncated } = await collectFittingRows(drafts, presentDraft);
  const position = isTruncated ? (rows.at(-1)?.id ?? null) : next;
  return ok(pagedList(rows, position && encodeCursor(position)));
});
