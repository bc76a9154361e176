import { listPendingDrafts } from '../../../shared/domain/send/approvals/list';
import { collectFittingRows } from '../../../shared/core/response-size';
import { ok, unpagedList } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentApproval } from './present';
import { approvalRoutes } from './routes';

/** As many rows, and the list says that it is long, although it is whole. */
const longListRows = 500;

/**
 * All that one answer can carry. Where that is not every draft, the oldest ones come first and the list says so: the
 * others follow once those are decided.
 */
export const handler = endpoint(approvalRoutes.listApprovals, async ({ workspaceId }) => {
  const { rows, isTruncated: isCut } = await collectFittingRows(
    listPendingDrafts(workspaceId),
    presentApproval,
    truncateDraft,
  );
  return ok(unpagedList(rows, isCut || rows.length >= longListRows));
});

const bodyLengthMax = 500_000;

/** A draft that no answer can carry is shown as far as a person will read it: it must not hide all the others. */
const truncateDraft = (draft: ReturnType<typeof presentApproval>) => ({
  ...draft,
  html: draft.html && draft.html.slice(0, bodyLengthMax),
  text: draft.text && draft.text.slice(0, bodyLengthMax),
});
