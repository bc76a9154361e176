import { forEachRateLimited } from '../../../async/for-each-rate-limited';
import { statusKey } from '../../../db/keys';
import { indexQuery } from '../../../db/query';
import { queryPages } from '../../../db/table';
import type { Email } from '../../../db/records/emails';
import type { Inbox } from '../../../db/records/inboxes';
import { startContentDeletion } from '../../platform/stored-content/start-deletion';
import { transitionEmail } from '../emails/transition';

const rateLimit = { concurrencyMax: 10, perSecondMax: Infinity };

/**
 * Cancels the scheduled emails of an inbox. An email that is not in the index yet is canceled when it is due
 * (`isInboxDeleted`).
 */
export async function cancelScheduledOfInbox({ workspaceId, id }: Inbox): Promise<void> {
  const scheduled = indexQuery('byStatus', statusKey(workspaceId, 'scheduled'));
  for await (const emails of queryPages<Email>(scheduled))
    await forEachRateLimited(
      emails.filter(({ inboxId }) => inboxId === id),
      rateLimit,
      async (email) => {
        if (await transitionEmail(email, { from: 'scheduled', to: 'canceled' }))
          await startContentDeletion(email);
      },
    );
}
