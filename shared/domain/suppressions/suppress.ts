import { keys, suppressionsKey, timePosition } from '../../db/keys';
import { getItem, updateItem, writeTogether } from '../../db/table';
import { bareAddress } from '../../text/mailbox';
import { newId, nowIso } from '../../time';
import { withdrawFromScheduled } from '../later/withdraw';
import type { Suppression, SuppressionReason, SuppressionScope } from './record';

export interface Wanted {
  scope: SuppressionScope;
  reason: SuppressionReason;
  detail?: string;
}

/**
 * Suppresses the address and returns the row that now refuses its mail. An existing row keeps its id, date
 * and detail, and its reason too where that is a hard bounce or a complaint.
 */
export async function suppress(workspaceId: string, address: string, wanted: Wanted): Promise<Suppression> {
  const email = bareAddress(address);
  const key = keys.suppression(workspaceId, email, wanted.scope);
  const written = await updateItem<Suppression>(key, unlessGraver(workspaceId, email, wanted));
  // Undefined once more when the row was lifted since the write was refused: then it may be written now.
  return written ?? (await getItem<Suppression>(key)) ?? suppress(workspaceId, address, wanted);
}

/** Suppresses the address for marketing, and takes it out of every email that is scheduled to it. */
export async function unsubscribe(workspaceId: string, address: string): Promise<void> {
  await suppress(workspaceId, address, { scope: 'marketing', reason: 'unsubscribe' });
  await withdrawFromScheduled(workspaceId, bareAddress(address));
}

/** All or none of them. False when one of the addresses has a row whose reason stays. */
export const suppressTogether = (
  workspaceId: string,
  emails: readonly string[],
  wanted: Wanted,
): Promise<boolean> =>
  writeTogether((table) =>
    emails.map((email) => ({
      Update: {
        ...table,
        Key: keys.suppression(workspaceId, email, wanted.scope),
        ...unlessGraver(workspaceId, email, wanted),
      },
    })),
  );

/** Reasons that a later one does not replace. */
const graveReasons: readonly SuppressionReason[] = ['hard_bounce', 'complaint'];

/** Whether suppressing for the wanted reason would leave the row as it is. */
export const wouldStay = (row: Suppression, { reason }: Wanted): boolean =>
  row.reason === reason || graveReasons.includes(row.reason);

function unlessGraver(workspaceId: string, email: string, { scope, reason, detail }: Wanted) {
  const [id, at] = [newId(), nowIso()];
  return {
    UpdateExpression: [
      'SET id = if_not_exists(id, :id)',
      'workspaceId = :workspaceId',
      'email = :email',
      '#scope = :scope',
      'reason = :reason',
      'detail = if_not_exists(detail, :detail)',
      'createdAt = if_not_exists(createdAt, :at)',
      'timeKey = :timeKey',
      'timeAt = if_not_exists(timeAt, :timeAt)',
    ].join(', '),
    ConditionExpression: 'attribute_not_exists(reason) OR NOT reason IN (:hardBounce, :complaint)',
    ExpressionAttributeNames: { '#scope': 'scope' },
    ExpressionAttributeValues: {
      ':id': id,
      ':workspaceId': workspaceId,
      ':email': email,
      ':scope': scope,
      ':reason': reason,
      ':detail': detail ?? null,
      ':at': at,
      ':timeKey': suppressionsKey(workspaceId),
      ':timeAt': timePosition(at, id),
      ':hardBounce': 'hard_bounce',
      ':complaint': 'complaint',
    },
  };
}
