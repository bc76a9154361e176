import { isUuid } from '../../../db/cursor';
import { keys } from '../../../db/keys';
import { hintsMax, readPage, type Page } from '../../../db/page';
import { inPartition } from '../../../db/query';
import { getItem, queryAll } from '../../../db/table';
import { notFound } from '../../../core/errors';
import type { Campaign } from '../../../db/records/campaigns';

export const findCampaign = async (workspaceId: string, id: string): Promise<Campaign | undefined> =>
  isUuid(id) ? getItem<Campaign>(keys.campaign(workspaceId, id)) : undefined;

/** The campaign with this id, or 404. Who gives its name instead is told the id (contract.md 1.5). */
export async function expectCampaign(workspaceId: string, id: string): Promise<Campaign> {
  const campaign = await findCampaign(workspaceId, id);
  if (campaign) return campaign;
  const wanted = id.trim().toLowerCase();
  const { records: newest } = await newestCampaigns(workspaceId, { before: undefined, limit: hintsMax });
  const named = newest.find(({ name }) => name.toLowerCase() === wanted);
  throw notFound('campaign', named && `The id of ${named.name} is ${named.id}`);
}

/** A page of campaigns, newest first. */
export const newestCampaigns = (
  workspaceId: string,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<Page<Campaign>> =>
  readPage<Campaign>(
    inPartition(keys.campaign(workspaceId, '').pk, { before, lastFirst: true }),
    limit,
    ({ id }) => id,
  );

export const everyCampaign = (workspaceId: string): Promise<Campaign[]> =>
  queryAll<Campaign>(inPartition(keys.campaign(workspaceId, '').pk));
