import type { RequestContext } from '../../../core/request-context';
import { all, attributeNotExists, ifPresent, is, isNot, type Condition } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { retryOnConflict } from '../../../db/retry-on-conflict';
import { deleteWrite } from '../../../db/transaction';
import { objectKeysOf, planDeletionWrite } from '../../platform/stored-content/plan-deletion';
import { startContentDeletion } from '../../platform/stored-content/start-deletion';
import { deleteAndPurge } from '../../platform/purge/delete-and-purge';
import { expectCampaign } from './find';
import { campaignStatuses, type Campaign } from '../../../db/records/campaigns';
import { lostRaceError } from './send';
import { refuseStatus } from './conditional-update';

/** Deletes a campaign. A background job then deletes its recipients and other records. */
export const deleteCampaign = ({ workspaceId }: RequestContext, id: string): Promise<string> =>
  retryOnConflict(() => tryDeleteCampaign(workspaceId, id), lostRaceError);

const deletableStatuses = campaignStatuses.filter((status) => status !== 'sending');

/** Returns undefined if the campaign started sending or was deleted since it was read. */
async function tryDeleteCampaign(workspaceId: string, campaignId: string): Promise<string | undefined> {
  const campaign = await expectCampaign(workspaceId, campaignId);
  refuseStatus(campaign, deletableStatuses, 'wait until it has finished or paused, then delete it');
  const { id, storedContent } = campaign;
  const isDeleted = await deleteAndPurge('clearCampaign', campaign, [
    deleteWrite(
      keys.campaign(workspaceId, id),
      all(ifPresent, isNot('status', 'sending'), hasContentOf(campaign)),
    ),
    ...(storedContent ? [planDeletionWrite(workspaceId, storedContent, objectKeysOf(storedContent))] : []),
  ]);
  if (!isDeleted) return undefined;
  await startContentDeletion(campaign);
  return id;
}

const hasContentOf = ({ storedContent }: Campaign): Condition<Campaign> =>
  storedContent ? is('storedContent.id', storedContent.id) : attributeNotExists('storedContent');
