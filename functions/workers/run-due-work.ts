import type { SQSRecord } from 'aws-lambda';
import * as z from '../../shared/schema/schema';
import { expireApproval } from '../../shared/domain/send/approvals/expire';
import { dueWorkJobs, type DueWorkMessage } from '../../shared/domain/platform/scheduler/due-jobs';
import { sendDueEmail } from '../../shared/domain/send/scheduling/send-due';
import { resumeWebhook } from '../../shared/domain/platform/webhooks/resume-webhook';
import { handleEachMessage, messageBody } from './support/each-message';

/**
 * A message can arrive twice, too early or after its work is done, so each job first checks whether its work is due.
 */
const jobs: Record<DueWorkMessage['job'], (workspaceId: string, id: string) => Promise<void>> = {
  sendEmail: sendDueEmail,
  expireApproval,
  resumeWebhook,
};

const Message: z.ZodMiniType<DueWorkMessage> = z.object({
  job: z.enum(dueWorkJobs),
  workspaceId: z.string(),
  id: z.string(),
});

export const handler = handleEachMessage(runJob, 'due work failed', messageBody);

async function runJob({ body }: SQSRecord): Promise<void> {
  const { job, workspaceId, id } = Message.parse(JSON.parse(body));
  await jobs[job](workspaceId, id);
}
