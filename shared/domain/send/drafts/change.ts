import { invalidState, notFound } from '../../../core/errors';
import type { RequestContext } from '../../../core/request-context';
import { nowIso } from '../../../core/time';
import { all, attributeNotExists, ifPresent, is, type Condition } from '../../../db/condition';
import { keys } from '../../../db/keys';
import type { SavedDraft } from '../../../db/records/drafts';
import { retryOnConflict, serviceUnavailable } from '../../../db/retry-on-conflict';
import { deleteWrite, updateWrite, writeTransaction, type TransactionWrite } from '../../../db/transaction';
import { startContentDeletion } from '../../platform/stored-content/start-deletion';
import { endContentWrites, prepareRequest } from './content';
import type { DraftInput } from './create';
import { expectDraft, findDraft, type LoadedDraft } from './find';

/** Replaces the given fields of the request. Null removes a field. Only a new `from` changes the inbox. */
export const updateDraft = (ctx: RequestContext, id: string, changes: DraftInput): Promise<LoadedDraft> =>
  retryOnConflict(
    () => tryUpdate(ctx, id, changes),
    () => serviceUnavailable('Other requests are changing this draft. Retry the request'),
  );

/** Returns undefined if another request changed the draft or began to send it meanwhile. */
async function tryUpdate(
  ctx: RequestContext,
  id: string,
  changes: DraftInput,
): Promise<LoadedDraft | undefined> {
  const { draft, request: oldRequest } = await expectDraft(ctx, id);
  refuseSending(draft);
  const request = Object.fromEntries(
    Object.entries({ ...oldRequest, ...changes.request }).filter(([, value]) => value !== null),
  );
  const { attributes, writes } = await prepareRequest(ctx.workspaceId, request, draft.storedContent);
  const inboxId = 'from' in changes.request ? changes.inboxId : draft.inboxId;
  const set = { ...attributes, updatedAt: nowIso(), ...(inboxId !== undefined && { inboxId }) };
  const optionalAttributes = ['inline', 'objectKey', 'storedContent', 'inboxId'] as const;
  const remove = optionalAttributes.filter((name) => !(name in set));
  const isWritten = await writeTransaction([
    updateWrite(keys.savedDraft(ctx.workspaceId, id), { set, remove }, isUnsent(draft)),
    ...writes,
    ...endContentWrites(draft),
  ]);
  if (!isWritten) return undefined;
  await startContentDeletion(draft);
  return { draft: { ...draft, ...set }, request };
}

/** Deletes the draft or throws 404. */
export async function deleteDraft(ctx: RequestContext, id: string): Promise<void> {
  await retryOnConflict(
    async () => {
      const draft = await findDraft(ctx, id);
      if (!draft) throw notFound('draft');
      refuseSending(draft);
      const isDeleted = await writeTransaction(deleteDraftWrites(draft, isUnsent(draft)));
      if (!isDeleted) return undefined;
      await startContentDeletion(draft);
      return true;
    },
    () => serviceUnavailable('Other requests are changing this draft. Retry the request'),
  );
}

/** The writes that delete the draft, its content and its place in the count. */
export const deleteDraftWrites = (
  draft: SavedDraft,
  condition: Condition<SavedDraft>,
): TransactionWrite[] => [
  deleteWrite(keys.savedDraft(draft.workspaceId, draft.id), condition),
  updateWrite(keys.draftCount(draft.workspaceId), { add: { drafts: -1 } }),
  ...endContentWrites(draft),
];

const isUnsent = ({ revision }: SavedDraft): Condition<SavedDraft> =>
  all(ifPresent, is('revision', revision), attributeNotExists('emailId'));

/** A send whose outcome is not known may have sent the present request. */
function refuseSending({ emailId }: SavedDraft): void {
  if (emailId !== undefined)
    throw invalidState(
      'A send of this draft has begun and its outcome is not known yet. Send the draft again to learn the outcome',
    );
}
