import type { ApiResponse } from './service';
import type { TestWorkspace } from './test-workspace';

type Fields = Record<string, unknown>;

/** Saves a draft, throws unless that succeeds, and returns it. */
export async function saveDraft(workspace: TestWorkspace, request: Fields): Promise<ApiResponse['body']> {
  const { status, body } = await workspace.api('POST', '/v1/drafts', request);
  if (status !== 201) throw new Error(`Not saved: ${JSON.stringify(body)}`);
  return body;
}

/** Saves a draft that can be sent, and returns its id. */
export const saveCompleteDraft = async (workspace: TestWorkspace, overrides: Fields = {}): Promise<string> =>
  (await saveDraft(workspace, workspace.buildEmail(overrides))).id;

export const getDraft = (workspace: TestWorkspace, id: string): Promise<ApiResponse> =>
  workspace.api('GET', `/v1/drafts/${id}`);

export const updateDraft = (workspace: TestWorkspace, id: string, fields: Fields): Promise<ApiResponse> =>
  workspace.api('PATCH', `/v1/drafts/${id}`, fields);

export const deleteDraft = (workspace: TestWorkspace, id: string): Promise<ApiResponse> =>
  workspace.api('DELETE', `/v1/drafts/${id}`);

export const sendDraft = (
  workspace: TestWorkspace,
  id: string,
  key = workspace.key,
  headers: Record<string, string> = {},
): Promise<ApiResponse> => workspace.api('POST', `/v1/drafts/${id}/send`, undefined, key, headers);

/** Returns the ids of all drafts, page by page. */
export async function listDrafts(workspace: TestWorkspace, limit = 100): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { body }: ApiResponse = await workspace.api('GET', `/v1/drafts?limit=${limit}&cursor=${cursor}`);
    pages.push(body.data.map(({ id }: { id: string }) => id));
    cursor = body.next_cursor;
  }
  return pages;
}
