import { keys, logPartitions } from '../../../db/keys';
import { inPartition } from '../../../db/query';
import { lookUpItems, queryPages } from '../../../db/table';
import { idAt, now } from '../../../core/time';
import type { Campaign } from '../../../db/records/campaigns';
import type { Email } from '../../../db/records/emails';
import { eraseEmails, hasYetToLeave, timeOf, type Expiry } from './erase';
import type { LogPlace } from '../../../db/records/retention';

const pageSize = 50;

export const startOfLog: LogPlace = { shard: 0 };

/** Mail that is in no conversation, or in one that is gone. Where it stopped, when there was no time for all. */
export async function expireLog(
  { workspaceId, before, until }: Expiry,
  from: LogPlace,
): Promise<LogPlace | undefined> {
  for (const [shard, pk] of logPartitions(workspaceId).entries()) {
    if (shard < from.shard) continue;
    const after = (shard === from.shard && from.after) || firstId;
    const old = inPartition(pk, { between: [after, idAt(before, pk)], pageSize });
    for await (const emails of queryPages<Email>(old)) {
      await eraseEmails(workspaceId, await expired(workspaceId, emails, before));
      const last = emails.at(-1)?.id;
      if (now() > until) return { shard, ...(last && { after: last }) };
    }
  }
  return undefined;
}

const firstId = '0';

/** A campaign that goes on asks its emails whom it has reached. */
async function expired(workspaceId: string, emails: readonly Email[], before: number): Promise<Email[]> {
  const old = emails.filter((email) => !hasYetToLeave(email) && timeOf(email) < before);
  const lookUp = await lookUpItems(
    old.flatMap(({ threadId, campaignId }) => [
      ...(threadId ? [keys.thread(workspaceId, threadId)] : []),
      ...(campaignId ? [keys.campaign(workspaceId, campaignId)] : []),
    ]),
  );
  return old.filter(({ threadId, campaignId }) => {
    const campaign = campaignId && lookUp<Campaign>(keys.campaign(workspaceId, campaignId));
    if (campaign && campaign.status !== 'sent' && campaign.status !== 'failed') return false;
    return !threadId || !lookUp(keys.thread(workspaceId, threadId));
  });
}
