import { answerBytes, answerBytesMax } from '../../answer-size';
import { readEmails } from '../emails/read-emails';
import { pendingApprovals } from './find';
import { presentApproval } from './present';

/** As many rows, and the list says that it is long, although it is whole. */
const longFrom = 500;

type Draft = ReturnType<typeof presentApproval>;

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
    return one?.email.status === 'queued' ? [presentApproval(approval, one.email, one.content)] : [];
  });
  const drafts = whatFits(all);
  return { drafts, isLong: all.length >= longFrom || drafts.length < all.length };
}

function whatFits(drafts: readonly Draft[]): Draft[] {
  let bytes = 0;
  const fitting = drafts.findIndex((draft) => (bytes += answerBytes(draft)) > answerBytesMax);
  if (fitting === -1) return [...drafts];
  return fitting === 0 ? drafts.slice(0, 1).map(cut) : drafts.slice(0, fitting);
}

const cutTo = 500_000;

/** A draft that no answer can carry is shown as far as a person will read it: it must not hide all the others. */
const cut = (draft: Draft): Draft => ({
  ...draft,
  html: draft.html && draft.html.slice(0, cutTo),
  text: draft.text && draft.text.slice(0, cutTo),
});
