import { keys } from '../../db/keys';
import { updateItem } from '../../db/table';
import { bareAddress } from '../../text/mailbox';
import { newId, nowIso } from '../../time';
import type { Suppression, SuppressionReason, SuppressionScope } from './record';

/**
 * Suppresses the address. An existing row keeps its id, date and detail, and its reason too where that is a
 * hard bounce or a complaint.
 */
export async function suppress(
  workspaceId: string,
  address: string,
  { scope, reason }: { scope: SuppressionScope; reason: SuppressionReason },
): Promise<void> {
  const email = bareAddress(address);
  await updateItem<Suppression>(keys.suppression(workspaceId, email, scope), {
    UpdateExpression: [
      'SET id = if_not_exists(id, :id)',
      'workspaceId = :workspaceId',
      'email = :email',
      '#scope = :scope',
      'reason = :reason',
      'detail = if_not_exists(detail, :none)',
      'createdAt = if_not_exists(createdAt, :now)',
    ].join(', '),
    ConditionExpression: 'attribute_not_exists(reason) OR NOT reason IN (:hardBounce, :complaint)',
    ExpressionAttributeNames: { '#scope': 'scope' },
    ExpressionAttributeValues: {
      ':id': newId(),
      ':workspaceId': workspaceId,
      ':email': email,
      ':scope': scope,
      ':reason': reason,
      ':none': null,
      ':now': nowIso(),
      ':hardBounce': 'hard_bounce',
      ':complaint': 'complaint',
    },
  });
}
