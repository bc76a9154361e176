import type { RequestContext } from '../../../core/request-context';
import { invalidRequest } from '../../../core/errors';
import { epochSeconds, now, timeOfId, toIso } from '../../../core/time';
import {
  any,
  attributeNotExists,
  greaterThan,
  ifAbsent,
  is,
  lessThan,
  type Condition,
} from '../../../db/condition';
import { keys } from '../../../db/keys';
import { partitionQuery, withFilter } from '../../../db/query';
import type { DraftCount, SavedDraft } from '../../../db/records/drafts';
import { retryOnConflict, serviceUnavailable } from '../../../db/retry-on-conflict';
import { countItems, getItem, updateItem } from '../../../db/table';
import { putWrite, updateWrite, writeTransaction } from '../../../db/transaction';
import { prepareRequest, type DraftRequest } from './content';
import { findDraft, type LoadedDraft } from './find';

const draftsMax = 1_000;

const hasRoom: Condition<DraftCount> = any(attributeNotExists('drafts'), lessThan('drafts', draftsMax));

/** The request of a draft and the inbox that `findDraftInbox` returns for it. */
export interface DraftInput {
  request: DraftRequest;
  inboxId: string | undefined;
}

/** Saves a new draft. A retry returns the draft as the first attempt saved it. */
export async function createDraft(
  ctx: RequestContext,
  { request, inboxId }: DraftInput,
): Promise<LoadedDraft> {
  const { workspaceId, operation } = ctx;
  const saved = operation.isRetry ? await findDraft(ctx, operation.id) : undefined;
  if (saved) return { draft: { ...saved, updatedAt: null }, request };
  const { attributes, writes } = await prepareRequest(workspaceId, request);
  const draft: SavedDraft = {
    id: operation.id,
    workspaceId,
    createdAt: toIso(timeOfId(operation.id)),
    updatedAt: null,
    ...(inboxId !== undefined && { inboxId }),
    ...attributes,
  };
  await retryOnConflict(
    async () => {
      const isSaved = await writeTransaction([
        putWrite({ ...keys.savedDraft(workspaceId, draft.id), ...draft }, ifAbsent),
        updateWrite(keys.draftCount(workspaceId), { add: { drafts: 1 } }, hasRoom),
        ...writes,
      ]);
      if (isSaved) return true;
      await countDraftsAgain(workspaceId);
      return undefined;
    },
    () => serviceUnavailable('Other requests are saving drafts. Retry the request'),
  );
  return { draft, request };
}

/** Corrects the count, which includes expired drafts. Throws 422 if the workspace has its maximum of drafts. */
async function countDraftsAgain(workspaceId: string): Promise<void> {
  const key = keys.draftCount(workspaceId);
  const counted = await getItem(key);
  if (!counted || counted.drafts < draftsMax) return;
  const { pk } = keys.savedDraft(workspaceId, '');
  const kept = withFilter<SavedDraft>(partitionQuery(pk), greaterThan('expiresAt', epochSeconds(now())));
  const drafts = await countItems({ ...kept, ConsistentRead: true });
  if (drafts >= draftsMax)
    throw invalidRequest(`A workspace can have at most ${draftsMax} drafts. Send or delete a draft first`);
  await updateItem(key, { set: { drafts } }, is('drafts', counted.drafts));
}
