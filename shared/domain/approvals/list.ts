import { readEmails } from '../emails/read-emails';
import { pendingApprovals } from './find';
import { presentApproval } from './present';

/** As many rows, and the list says that it is long, although it is whole. */
const longFrom = 500;

/** A function may answer with 6 MB. */
const answerBytesMax = 5_000_000;

/**
 * Every draft that waits for a decision, oldest first, with all that it says. Where that is more than one answer can
 * carry, the oldest ones come first and the list says so: the others follow once those are decided.
 */
export async function listPendingDrafts(workspaceId: string) {
  const approvals = await pendingApprovals(workspaceId);
  const found = await readEmails(
    workspaceId,
    approvals.map(({ messageId }) => messageId),
  );
  const all = approvals.flatMap((approval) => {
    const one = found.get(approval.messageId);
    return one ? [presentApproval(approval, one.email, one.content)] : [];
  });
  const drafts = whatFits(all);
  return { drafts, isLong: all.length >= longFrom || drafts.length < all.length };
}

function whatFits<T>(rows: readonly T[]): T[] {
  let bytes = 0;
  const fitting = rows.findIndex((row) => (bytes += Buffer.byteLength(JSON.stringify(row))) > answerBytesMax);
  return fitting === -1 ? [...rows] : rows.slice(0, Math.max(1, fitting));
}
