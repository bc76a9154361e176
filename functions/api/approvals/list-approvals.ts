import { encodeCursor } from '../../../shared/db/cursor';
import { listPendingDrafts } from '../../../shared/domain/send/approvals/list';
import { composeDraft, type Draft } from '../../../shared/domain/send/approvals/compose-draft';
import { collectFittingRows } from '../../../shared/core/response-size';
import { ok, pagedList } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentListed } from './present';
import { approvalRoutes } from './routes';

/** Returns a page of drafts, oldest first. A page ends early if the response or the attachments become too large. */
export const handler = endpoint(approvalRoutes.listApprovals, async ({ workspaceId }, { query }) => {
  const page = new DraftPage(workspaceId, query);
  const { rows, isTruncated } = await collectFittingRows(page.readRows(), (row) => row);
  const last = rows.at(-1);
  return ok(pagedList(rows, last && (isTruncated || page.hasMore) ? encodeCursor(last.id) : null));
});

/** The attachments of a draft are read with its text. Their sizes limit the duration of a request. */
const attachmentBytesMax = 50_000_000;

/** Reads drafts until the page is complete. */
class DraftPage {
  hasMore = false;

  constructor(
    private readonly workspaceId: string,
    private readonly query: { limit: number; cursor: string | undefined },
  ) {}

  async *readRows() {
    let [rows, bytes] = [0, 0];
    for await (const { draft, context } of listPendingDrafts(this.workspaceId, this.query.cursor)) {
      if (rows === this.query.limit || bytes > attachmentBytesMax) {
        this.hasMore = true;
        return;
      }
      rows += 1;
      bytes += attachmentBytes(draft);
      yield await presentListed(draft, await composeDraft(draft, context));
    }
  }
}

const attachmentBytes = ({ approval }: Draft): number =>
  approval.attachments.reduce((total, { size }) => total + size, 0);
