import { isUuid } from '../../../db/cursor';
import { keys } from '../../../db/keys';
import { nameLookupMax, readPage, type Page } from '../../../db/page';
import { partitionQuery } from '../../../db/query';
import { getItem, queryAll } from '../../../db/table';
import { notFound } from '../../../core/errors';
import { findIdHint } from '../../../core/id-hint';
import type { Campaign } from '../../../db/records/campaigns';

export const findCampaign = async (workspaceId: string, id: string): Promise<Campaign | undefined> =>
  isUuid(id) ? getItem(keys.campaign(workspaceId, id)) : undefined;

/**
 * Returns the campaign with this id or throws 404. If `id` is a campaign's name, the error states the campaign's id
 * (R-29).
 */
export async function expectCampaign(workspaceId: string, id: string): Promise<Campaign> {
  const campaign = await findCampaign(workspaceId, id);
  if (campaign) return campaign;
  const { records: recent } = await listCampaigns(workspaceId, { before: undefined, limit: nameLookupMax });
  throw notFound('campaign', findIdHint(id, recent));
}

/** A page of campaigns, newest first. */
export const listCampaigns = (
  workspaceId: string,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<Page<Campaign>> =>
  readPage<Campaign>(
    partitionQuery(keys.campaign(workspaceId, '').pk, { before, descending: true }),
    limit,
    ({ id }) => id,
  );

export const listAllCampaigns = (workspaceId: string): Promise<Campaign[]> =>
  queryAll<Campaign>(partitionQuery(keys.campaign(workspaceId, '').pk));
