import { keys } from '../../../db/keys';
import { queryAll } from '../../../db/table';
import type { Engagement } from './record';

/** Everything that was reported of an email's readers, oldest first. */
export function engagementOf(workspaceId: string, messageId: string): Promise<Engagement[]> {
  const { pk } = keys.engagement(workspaceId, messageId, '', '');
  return queryAll<Engagement>({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :engagement)',
    ExpressionAttributeValues: { ':pk': pk, ':engagement': 'ENGAGEMENT#' },
  });
}
