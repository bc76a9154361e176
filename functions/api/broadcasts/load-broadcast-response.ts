import { loadCampaignContent } from '../../../shared/domain/marketing/campaigns/content';
import { loadCampaignStats } from '../../../shared/domain/marketing/campaigns/stats';
import type { Campaign } from '../../../shared/db/records/campaigns';
import { presentBroadcast } from './present';

/** Presents a campaign with its content, its progress and its test results. */
export async function loadBroadcastResponse(campaign: Campaign) {
  const [{ html }, countsFor] = await Promise.all([
    loadCampaignContent(campaign),
    loadCampaignStats([campaign]),
  ]);
  return presentBroadcast(campaign, countsFor(campaign), html);
}
