import { keys } from '../../db/keys';
import { partitionQuery } from '../../db/query';
import { getItem, queryAll } from '../../db/table';
import { findEmail } from '../send/emails/find';
import type { Email, EmailEvent } from '../../db/records/emails';
import { findEngagement } from './engagement/find';
import { visibleEngagement } from './engagement/visible-engagement';

/** The email and what happened to it, oldest first. */
export async function findEmailWithEvents(
  workspaceId: string,
  id: string,
): Promise<{ email: Email; events: EmailEvent[] } | undefined> {
  const [email, later, engagement] = await Promise.all([
    findEmail(workspaceId, id),
    findLaterEvents(workspaceId, id),
    findEngagement(workspaceId, id),
  ]);
  if (!email) return undefined;
  const sent = email.providerMessageId && (await findSentEvent(workspaceId, email.providerMessageId));
  const events = [...(sent ? [sent] : []), ...later, ...visibleEngagement(engagement)];
  // A report may say that it is older than the acceptance: the times decide.
  return { email, events: events.sort((a, b) => Date.parse(a.occurredAt) - Date.parse(b.occurredAt)) };
}

function findLaterEvents(workspaceId: string, id: string): Promise<EmailEvent[]> {
  const { pk } = keys.emailContent(workspaceId, id);
  return queryAll<EmailEvent>(partitionQuery(pk, { beginsWith: 'EVENT#' }));
}

/** What is recorded when the provider says that it sent an email, by the id that it gave it. */
const findSentEvent = (workspaceId: string, providerMessageId: string): Promise<EmailEvent | undefined> =>
  getItem(keys.sentEvent(workspaceId, providerMessageId));
