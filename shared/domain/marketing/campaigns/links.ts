import { keys } from '../../../db/keys';
import { inPartition } from '../../../db/query';
import { queryPages } from '../../../db/table';
import type { LinkClicks } from '../../../db/records/metrics';
import type { Campaign } from '../../../db/records/campaigns';

/** The links of a campaign that readers clicked, the most clicked first: so many, of however many there are. */
export async function clickedLinks({ workspaceId, id }: Campaign, max: number): Promise<LinkClicks[]> {
  let most: LinkClicks[] = [];
  for await (const links of queryPages<LinkClicks>(inPartition(keys.campaignLink(workspaceId, id, '').pk))) {
    const clicked = links.filter(({ clicks }) => clicks > 0);
    most = [...most, ...clicked].sort(byClicks).slice(0, max);
  }
  return most;
}

const byClicks = (a: LinkClicks, b: LinkClicks): number => b.clicks - a.clicks || (a.url < b.url ? -1 : 1);
