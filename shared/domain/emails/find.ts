import { keys } from '../../db/keys';
import { getItem, queryAll } from '../../db/table';
import { isUuid } from '../../db/cursor';
import type { Email, EmailEvent } from './record';

/** The email with this id, or undefined when the workspace has none. */
export async function findEmail(workspaceId: string, id: string): Promise<Email | undefined> {
  return isUuid(id) ? getItem<Email>(keys.email(workspaceId, id)) : undefined;
}

/** What happened to the email, oldest first. */
export function eventsOfEmail(workspaceId: string, id: string): Promise<EmailEvent[]> {
  const { pk } = keys.emailContent(workspaceId, id);
  return queryAll<EmailEvent>({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :event)',
    ExpressionAttributeValues: { ':pk': pk, ':event': 'EVENT#' },
  });
}
