import { keys } from '../../../db/keys';
import { getItem, type Item } from '../../../db/table';
import { newId } from '../../../core/time';
import { contentKey, keepContent, readContent, type ContentRecord } from '../../platform/content-store';
import type { Campaign, CampaignContent } from '../../../db/records/campaigns';

type Whose = Pick<Campaign, 'workspaceId' | 'id'>;

/**
 * The record of what the campaign says. What is too large for it is in S3 by now, as an object of its own: what the
 * campaign said before stays until the record is written.
 */
export async function keptContent(
  { workspaceId, id }: Whose,
  content: CampaignContent,
): Promise<Item<ContentRecord>> {
  const objectKey = contentKey('campaigns', workspaceId, `${id}/${newId()}`);
  const { record, stored } = keepContent(keys.campaignContent(workspaceId, id), objectKey, content);
  await stored;
  return record;
}

export async function campaignContent({ workspaceId, id }: Whose): Promise<CampaignContent> {
  const record = await getItem<ContentRecord>(keys.campaignContent(workspaceId, id));
  return record ? readContent<CampaignContent>(record) : { html: '' };
}
