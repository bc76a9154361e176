import type { SQSRecord } from 'aws-lambda';
import * as z from '../../shared/schema/schema';
import type { StepMessage } from '../../shared/domain/platform/scheduler/due-jobs';
import { sendStep } from '../../shared/domain/marketing/automations/steps/send-step';
import { handleEachMessage } from './support/each-message';

const Message: z.ZodMiniType<StepMessage> = z.object({
  workspaceId: z.string(),
  automationId: z.string(),
  id: z.string(),
  email: z.string(),
});

/**
 * A message can arrive twice, too early or after the enrollment has ended, so the worker first checks whether the step
 * is due. Logs no addresses.
 */
export const handler = handleEachMessage(
  ({ body }: SQSRecord): Promise<void> => sendStep(Message.parse(JSON.parse(body))),
  'step not sent',
);
