import type { BroadcastRow } from '@carrier-nest/sdk';
import { Status } from '../../parts/status';
import { capitalize } from '../../parts/format';

type CampaignStatus = BroadcastRow['status'];

/** Different from the tones of an email, because `sent` is the final status of a campaign. */
const tones: Record<CampaignStatus, string> = {
  draft: 'draft',
  scheduled: 'scheduled',
  sending: 'queued',
  testing: 'queued',
  paused: 'delivery_delay',
  sent: 'ok',
  failed: 'failed',
};

export const CampaignStatusBadge = ({ status }: { status: CampaignStatus }) => (
  <Status status={tones[status]} label={capitalize(status)} />
);

const secondMs = 1_000;

/** The interval is short while emails are being sent, and false if only the user can change the status. */
const refetchIntervalsMs: Record<CampaignStatus, number | false> = {
  draft: false,
  scheduled: 15 * secondMs,
  sending: 2 * secondMs,
  testing: 5 * secondMs,
  paused: 10 * secondMs,
  sent: false,
  failed: false,
};

export const refetchIntervalMs = (campaign: Pick<BroadcastRow, 'status'> | undefined): number | false =>
  campaign ? refetchIntervalsMs[campaign.status] : false;

/** Returns the actual or scheduled start of the campaign, or its creation time if it has neither. */
export const listedTime = ({ status, started_at, scheduled_at, created_at }: BroadcastRow): string =>
  started_at ?? (status === 'scheduled' && scheduled_at ? scheduled_at : created_at);

/** Returns the number of sent emails. For a finished campaign, the API returns this number only after an A/B test. */
export function countSent({ progress, ab_test }: BroadcastRow): number | undefined {
  if (progress) return progress.sent;
  if (!ab_test || ab_test.results.length === 0) return undefined;
  return ab_test.results.reduce((sum, { sent }) => sum + sent, 0);
}
