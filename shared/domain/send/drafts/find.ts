import { notFound } from '../../../core/errors';
import type { RequestContext } from '../../../core/request-context';
import { hasExpired } from '../../../core/time';
import { isUuid } from '../../../db/cursor';
import { keys } from '../../../db/keys';
import { readPage } from '../../../db/page';
import { partitionQuery } from '../../../db/query';
import type { SavedDraft } from '../../../db/records/drafts';
import { getItem } from '../../../db/table';
import { readRequest, type DraftRequest } from './content';

/** A draft with its request. */
export interface LoadedDraft {
  draft: SavedDraft;
  request: DraftRequest;
}

type Viewer = Pick<RequestContext, 'workspaceId' | 'credential'>;

/**
 * Whether the credential sees the draft. Every endpoint finds its drafts here: a draft that a credential does not see is
 * absent from the list and 404. All credentials of a workspace see all of its drafts.
 */
const isVisible = ({ workspaceId }: Viewer, draft: SavedDraft): boolean =>
  draft.workspaceId === workspaceId && !hasExpired(draft.expiresAt);

export async function findDraft(viewer: Viewer, id: string): Promise<SavedDraft | undefined> {
  const draft = isUuid(id) ? await getItem(keys.savedDraft(viewer.workspaceId, id)) : undefined;
  return draft && isVisible(viewer, draft) ? draft : undefined;
}

/** Returns the draft with its request, or undefined. */
export async function loadDraft(viewer: Viewer, id: string): Promise<LoadedDraft | undefined> {
  let revision: string | undefined;
  for (;;) {
    const draft = await findDraft(viewer, id);
    // The request is missing, and no other request has replaced it.
    if (!draft || draft.revision === revision) return undefined;
    const request = await readRequest(draft);
    if (request) return { draft, request };
    revision = draft.revision;
  }
}

/** Returns the draft with its request or throws 404. */
export async function expectDraft(viewer: Viewer, id: string): Promise<LoadedDraft> {
  const loaded = await loadDraft(viewer, id);
  if (!loaded) throw notFound('draft');
  return loaded;
}

/** Returns a page of drafts, newest first. The caller reads only the requests that its response has room for. */
export async function listDrafts(
  viewer: Viewer,
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<{ drafts: AsyncGenerator<LoadedDraft, void>; next: string | null }> {
  const { pk } = keys.savedDraft(viewer.workspaceId, '');
  const query = partitionQuery(pk, { before: cursor, descending: true });
  const { records, next } = await readPage<SavedDraft>(query, limit, ({ id }) => id);
  return { drafts: loadRequests(records.filter((draft) => isVisible(viewer, draft))), next };
}

async function* loadRequests(drafts: readonly SavedDraft[]): AsyncGenerator<LoadedDraft, void> {
  for (const draft of drafts) {
    const request = await readRequest(draft);
    if (request) yield { draft, request };
  }
}
