import { keys } from '../../db/keys';
import { inPartition } from '../../db/query';
import { queryAll } from '../../db/table';
import type { LinkClicks } from '../reports/metrics/record';
import type { Campaign } from './record';

/** The links of a campaign that readers clicked, the most clicked first. */
export async function clickedLinks({ workspaceId, id }: Campaign): Promise<LinkClicks[]> {
  const links = await queryAll<LinkClicks>(inPartition(keys.campaignLink(workspaceId, id, '').pk));
  return links
    .filter(({ clicks }) => clicks > 0)
    .sort((a, b) => b.clicks - a.clicks || (a.url < b.url ? -1 : 1));
}
