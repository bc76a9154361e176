import type { ContentRecord, StoredContent } from '../../../db/records/content';
import { keys } from '../../../db/keys';
import { getItem, type Item } from '../../../db/table';
import { newId } from '../../../core/time';
import {
  compressContent,
  contentObjectKey,
  fitsRecord,
  readContent,
  readContentIfPresent,
} from '../../platform/content-store';
import { uploadContent, type UploadedContent } from '../../platform/stored-content/upload';
import type { Campaign, CampaignContent } from '../../../db/records/campaigns';

type CampaignRef = Pick<Campaign, 'workspaceId' | 'id'>;

/** The prefix of the objects of a campaign. */
export const campaignObjectsPrefix = (workspaceId: string, id: string): string =>
  contentObjectKey('campaigns', workspaceId, `${id}/`);

interface PreparedContent {
  record: Item<ContentRecord>;
  /** Set if the content is too large for its record. */
  uploaded: UploadedContent | undefined;
}

/**
 * Returns the campaign's content record. Content that is too large for the record is uploaded to a new object, so the
 * content that it replaces stays valid until the caller writes the record.
 */
export async function storeCampaignContent(
  { workspaceId, id }: CampaignRef,
  content: CampaignContent,
  replaced?: StoredContent,
): Promise<PreparedContent> {
  const recordKey = keys.campaignContent(workspaceId, id);
  const gzipped = compressContent(content);
  if (fitsRecord(gzipped)) return { record: { ...recordKey, inline: gzipped }, uploaded: undefined };
  const contentId = newId();
  const key = campaignObjectsPrefix(workspaceId, id) + contentId;
  const objects = { content: { key, gzipped, bytes: Buffer.byteLength(content.html) } };
  return {
    record: { ...recordKey, objectKey: key },
    uploaded: await uploadContent(workspaceId, contentId, objects, replaced?.bytes),
  };
}

export async function loadCampaignContent(campaign: CampaignRef): Promise<CampaignContent> {
  const record = await findContentRecord(campaign);
  if (!record) return emptyContent;
  return (await readContentIfPresent<CampaignContent>(record)) ?? loadReplacement(campaign);
}

/** A concurrent request has replaced the content since its record was read. */
async function loadReplacement(campaign: CampaignRef): Promise<CampaignContent> {
  const record = await findContentRecord(campaign);
  return record ? readContent<CampaignContent>(record) : emptyContent;
}

const emptyContent: CampaignContent = { html: '' };

const findContentRecord = ({ workspaceId, id }: CampaignRef): Promise<ContentRecord | undefined> =>
  getItem(keys.campaignContent(workspaceId, id));
