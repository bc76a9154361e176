import { notFound } from '../../../core/errors';
import { hasExpired } from '../../../core/time';
import { isUuid } from '../../../db/cursor';
import { keys } from '../../../db/keys';
import { readPage } from '../../../db/page';
import { partitionQuery, withFilter } from '../../../db/query';
import type { SavedDraft } from '../../../db/records/drafts';
import { getItem } from '../../../db/table';
import { ifVisible, isVisibleTo, type Viewer } from '../../platform/api-keys/inbox-limit';
import { readRequest, type DraftRequest } from './content';

/** A draft with its request. */
export interface LoadedDraft {
  draft: SavedDraft;
  request: DraftRequest;
}

/**
 * Returns the draft, or undefined if the viewer sees no such draft. Every endpoint finds a draft here. The query of the
 * list has the same condition.
 */
export async function findDraft(viewer: Viewer, id: string): Promise<SavedDraft | undefined> {
  const draft = isUuid(id) ? await getItem(keys.savedDraft(viewer.workspaceId, id)) : undefined;
  return draft && !hasExpired(draft.expiresAt) ? ifVisible(viewer, draft) : undefined;
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
  const drafts = partitionQuery(pk, { before: cursor, descending: true });
  const query = withFilter<SavedDraft>(drafts, isVisibleTo(viewer));
  const { records, next } = await readPage<SavedDraft>(query, limit, ({ id }) => id);
  return { drafts: loadRequests(records.filter(({ expiresAt }) => !hasExpired(expiresAt))), next };
}

async function* loadRequests(drafts: readonly SavedDraft[]): AsyncGenerator<LoadedDraft, void> {
  for (const draft of drafts) {
    const request = await readRequest(draft);
    if (request) yield { draft, request };
  }
}
