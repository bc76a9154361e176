import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import type { Context, SQSEvent, SQSRecord } from 'aws-lambda';
import * as z from 'zod/mini';
import { expireApproval } from '../../shared/domain/approvals/expire';
import type { DueJob, DueWork } from '../../shared/domain/due/record';
import { sendDueEmail } from '../../shared/domain/emails/send-due';
import { logger } from '../../shared/logger';

/** Each may come twice, too early, or after its work was done: it looks first. */
const jobs: Record<DueJob, (workspaceId: string, id: string) => Promise<void>> = {
  sendEmail: sendDueEmail,
  expireApproval,
};

const Message: z.ZodMiniType<DueWork> = z.object({
  job: z.enum(['sendEmail', 'expireApproval']),
  workspaceId: z.string(),
  id: z.string(),
});

const processor = new BatchProcessor(EventType.SQS);

export const handler = (event: SQSEvent, context: Context) =>
  processPartialResponse(event, doWork, processor, { context });

async function doWork({ body }: SQSRecord): Promise<void> {
  const { job, workspaceId, id } = Message.parse(JSON.parse(body));
  try {
    await jobs[job](workspaceId, id);
  } catch (error) {
    // The batch reports only which records failed; why is said here.
    logger.error('due work not done', { job, workspaceId, id, error });
    throw error;
  }
}
