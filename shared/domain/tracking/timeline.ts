import { keys } from '../../db/keys';
import { partitionQuery } from '../../db/query';
import { getItem, queryAll } from '../../db/table';
import type { Viewer } from '../platform/api-keys/inbox-limit';
import { findVisibleEmail } from '../send/emails/find';
import type { Email, EmailEvent } from '../../db/records/emails';
import { findEngagement } from './engagement/find';
import { visibleEngagement } from './engagement/visible-engagement';

/** Finds the email and its events, oldest first. */
export async function findEmailWithEvents(
  viewer: Viewer,
  id: string,
): Promise<{ email: Email; events: EmailEvent[] } | undefined> {
  const { workspaceId } = viewer;
  const [email, later, engagement] = await Promise.all([
    findVisibleEmail(viewer, id),
    findLaterEvents(workspaceId, id),
    findEngagement({ workspaceId, id }),
  ]);
  if (!email) return undefined;
  const sent = email.providerMessageId && (await findSentEvent(workspaceId, email.providerMessageId));
  const events = [...(sent ? [sent] : []), ...later, ...visibleEngagement(engagement)];
  // Sort by time, because an event may have an earlier time than the acceptance by SES.
  return { email, events: events.sort((a, b) => Date.parse(a.occurredAt) - Date.parse(b.occurredAt)) };
}

function findLaterEvents(workspaceId: string, id: string): Promise<EmailEvent[]> {
  const { pk } = keys.emailContent(workspaceId, id);
  return queryAll<EmailEvent>(partitionQuery(pk, { beginsWith: 'EVENT#' }));
}

/** Finds the Send event by the SES message id. */
const findSentEvent = (workspaceId: string, providerMessageId: string): Promise<EmailEvent | undefined> =>
  getItem(keys.sentEvent(workspaceId, providerMessageId));
