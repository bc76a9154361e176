import { campaignContent } from '../../../shared/domain/marketing/campaigns/content';
import { figuresOf } from '../../../shared/domain/marketing/campaigns/figures';
import type { Campaign } from '../../../shared/db/records/campaigns';
import { presentBroadcast } from './present';

/** The campaign with what it says, how far it is, and what its test has come to. */
export async function showBroadcast(campaign: Campaign) {
  const [{ html }, figures] = await Promise.all([campaignContent(campaign), figuresOf([campaign])]);
  return presentBroadcast(campaign, figures(campaign), html);
}
