import type { ContentRecord } from '../../../db/records/content';
import { keys } from '../../../db/keys';
import { getItem, type Item } from '../../../db/table';
import { newId } from '../../../core/time';
import { contentObjectKey, prepareContent, readContent } from '../../platform/content-store';
import type { Campaign, CampaignContent } from '../../../db/records/campaigns';

type CampaignRef = Pick<Campaign, 'workspaceId' | 'id'>;

/**
 * Returns the campaign's content record. Content that is too large for DynamoDB is stored in a new S3 object, so the
 * previous content stays valid until the caller writes the record.
 */
export async function storeLargeContent(
  { workspaceId, id }: CampaignRef,
  content: CampaignContent,
): Promise<Item<ContentRecord>> {
  const objectKey = contentObjectKey('campaigns', workspaceId, `${id}/${newId()}`);
  const { record, stored } = prepareContent(keys.campaignContent(workspaceId, id), objectKey, content);
  await stored;
  return record;
}

export async function loadCampaignContent({ workspaceId, id }: CampaignRef): Promise<CampaignContent> {
  const record = await getItem(keys.campaignContent(workspaceId, id));
  return record ? readContent<CampaignContent>(record) : { html: '' };
}
