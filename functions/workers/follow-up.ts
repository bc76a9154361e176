import type { SQSRecord } from 'aws-lambda';
import * as z from '../../shared/schema';
import { emptyAudience } from '../../shared/domain/audiences/delete';
import { showChoices } from '../../shared/domain/contacts/choices';
import type { FollowUp } from '../../shared/domain/follow-ups/record';
import { withdrawFromPending } from '../../shared/domain/later/withdraw';
import { eachMessage } from './support/each-message';

const addresses = z.array(z.string());

const Message: z.ZodMiniType<FollowUp> = z.discriminatedUnion('job', [
  z.object({ job: z.literal('withdrawFromPending'), workspaceId: z.string(), addresses }),
  z.object({ job: z.literal('showChoices'), workspaceId: z.string(), topicKey: z.string(), addresses }),
  z.object({ job: z.literal('emptyAudience'), workspaceId: z.string(), id: z.string() }),
]);

/** Each may come twice, or after its work was done: it looks first. Addresses are in no log. */
export const handler = eachMessage(async ({ body }: SQSRecord): Promise<void> => {
  const work = Message.parse(JSON.parse(body));
  switch (work.job) {
    case 'withdrawFromPending':
      return withdrawFromPending(work.workspaceId, work.addresses);
    case 'showChoices':
      return showChoices(work.workspaceId, work.addresses, [work.topicKey]);
    case 'emptyAudience':
      return emptyAudience(work.workspaceId, work.id);
  }
}, 'follow-up not done');
