import { all, ifPresent, unchanged } from '../../../db/condition';
import { keys, labelPartitions } from '../../../db/keys/index';
import { partitionQuery } from '../../../db/query';
import type { LabelUse, Thread, ThreadLabel } from '../../../db/records/threads';
import { serviceUnavailable, retryOnConflict } from '../../../db/retry-on-conflict';
import { getItem, putItem, queryPage, updateItem } from '../../../db/table';
import { deleteWrite, putWrite, updateWrite, writeTransaction } from '../../../db/transaction';
import { chunksOf } from '../../../core/chunks';
import { invalidRequest } from '../../../core/errors';
import { nowIso } from '../../../core/time';
import { expectThread } from './find';

const labelsOfThreadMax = 20;
const labelsOfWorkspaceMax = 200;

export interface LabelChange {
  add: readonly string[];
  remove: readonly string[];
}

/** Changes the labels of a thread. Adds first and then removes, so a label in both lists is removed. */
export const changeLabels = (workspaceId: string, id: string, change: LabelChange): Promise<Thread> =>
  retryOnConflict(
    () => tryChangeLabels(workspaceId, id, change),
    () => serviceUnavailable('Other messages and requests are changing the thread. Retry the request'),
  );

/** Returns undefined if a message or another request changed the thread meanwhile. */
async function tryChangeLabels(
  workspaceId: string,
  id: string,
  { add, remove }: LabelChange,
): Promise<Thread | undefined> {
  const { labels: oldLabels, ...thread } = await expectThread(workspaceId, id);
  const labels = new Set([...(oldLabels ?? []), ...add].filter((label) => !remove.includes(label)));
  if (labels.size > labelsOfThreadMax)
    throw invalidRequest(
      `A thread can have at most ${labelsOfThreadMax} labels, but this thread would have ${labels.size}. Remove labels first`,
    );
  const added = [...labels].filter((label) => !oldLabels?.has(label));
  const removed = [...(oldLabels ?? [])].filter((label) => !labels.has(label));
  await startLabelUse(workspaceId);
  await registerLabels(workspaceId, added);
  const { timeAt } = thread;
  const isWritten = await writeTransaction([
    updateWrite(
      keys.thread(workspaceId, id),
      labels.size > 0 ? { set: { labels } } : { remove: ['labels'] },
      all(ifPresent, unchanged({ labels: oldLabels, timeAt })),
    ),
    ...added.map((label) => {
      const key = keys.threadLabel(workspaceId, label, id);
      return putWrite<ThreadLabel>({ ...key, timeKey: key.pk, timeAt });
    }),
    ...removed.map((label) => deleteWrite(keys.threadLabel(workspaceId, label, id))),
  ]);
  return isWritten ? { ...thread, ...(labels.size > 0 && { labels }) } : undefined;
}

/** Marks the thread as read or unread. Messages do not change this. */
export async function markRead(
  workspaceId: string,
  id: string,
  isRead: boolean,
): Promise<Thread | undefined> {
  await startLabelUse(workspaceId);
  return updateItem(keys.thread(workspaceId, id), { set: { readAt: isRead ? nowIso() : null } }, ifPresent);
}

/** From now on, all threads of the workspace show labels and the read state. */
async function startLabelUse(workspaceId: string): Promise<void> {
  const key = keys.labelUse(workspaceId);
  if (!(await getItem(key))) await putItem<LabelUse>({ ...key, usedSince: nowIso() });
}

/**
 * Adds new labels to the labels of the workspace before a thread gets them. Once the workspace is full, drops the labels
 * that no thread has anymore. A thread that gets such a label at that moment keeps it.
 */
const registerLabels = (workspaceId: string, labels: readonly string[]): Promise<boolean> =>
  retryOnConflict(
    () => tryRegisterLabels(workspaceId, labels),
    () => serviceUnavailable('Other requests are adding labels. Retry the request'),
  );

/** Returns undefined if another request changed the labels of the workspace meanwhile. */
async function tryRegisterLabels(workspaceId: string, labels: readonly string[]): Promise<true | undefined> {
  const key = keys.labels(workspaceId);
  const registry = await getItem(key);
  const known = registry?.labels ?? new Set();
  if (labels.every((label) => known.has(label))) return true;
  const union = new Set([...known, ...labels]);
  const registered =
    union.size > labelsOfWorkspaceMax
      ? new Set([...(await filterUsed(workspaceId, [...known])), ...labels])
      : union;
  if (registered.size > labelsOfWorkspaceMax)
    throw invalidRequest(
      `A workspace can have at most ${labelsOfWorkspaceMax} labels. Remove a label from all of its threads first`,
    );
  const updated = await updateItem(
    key,
    { set: { labels: registered } },
    unchanged({ labels: registry?.labels }),
  );
  return updated && true;
}

/** Each label takes one query for each of its partitions. */
const labelsPerQuery = 10;

async function filterUsed(workspaceId: string, labels: readonly string[]): Promise<string[]> {
  const used: string[] = [];
  for (const chunk of chunksOf(labels, labelsPerQuery)) {
    const areUsed = await Promise.all(chunk.map((label) => isUsed(workspaceId, label)));
    used.push(...chunk.filter((_label, index) => areUsed[index]));
  }
  return used;
}

async function isUsed(workspaceId: string, label: string): Promise<boolean> {
  const pages = await Promise.all(
    labelPartitions(workspaceId, label).map((pk) => queryPage(partitionQuery(pk, { pageSize: 1 }))),
  );
  return pages.some(({ items }) => items.length > 0);
}
