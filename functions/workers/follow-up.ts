import type { SQSRecord } from 'aws-lambda';
import * as z from '../../shared/schema';
import { emptyAudience } from '../../shared/domain/audiences/empty';
import { clearCampaign } from '../../shared/domain/campaigns/clear';
import { showChoices } from '../../shared/domain/contacts/choices';
import { clearAutomation } from '../../shared/domain/enrolments/clear';
import { resumeAutomation } from '../../shared/domain/enrolments/resume';
import { startAutomations } from '../../shared/domain/enrolments/starts';
import type { FollowUp } from '../../shared/domain/follow-ups/record';
import { manyLeft } from '../../shared/domain/happenings/happenings';
import { withdrawFromPending } from '../../shared/domain/later/withdraw';
import { clearWorkspace } from '../../shared/domain/operator/clear-workspace';
import { expireMail } from '../../shared/domain/retention/expire-mail';
import { eachMessage } from './support/each-message';

const ofPeople = { workspaceId: z.string(), addresses: z.array(z.string()) };
const ofOne = { workspaceId: z.string(), id: z.string() };

const Exit = z.discriminatedUnion('reason', [
  z.object({ reason: z.literal('unsubscribed'), at: z.string() }),
  z.object({ reason: z.literal('suppressed'), at: z.string() }),
  z.object({ reason: z.literal('unsubscribed_from_topic'), at: z.string(), topicKey: z.string() }),
]);

const Message: z.ZodMiniType<FollowUp> = z.discriminatedUnion('job', [
  z.object({ job: z.literal('withdrawFromPending'), ...ofPeople }),
  z.object({ job: z.literal('showChoices'), topicKey: z.string(), ...ofPeople }),
  z.object({ job: z.literal('endEnrolments'), exit: Exit, ...ofPeople }),
  z.object({ job: z.literal('emptyAudience'), ...ofOne }),
  z.object({ job: z.literal('startAutomations'), workspaceId: z.string(), ids: z.array(z.string()) }),
  z.object({ job: z.literal('resumeAutomation'), ...ofOne }),
  z.object({ job: z.literal('clearAutomation'), ...ofOne }),
  z.object({ job: z.literal('clearCampaign'), ...ofOne }),
  z.object({ job: z.literal('clearWorkspace'), ...ofOne }),
  z.object({ job: z.literal('expireMail'), ...ofOne }),
]);

/** Each may come twice, or after its work was done: it looks first. Addresses are in no log. */
export const handler = eachMessage(async ({ body }: SQSRecord): Promise<void> => {
  const work = Message.parse(JSON.parse(body));
  switch (work.job) {
    case 'withdrawFromPending':
      return withdrawFromPending(work.workspaceId, work.addresses);
    case 'showChoices':
      return showChoices(work.workspaceId, work.addresses, [work.topicKey]);
    case 'endEnrolments':
      return manyLeft(work.workspaceId, work.addresses, work.exit);
    case 'emptyAudience':
      return emptyAudience(work.workspaceId, work.id);
    case 'startAutomations':
      return startAutomations(work.workspaceId, work.ids);
    case 'resumeAutomation':
      return resumeAutomation(work.workspaceId, work.id);
    case 'clearAutomation':
      return clearAutomation(work.workspaceId, work.id);
    case 'clearCampaign':
      return clearCampaign(work.workspaceId, work.id);
    case 'clearWorkspace':
      return clearWorkspace(work.workspaceId);
    case 'expireMail':
      return expireMail(work.workspaceId);
  }
}, 'follow-up not done');
