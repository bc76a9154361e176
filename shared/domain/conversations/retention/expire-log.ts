import { keys, logPartitions } from '../../../db/keys';
import { partitionQuery } from '../../../db/query';
import { loadItemLookup, queryPages } from '../../../db/table';
import { deriveIdAt, now } from '../../../core/time';
import type { Email } from '../../../db/records/emails';
import { eraseEmails, isPendingEmail, messageTimeMs, type ExpiryScope } from './erase';
import type { LogPosition } from '../../../db/records/retention';

const pageSize = 50;

export const startOfLog: LogPosition = { shard: 0 };

/**
 * Deletes expired emails that belong to no existing conversation. Returns the position to continue from if time ran
 * out.
 */
export async function expireLog(
  { workspaceId, before, until }: ExpiryScope,
  start: LogPosition,
): Promise<LogPosition | undefined> {
  for (const [shard, pk] of logPartitions(workspaceId).entries()) {
    if (shard < start.shard) continue;
    const after = (shard === start.shard && start.after) || firstId;
    const oldEmails = partitionQuery(pk, { between: [after, deriveIdAt(before, pk)], pageSize });
    for await (const emails of queryPages<Email>(oldEmails)) {
      await eraseEmails(workspaceId, await selectExpired(workspaceId, emails, before));
      const last = emails.at(-1)?.id;
      if (now() > until) return { shard, ...(last && { after: last }) };
    }
  }
  return undefined;
}

const firstId = '0';

/** Keeps the emails of an unfinished campaign, because the campaign reads its outcomes from them. */
async function selectExpired(
  workspaceId: string,
  emails: readonly Email[],
  before: number,
): Promise<Email[]> {
  const oldEmails = emails.filter((email) => !isPendingEmail(email) && messageTimeMs(email) < before);
  const lookUp = await loadItemLookup(
    oldEmails.flatMap(({ threadId, campaignId }) => [
      ...(threadId ? [keys.thread(workspaceId, threadId)] : []),
      ...(campaignId ? [keys.campaign(workspaceId, campaignId)] : []),
    ]),
  );
  return oldEmails.filter(({ threadId, campaignId }) => {
    const campaign = campaignId && lookUp(keys.campaign(workspaceId, campaignId));
    if (campaign && campaign.status !== 'sent' && campaign.status !== 'failed') return false;
    return !threadId || !lookUp(keys.thread(workspaceId, threadId));
  });
}
