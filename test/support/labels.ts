import type { ApiResponse } from './service';
import type { TestWorkspace } from './test-workspace';

interface LabelChanges {
  add?: readonly string[];
  remove?: readonly string[];
}

/** Changes the labels of a thread and returns the response. */
export const changeLabels = (
  workspace: TestWorkspace,
  threadId: string,
  changes: LabelChanges,
  headers: Record<string, string> = {},
): Promise<ApiResponse> =>
  workspace.api('POST', `/v1/threads/${threadId}/labels`, changes, workspace.key, headers);

/** Changes the labels of a thread, throws unless that succeeds, and returns the labels of the thread. */
export async function labelThread(
  workspace: TestWorkspace,
  threadId: string,
  changes: LabelChanges,
): Promise<string[]> {
  const { status, body } = await changeLabels(workspace, threadId, changes);
  if (status !== 200) throw new Error(`Not labeled: ${JSON.stringify(body)}`);
  return body.labels;
}

/** Returns the ids of all threads with the label, page by page, in the order of the list. */
export async function listLabeled(
  workspace: TestWorkspace,
  label: string,
  query = 'limit=200',
): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const path = `/v1/threads?label=${encodeURIComponent(label)}&${query}&cursor=${cursor}`;
    const { body }: ApiResponse = await workspace.api('GET', path);
    pages.push(body.data.map(({ id }: { id: string }) => id));
    cursor = body.next_cursor;
  }
  return pages;
}
