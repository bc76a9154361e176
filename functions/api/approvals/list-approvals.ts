import { pendingDrafts } from '../../../shared/domain/send/approvals/list';
import { fitting } from '../../../shared/core/answer-size';
import { ok, wholeList } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { presentApproval } from './present';
import { approvalRoutes } from './routes';

/** As many rows, and the list says that it is long, although it is whole. */
const longFrom = 500;

/**
 * All that one answer can carry. Where that is not every draft, the oldest ones come first and the list says so: the
 * others follow once those are decided.
 */
export const handler = endpoint(approvalRoutes.listApprovals, async ({ workspaceId }) => {
  const { rows, isCut } = await fitting(pendingDrafts(workspaceId), presentApproval, cut);
  return ok(wholeList(rows, isCut || rows.length >= longFrom));
});

const cutTo = 500_000;

/** A draft that no answer can carry is shown as far as a person will read it: it must not hide all the others. */
const cut = (draft: ReturnType<typeof presentApproval>) => ({
  ...draft,
  html: draft.html && draft.html.slice(0, cutTo),
  text: draft.text && draft.text.slice(0, cutTo),
});
