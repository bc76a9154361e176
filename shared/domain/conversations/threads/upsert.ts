import { threadsKey, timePosition } from '../../../db/keys';
import type { FullUpdate } from '../../../db/table';

/** What a thread begins with when the message that is to join it finds no record. */
export interface Beginning {
  workspaceId: string;
  threadId: string;
  /** Of the message that joins. */
  id: string;
  subject: string;
  createdAt: string;
}

export type Value = { to: unknown } | { unlessSet: unknown } | { expression: string };

export interface Change {
  set: Record<string, Value>;
  clauses?: string;
  values?: Record<string, unknown>;
}

/** Changes a thread, or starts it: one whose first email never left has no record yet. */
export function upsertThread(beginning: Beginning, { set, clauses = '', values = {} }: Change): FullUpdate {
  const all: Record<string, Value> = {
    id: { to: beginning.threadId },
    workspaceId: { to: beginning.workspaceId },
    subject: { unlessSet: beginning.subject },
    firstMessageId: { unlessSet: beginning.id },
    createdAt: { unlessSet: beginning.createdAt },
    handledAt: { unlessSet: null },
    ...set,
  };
  const assignments = Object.entries(all).map(([name, value]) => `${name} = ${assigned(name, value)}`);
  const assignedValues = Object.entries(all).flatMap(([name, value]) =>
    'expression' in value ? [] : [[`:${name}`, 'to' in value ? value.to : value.unlessSet] as const],
  );
  return {
    UpdateExpression: `SET ${assignments.join(', ')} ${clauses}`,
    ExpressionAttributeValues: { ...Object.fromEntries(assignedValues), ...values },
  };
}

function assigned(name: string, value: Value): string {
  if ('expression' in value) return value.expression;
  return 'to' in value ? `:${name}` : `if_not_exists(${name}, :${name})`;
}

/** Where the thread stands among the others. */
export function latest(
  { workspaceId, threadId }: Pick<Beginning, 'workspaceId' | 'threadId'>,
  at: string,
  how: 'to' | 'unlessSet',
): Record<string, Value> {
  const fields = {
    lastMessageAt: at,
    timeKey: threadsKey(workspaceId, threadId),
    timeAt: timePosition(at, threadId),
  };
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      how === 'to' ? { to: value } : { unlessSet: value },
    ]),
  );
}

/** A message of which is known late does not set the thread back to its time. */
export const unlessLater = 'attribute_not_exists(lastMessageAt) OR lastMessageAt <= :lastMessageAt';
