import type { BroadcastRow } from '@carrier-nest/sdk';
import { Status } from '../../parts/status';
import { capitalize } from '../../parts/format';

type CampaignStatus = BroadcastRow['status'];

/** Of a mail `sent` is not the end, of a campaign it is. */
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

/** How often to look again: often while mail leaves, and not at all once nothing changes by itself. */
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

/** When it began or will; otherwise when it was written. */
export const listedTime = ({ status, started_at, scheduled_at, created_at }: BroadcastRow): string =>
  started_at ?? (status === 'scheduled' && scheduled_at ? scheduled_at : created_at);

/** How many got it so far, as far as the service tells: of one that is over, only where it was a test. */
export function countSent({ progress, ab_test }: BroadcastRow): number | undefined {
  if (progress) return progress.sent;
  if (!ab_test || ab_test.results.length === 0) return undefined;
  return ab_test.results.reduce((sum, { sent }) => sum + sent, 0);
}
