import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as z from '../../shared/schema/schema';
import { reached } from '../../shared/domain/platform/scheduler/reached';
import { judgeLater, type HeldEngagement } from '../../shared/domain/tracking/engagement/note';
import { followReaders } from '../../shared/domain/tracking/engagement/follow-readers';
import type { Tally } from '../../shared/domain/platform/metrics/tally';
import { now } from '../../shared/core/time';
import { eachMessage, said } from './support/each-message';
import { withTally } from './support/with-tally';

const Message: z.ZodMiniType<HeldEngagement> = z.object({
  workspaceId: z.string(),
  messageId: z.string(),
  judgedAt: z.number(),
});

export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
  withTally((tally) => {
    const follow = oncePerEmail(tally);
    const judge = async ({ body }: SQSRecord): Promise<void> => {
      const held = Message.parse(JSON.parse(body));
      if (!(await reached(held.judgedAt))) return judgeLater(held);
      await follow(held);
    };
    return eachMessage(judge, 'engagement not judged', said)(event, context);
  });

interface Following {
  beganAt: number;
  done: Promise<void>;
}

/** A robot's clicks come ten in a batch: what was brought in line after a hold ended is so for that one too. */
function oncePerEmail(tally: Tally): (held: HeldEngagement) => Promise<void> {
  const emails = new Map<string, Following>();
  return (held) => {
    const known = emails.get(held.messageId);
    if (known && known.beganAt >= held.judgedAt) return known.done;
    const following = { beganAt: now(), done: followReaders(held, tally) };
    emails.set(held.messageId, following);
    return following.done;
  };
}
