import type { SQSEvent, SQSRecord } from 'aws-lambda';
import { drainDueWork } from '../../shared/domain/platform/scheduler/drain';
import {
  postponeWakeup,
  type EventBridgeWakeup,
} from '../../shared/domain/platform/scheduler/schedule-wakeup';
import { logger } from '../../shared/core/logger';
import * as z from '../../shared/schema/schema';
import { now } from '../../shared/core/time';

/** A wakeup without a minute is for now. */
const WakeupMessage: z.ZodMiniType<Partial<EventBridgeWakeup>> = z.object({ minute: z.optional(z.number()) });

/**
 * EventBridge wakeups come up to a minute early and are postponed. One drain finds everything that is due, however
 * many wakeups came. SQS delivers the messages again after a drain that failed.
 */
export async function handler({ Records }: SQSEvent): Promise<void> {
  const earlyMinutes = Records.map(wakeupMinute).filter((minute) => minute > now());
  await postponeWakeup(earlyMinutes);
  if (earlyMinutes.length === Records.length) return;
  for (const [lane, drained] of await drainDueWork())
    if (drained !== 'done') logger.info('due work is left', { lane, drained });
}

const wakeupMinute = ({ body }: SQSRecord): number => WakeupMessage.parse(JSON.parse(body)).minute ?? 0;
