import { encodeCursor } from '../../../shared/db/cursor';
import { composeDrafts } from '../../../shared/domain/send/approvals/find-draft';
import { listPendingDrafts } from '../../../shared/domain/send/approvals/list';
import { collectFittingRows } from '../../../shared/core/response-size';
import { ok, pagedList } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentListed } from './present';
import { approvalRoutes } from './routes';

/** Returns a page of drafts, oldest first. A page ends early if the response becomes too large. */
export const handler = endpoint(approvalRoutes.listApprovals, async (ctx, { query }) => {
  const { drafts, hasMore } = await listPendingDrafts(ctx, query);
  const composed = await composeDrafts(ctx.workspaceId, drafts);
  const presented = await Promise.all(drafts.map((draft, index) => presentListed(draft, composed[index])));
  const { rows, isTruncated } = await collectFittingRows(presented, (row) => row);
  const last = rows.at(-1);
  return ok(pagedList(rows, last && (isTruncated || hasMore) ? encodeCursor(last.id) : null));
});
