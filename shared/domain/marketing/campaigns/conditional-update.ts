import { all, is, type Condition } from '../../../db/condition';
import { keys, type Key } from '../../../db/keys';
import { updateItem } from '../../../db/table';
import type { Changes } from '../../../db/update';
import { invalidState } from '../../../core/errors';
import { nowIso } from '../../../core/time';
import type { Campaign, CampaignStatus } from '../../../db/records/campaigns';

/** Refuses with 409 unless the campaign has one of these statuses. The error message names the current status. */
export function refuseStatus({ status }: Campaign, allowed: readonly CampaignStatus[], rule: string): void {
  if (allowed.includes(status)) return;
  throw invalidState(`This campaign is ${status}: ${rule}`);
}

/** An update that fails if the campaign's status or scheduled time has changed since the campaign was read. */
export const buildConditionalUpdate = (
  { workspaceId, id, status, scheduledAt }: Campaign,
  { set, ...changes }: Changes<Campaign>,
  condition: Condition<Campaign> = all(),
): [Key<Campaign>, Changes<Campaign>, Condition<Campaign>] => [
  keys.campaign(workspaceId, id),
  { ...changes, set: { ...set, updatedAt: nowIso() } },
  all(is('status', status), is('scheduledAt', scheduledAt), condition),
];

/** Returns undefined if another request or worker changed the campaign first. */
export const updateIfUnchanged = (
  campaign: Campaign,
  changes: Changes<Campaign>,
  condition?: Condition<Campaign>,
): Promise<Campaign | undefined> => updateItem(...buildConditionalUpdate(campaign, changes, condition));
