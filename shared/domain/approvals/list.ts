import { answerBytes, answerBytesMax } from '../../answer-size';
import { chunksOf } from '../../chunks';
import { readEmails } from '../emails/read-emails';
import { pendingApprovals } from './find';
import { presentApproval } from './present';
import type { Approval } from './record';

/** As many rows, and the list says that it is long, although it is whole. */
const longFrom = 500;

type Draft = ReturnType<typeof presentApproval>;

/** Drafts are large: few of them are in memory at once. */
const atOnce = 5;

/**
 * Every draft that waits for a decision, oldest first, with all that it says. Where that is more than one answer can
 * carry, the oldest ones come first and the list says so: the others follow once those are decided.
 */
export async function listPendingDrafts(workspaceId: string) {
  const drafts: Draft[] = [];
  let bytes = 0;
  for (const approvals of chunksOf(await pendingApprovals(workspaceId), atOnce)) {
    for (const draft of await readDrafts(workspaceId, approvals)) {
      bytes += answerBytes(draft);
      if (bytes > answerBytesMax) return { drafts: drafts.length > 0 ? drafts : [cut(draft)], isLong: true };
      drafts.push(draft);
    }
  }
  return { drafts, isLong: drafts.length >= longFrom };
}

async function readDrafts(workspaceId: string, approvals: readonly Approval[]): Promise<Draft[]> {
  const ids = approvals.map(({ messageId }) => messageId);
  const found = await readEmails(workspaceId, ids);
  return approvals.flatMap((approval) => {
    const one = found.get(approval.messageId);
    return one?.email.status === 'queued' ? [presentApproval(approval, one.email, one.content)] : [];
  });
}

const cutTo = 500_000;

/** A draft that no answer can carry is shown as far as a person will read it: it must not hide all the others. */
const cut = (draft: Draft): Draft => ({
  ...draft,
  html: draft.html && draft.html.slice(0, cutTo),
  text: draft.text && draft.text.slice(0, cutTo),
});
