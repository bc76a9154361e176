import type { SQSRecord } from 'aws-lambda';
import * as z from '../../shared/schema/schema';
import { emptyAudience } from '../../shared/domain/audience/audiences/empty';
import { clearCampaign } from '../../shared/domain/marketing/campaigns/clear';
import { showChoices } from '../../shared/domain/audience/contacts/choices';
import { clearAutomation } from '../../shared/domain/marketing/automations/enrollments/clear';
import { resumeAutomation } from '../../shared/domain/marketing/automations/enrollments/resume';
import { startAutomations } from '../../shared/domain/marketing/automations/enrollments/starts';
import type { FollowUp } from '../../shared/domain/platform/background-jobs/job';
import { manyLeft } from '../../shared/domain/consent/happenings';
import { withdrawFromPending } from '../../shared/domain/send/scheduling/withdraw';
import { clearWorkspace } from '../../shared/domain/platform/workspaces/admin/clear-workspace';
import { expireMail } from '../../shared/domain/conversations/retention/expire-mail';
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
