import type { Campaign } from '../../../db/records/campaigns';
import { findContentWarnings } from '../../platform/templates/warnings';
import { loadCampaignContent } from './content';

/** Warns of braces that the campaign would mail. */
export async function findCampaignWarnings(
  campaign: Campaign,
): Promise<{ path: string[]; message: string }[]> {
  const { html } = await loadCampaignContent(campaign);
  return findContentWarnings(campaign, [
    { field: 'subject', path: ['subject'], text: campaign.subject },
    { field: 'html', path: ['html'], text: html },
    ...(campaign.variants ?? []).map(({ key, subject }) => ({
      field: 'variants' as const,
      path: ['variants', key, 'subject'],
      text: subject,
    })),
  ]);
}
