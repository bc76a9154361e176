import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as z from '../../shared/schema/schema';
import { waitUntilDue } from '../../shared/domain/platform/scheduler/wait-until-due';
import {
  scheduleClassification,
  type HeldEngagement,
} from '../../shared/domain/tracking/engagement/hold-engagement';
import { reconcileEngagement } from '../../shared/domain/tracking/engagement/reconcile-engagement';
import type { Tally } from '../../shared/domain/platform/metrics/tally';
import { now } from '../../shared/core/time';
import { handleEachMessage, messageBody } from './support/each-message';
import { withTally } from './support/with-tally';

const Message: z.ZodMiniType<HeldEngagement> = z.object({
  workspaceId: z.string(),
  messageId: z.string(),
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
  startedAt: number;
  done: Promise<void>;
}

/**
 * Avoids repeated reconciliations. A batch can contain ten clicks of one email, and a single reconciliation covers
 * every click whose hold ended before the reconciliation started.
 */
function reconcileOncePerEmail(tally: Tally): (held: HeldEngagement) => Promise<void> {
  const emails = new Map<string, Reconciliation>();
  return (held) => {
    const running = emails.get(held.messageId);
    if (running && running.startedAt >= held.classifyAt) return running.done;
    const reconciliation = { startedAt: now(), done: reconcileEngagement(held, tally) };
    emails.set(held.messageId, reconciliation);
    return reconciliation.done;
  };
}
