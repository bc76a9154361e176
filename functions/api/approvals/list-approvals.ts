import { listPendingDrafts } from '../../../shared/domain/send/approvals/list';
import { collectFittingRows } from '../../../shared/core/response-size';
import { ok, unpagedList } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentApproval } from './present';
import { approvalRoutes } from './routes';

/** If a response has at least this many rows, `has_more` is true even if the list is complete. */
const longListRows = 500;

/**
 * Returns as many drafts as fit into a response, oldest first. If some drafts do not fit, `has_more` is true. These
 * drafts appear in the list once older drafts are decided.
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

/** Shortens a draft that does not fit into a response. Otherwise, the draft would block the rest of the list. */
const truncateDraft = (draft: ReturnType<typeof presentApproval>) => ({
  ...draft,
  html: draft.html && draft.html.slice(0, bodyLengthMax),
  text: draft.text && draft.text.slice(0, bodyLengthMax),
});
