import { all, unchanged, type Condition } from '../../../db/condition';
import { keys } from '../../../db/keys/index';
import type { Thread, ThreadLabel } from '../../../db/records/threads';
import { updateWrite, type TransactionWrite } from '../../../db/transaction';
import type { ThreadChange } from './upsert-thread';

type Labels = Thread['labels'];

/** Makes the changes conditional on the labels, so that the labels that move with the thread are its current labels. */
export function withUnchangedLabels(changes: readonly ThreadChange[], labels: Labels): ThreadChange[] {
  const hasLabels: Condition<Thread> = unchanged({ labels });
  return changes.map((change) => ({
    ...change,
    condition: change.condition ? all<Thread>(change.condition, hasLabels) : hasLabels,
  }));
}

/** Moves the labels to the new position of the thread, in the transaction that makes the change. */
export function labelMoveWrites(
  { workspaceId, threadId }: { workspaceId: string; threadId: string },
  labels: Labels,
  { changes }: ThreadChange,
): TransactionWrite[] {
  const timeAt = changes.set?.timeAt;
  if (timeAt === undefined) return [];
  return [...(labels ?? [])].map((label) => {
    const key = keys.threadLabel(workspaceId, label, threadId);
    return updateWrite<ThreadLabel>(key, { set: { timeKey: key.pk, timeAt } });
  });
}

export const areSameLabels = (one: Labels, other: Labels): boolean =>
  one?.size === other?.size && [...(one ?? [])].every((label) => other?.has(label));
