import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as z from '../../shared/schema/schema';
import { waitUntilDue } from '../../shared/domain/platform/scheduler/wait-until-due';
import {
  scheduleClassification,
  type HeldEngagement,
} from '../../shared/domain/tracking/engagement/hold-engagement';
import { reconcileEngagement } from '../../shared/domain/tracking/engagement/reconcile-engagement';
import {
  isInRange,
  rangeAround,
  type ReconciliationRange,
} from '../../shared/domain/tracking/engagement/reconciliation-range';
import type { Tally } from '../../shared/domain/platform/metrics/tally';
import { now } from '../../shared/core/time';
import { handleEachMessage, messageBody } from './support/each-message';
import { withTally } from './support/with-tally';

const Message: z.ZodMiniType<HeldEngagement> = z.object({
  workspaceId: z.string(),
  messageId: z.string(),
  occurredAt: z.optional(z.string()),
  classifyAt: z.number(),
});

export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
  withTally((tally) => {
    const reconcile = reconcileOncePerEmail(tally);
    const classify = async ({ body }: SQSRecord): Promise<void> => {
      const held = Message.parse(JSON.parse(body));
      if (!(await waitUntilDue(held.classifyAt))) return scheduleClassification(held);
      await reconcile(held);
    };
    return handleEachMessage(classify, 'engagement not classified', messageBody)(event, context);
  });

interface Reconciliation {
  range: ReconciliationRange;
  startedAt: number;
  done: Promise<void>;
}

/**
 * Avoids repeated reconciliations. A batch can contain ten clicks of one email, and a single reconciliation covers
 * every click near the reported click whose hold ended before the reconciliation started.
 */
function reconcileOncePerEmail(tally: Tally): (held: HeldEngagement) => Promise<void> {
  const emails = new Map<string, Reconciliation>();
  return (held) => {
    const previous = emails.get(held.messageId);
    if (previous && covers(previous, held)) return previous.done;
    // One after another, so that the reconciliations of an email do not compete for its records.
    const reconcile = () => reconcileEngagement(held, tally);
    const done = previous ? previous.done.then(reconcile, reconcile) : reconcile();
    emails.set(held.messageId, { range: rangeAround(held.occurredAt), startedAt: now(), done });
    return done;
  };
}

const covers = ({ range, startedAt }: Reconciliation, { occurredAt, classifyAt }: HeldEngagement): boolean =>
  startedAt >= classifyAt && occurredAt !== undefined && isInRange(range.reported, occurredAt);
