import type { SQSEvent, SQSRecord } from 'aws-lambda';
import { drainDueWork } from '../../shared/domain/platform/scheduler/drain';
import {
  postponeWakeup,
  type EventBridgeWakeup,
} from '../../shared/domain/platform/scheduler/schedule-wakeup';
import { continueChain, longestChain } from '../../shared/core/chain';
import { logger } from '../../shared/core/logger';
import * as z from '../../shared/schema/schema';
import { now } from '../../shared/core/time';
import { chainOf } from './support/message-chain';

/** A message without a minute wakes the drain immediately. */
const WakeupMessage: z.ZodMiniType<Partial<EventBridgeWakeup>> = z.object({ minute: z.optional(z.number()) });

/**
 * Drains due work. Postpones EventBridge wakeups, which arrive up to a minute early. One drain finds all due work,
 * regardless of the number of wakeups. After a failed drain, SQS delivers the messages again.
 */
export async function handler({ Records }: SQSEvent): Promise<void> {
  await continueChain(longestChain(Records.map(chainOf)), () => wakeUp(Records));
}

async function wakeUp(records: readonly SQSRecord[]): Promise<void> {
  const earlyMinutes = records.map(wakeupMinute).filter((minute) => minute > now());
  await postponeWakeup(earlyMinutes);
  if (earlyMinutes.length === records.length) return;
  for (const [lane, drained] of await drainDueWork())
    if (drained !== 'done') logger.info('due work is left', { lane, drained });
}

const wakeupMinute = ({ body }: SQSRecord): number => WakeupMessage.parse(JSON.parse(body)).minute ?? 0;
