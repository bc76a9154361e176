import { keys } from '../../../db/keys';
import { partitionQuery } from '../../../db/query';
import { queryPages } from '../../../db/table';
import type { LinkClicks } from '../../../db/records/metrics';
import type { Campaign } from '../../../db/records/campaigns';

/** The most clicked links of a campaign, most clicks first. Keeps at most `linksMax` links and one page in memory. */
export async function listClickedLinks(
  { workspaceId, id }: Campaign,
  linksMax: number,
): Promise<LinkClicks[]> {
  let mostClicked: LinkClicks[] = [];
  for await (const links of queryPages<LinkClicks>(
    partitionQuery(keys.campaignLink(workspaceId, id, '').pk),
  )) {
    const clicked = links.filter(({ clicks }) => clicks > 0);
    mostClicked = [...mostClicked, ...clicked].sort(byClicks).slice(0, linksMax);
  }
  return mostClicked;
}

const byClicks = (a: LinkClicks, b: LinkClicks): number => b.clicks - a.clicks || (a.url < b.url ? -1 : 1);
