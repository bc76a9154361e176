import { keys, recipientPartitions } from '../../../db/keys';
import type { Page } from '../../../db/page';
import { partitionQuery } from '../../../db/query';
import { getItems, queryPages } from '../../../db/table';
import type { Email } from '../../../db/records/emails';
import type { Campaign, Recipient } from '../../../db/records/campaigns';

/**
 * The maximum number of recipients read for one page. Skipped and pending recipients have no message, so a page may be
 * short.
 */
const scannedMax = 400;

/** A page of the campaign's messages by id, which may be short. `after`: the id where the previous page ended. */
export async function listCampaignMessages(
  { workspaceId, id }: Campaign,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<Page<Email>> {
  const found: Email[] = [];
  let scanned = 0;
  for (const pk of recipientPartitions(workspaceId, id, after)) {
    for await (const recipients of queryPages<Recipient>(
      partitionQuery(pk, { after, pageSize: limit + 1 }),
    )) {
      const ids = recipients.map(({ sk }) => sk);
      found.push(...(await readEmailsInOrder(workspaceId, ids)));
      scanned += ids.length;
      if (found.length > limit) return { records: found.slice(0, limit), next: found[limit - 1]?.id ?? null };
      if (scanned >= scannedMax) return { records: found, next: ids.at(-1) ?? null };
    }
  }
  return { records: found, next: null };
}

async function readEmailsInOrder(workspaceId: string, ids: readonly string[]): Promise<Email[]> {
  const emails = await getItems(ids.map((id) => keys.email(workspaceId, id)));
  return emails.sort((a, b) => (a.id < b.id ? -1 : 1));
}
