import type { SQSRecord } from 'aws-lambda';
import * as z from '../../shared/schema/schema';
import { runCampaign } from '../../shared/domain/marketing/campaigns/run/run-campaign';
import type { CampaignRunMessage } from '../../shared/domain/platform/scheduler/due-jobs';
import { handleEachMessage, messageBody } from './support/each-message';

const Message: z.ZodMiniType<CampaignRunMessage> = z.object({ workspaceId: z.string(), id: z.string() });

/** A message can arrive twice or after its work is done, so the run first checks whether work remains. */
export const handler = handleEachMessage(
  ({ body }: SQSRecord): Promise<void> => {
    const { workspaceId, id } = Message.parse(JSON.parse(body));
    return runCampaign(workspaceId, id);
  },
  'campaign run failed',
  messageBody,
);
