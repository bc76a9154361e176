import type { SQSRecord } from 'aws-lambda';
import * as z from '../../shared/schema/schema';
import { runCampaign } from '../../shared/domain/marketing/campaigns/run/run';
import type { CampaignRun } from '../../shared/domain/platform/scheduler/registry';
import { eachMessage, said } from './support/each-message';

const Message: z.ZodMiniType<CampaignRun> = z.object({ workspaceId: z.string(), id: z.string() });

/** Each may come twice, or after its work was done: it looks first. */
export const handler = eachMessage(
  ({ body }: SQSRecord): Promise<void> => {
    const { workspaceId, id } = Message.parse(JSON.parse(body));
    return runCampaign(workspaceId, id);
  },
  'campaign not looked at',
  said,
);
