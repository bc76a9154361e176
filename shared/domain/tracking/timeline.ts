import { keys } from '../../db/keys';
import { inPartition } from '../../db/query';
import { getItem, queryAll } from '../../db/table';
import { findEmail } from '../send/emails/find';
import type { Email, EmailEvent } from '../../db/records/emails';
import { engagementOf } from './engagement/find';
import { shownEngagement } from './engagement/shown';

/** The email and what happened to it, oldest first. */
export async function findWithEvents(
  workspaceId: string,
  id: string,
): Promise<{ email: Email; events: EmailEvent[] } | undefined> {
  const [email, later, engagement] = await Promise.all([
    findEmail(workspaceId, id),
    laterEvents(workspaceId, id),
    engagementOf(workspaceId, id),
  ]);
  if (!email) return undefined;
  const sent = email.providerMessageId && (await sentEvent(workspaceId, email.providerMessageId));
  const events = [...(sent ? [sent] : []), ...later, ...shownEngagement(engagement)];
  // A report may say that it is older than the acceptance: the times decide.
  return { email, events: events.sort((a, b) => Date.parse(a.occurredAt) - Date.parse(b.occurredAt)) };
}

function laterEvents(workspaceId: string, id: string): Promise<EmailEvent[]> {
  const { pk } = keys.emailContent(workspaceId, id);
  return queryAll<EmailEvent>(inPartition(pk, { beginning: 'EVENT#' }));
}

/** What is recorded when the provider says that it sent an email, by the id that it gave it. */
const sentEvent = (workspaceId: string, providerMessageId: string): Promise<EmailEvent | undefined> =>
  getItem<EmailEvent>(keys.sentEvent(workspaceId, providerMessageId));
