import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { drainDueWork } from '../../shared/domain/platform/scheduler/drain';
import {
  postponeWakeup,
  type EventBridgeWakeup,
} from '../../shared/domain/platform/scheduler/schedule-wakeup';
import { continueChain, longestChain } from '../../shared/core/chain';
import { logger } from '../../shared/core/logger';
import * as z from '../../shared/schema/schema';
import { now } from '../../shared/core/time';
import { expectChain } from './support/message-chain';

/** A message without a minute wakes the drain immediately. */
const WakeupMessage: z.ZodMiniType<Partial<EventBridgeWakeup>> = z.object({ minute: z.optional(z.number()) });

/**
 * Drains due work. Postpones EventBridge wakeups, which arrive up to a minute early. One drain finds all due work,
 * regardless of the number of wakeups. After a failed drain, SQS delivers the messages again.
 */
export async function handler({ Records }: SQSEvent): Promise<SQSBatchResponse> {
  const refusedIds = new Set<string>();
  const chains = Records.map((record) => {
    try {
      return expectChain(record);
    } catch (error) {
      logger.error('wakeup refused', { notificationId: record.messageId, error });
      refusedIds.add(record.messageId);
      return undefined;
    }
  });
  const accepted = Records.filter(({ messageId }) => !refusedIds.has(messageId));
  if (accepted.length > 0) await continueChain(longestChain(chains), () => wakeUp(accepted));
  return { batchItemFailures: [...refusedIds].map((itemIdentifier) => ({ itemIdentifier })) };
}

async function wakeUp(records: readonly SQSRecord[]): Promise<void> {
  const earlyMinutes = records.map(wakeupMinute).filter((minute) => minute > now());
  await postponeWakeup(earlyMinutes);
  if (earlyMinutes.length === records.length) return;
  for (const [lane, drained] of await drainDueWork())
    if (drained !== 'done') logger.info('due work is left', { lane, drained });
}

const wakeupMinute = ({ body }: SQSRecord): number => WakeupMessage.parse(JSON.parse(body)).minute ?? 0;
