import type { QuarantinedMail, Receipt } from '../../../db/records/inbound';
import type { Workspace } from '../../../db/records/workspaces';
import { ifAbsent } from '../../../db/condition';
import { tryIncrementDailyCounter } from '../../../db/daily-counter';
import { keys } from '../../../db/keys/index';
import { putItem } from '../../../db/table';
import { dayMs, epochSeconds, now, nowIso, utcDay } from '../../../core/time';
import type { ParsedInboundMail } from './parse-inbound-mail';

const receivedPerDayDefault = 10_000;

/** S3 deletes the raw message at about the same time. */
const quarantineMs = 30 * dayMs;

/**
 * Counts a message toward the daily quota of the workspace, or returns false if the quota is used up. A worker that
 * dies before it stores the message counts the message again.
 */
export const chargeReceivingQuota = (
  workspaceId: string,
  { receivedPerDay }: Pick<Workspace, 'receivedPerDay'>,
): Promise<boolean> =>
  tryIncrementDailyCounter(
    keys.received(workspaceId, utcDay(now())),
    1,
    receivedPerDay ?? receivedPerDayDefault,
  );

/** Keeps the message outside conversations. The receipt is all that a later delivery needs. */
export async function quarantineOverQuota(
  { id, workspaceId, isShared }: { id: string; workspaceId: string; isShared: boolean },
  receipt: Receipt,
  { messageFields: { from, subject, senderAuthenticated } }: ParsedInboundMail,
): Promise<void> {
  const mail: QuarantinedMail = {
    id,
    workspaceId,
    status: 'quarantined',
    reason: 'quota',
    from,
    subject,
    senderAuthenticated,
    receipt,
    rawKey: receipt.objectKey,
    ...(isShared && { isRawShared: true }),
    quarantinedAt: nowIso(),
    expiresAt: epochSeconds(now() + quarantineMs),
  };
  await putItem<QuarantinedMail>({ ...keys.quarantined(workspaceId, id), ...mail }, ifAbsent);
}
