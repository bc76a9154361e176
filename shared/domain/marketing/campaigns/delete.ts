import type { Ctx } from '../../../core/ctx';
import { all, ifPresent, isNot } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { untilWon } from '../../../db/race';
import { erase } from '../../../db/transaction';
import { deleteAndClear } from '../../platform/purge/delete';
import { expectCampaign } from './find';
import { campaignStatuses } from '../../../db/records/campaigns';
import { lostRace } from './send';
import { refuseStatus } from './states';

/** Deletes a campaign, and then its recipients one by one. */
export const deleteCampaign = ({ workspaceId }: Ctx, id: string): Promise<string> =>
  untilWon(() => tryDelete(workspaceId, id), lostRace);

const deletable = campaignStatuses.filter((status) => status !== 'sending');

/** Undefined where it began meanwhile, or somebody else has deleted it. */
async function tryDelete(workspaceId: string, campaignId: string): Promise<string | undefined> {
  const campaign = await expectCampaign(workspaceId, campaignId);
  refuseStatus(campaign, deletable, 'it can be deleted once it has finished or paused');
  const { id } = campaign;
  const isDeleted = await deleteAndClear('clearCampaign', campaign, [
    erase(keys.campaign(workspaceId, id), all(ifPresent, isNot('status', 'sending'))),
  ]);
  return isDeleted ? id : undefined;
}
