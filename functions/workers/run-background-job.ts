import type { SQSRecord } from 'aws-lambda';
import * as z from '../../shared/schema/schema';
import { emptyAudience } from '../../shared/domain/audience/audiences/empty-audience';
import { clearCampaign } from '../../shared/domain/marketing/campaigns/clear-campaign';
import { syncTopicChoices } from '../../shared/domain/audience/contacts/topic-choices';
import { clearAutomation } from '../../shared/domain/marketing/automations/enrollments/clear-automation';
import { resumeAutomation } from '../../shared/domain/marketing/automations/enrollments/resume-automation';
import { startAutomations } from '../../shared/domain/marketing/automations/enrollments/triggered-enrollments';
import type { BackgroundJob } from '../../shared/domain/platform/background-jobs/job';
import { endEnrollmentsForExit } from '../../shared/domain/consent/consent-events';
import { cancelScheduledForAddresses } from '../../shared/domain/send/scheduling/cancel-scheduled';
import { deleteUnusedContent } from '../../shared/domain/platform/stored-content/delete-unused';
import { clearWorkspace } from '../../shared/domain/platform/workspaces/admin/clear-workspace';
import { expireMail } from '../../shared/domain/conversations/retention/expire-mail';
import { handleEachMessage } from './support/each-message';

const addressesFields = { workspaceId: z.string(), addresses: z.array(z.string()) };
const recordFields = { workspaceId: z.string(), id: z.string() };

const ExitSchema = z.discriminatedUnion('reason', [
  z.object({ reason: z.literal('unsubscribed'), at: z.string() }),
  z.object({ reason: z.literal('suppressed'), at: z.string() }),
  z.object({ reason: z.literal('unsubscribed_from_topic'), at: z.string(), topicKey: z.string() }),
]);

const Message: z.ZodMiniType<BackgroundJob> = z.discriminatedUnion('job', [
  z.object({ job: z.literal('cancelScheduledMail'), ...addressesFields }),
  z.object({ job: z.literal('syncTopicChoices'), topicKey: z.string(), ...addressesFields }),
  z.object({ job: z.literal('endEnrollments'), exit: ExitSchema, ...addressesFields }),
  z.object({ job: z.literal('emptyAudience'), ...recordFields }),
  z.object({ job: z.literal('startAutomations'), workspaceId: z.string(), ids: z.array(z.string()) }),
  z.object({ job: z.literal('resumeAutomation'), ...recordFields }),
  z.object({ job: z.literal('clearAutomation'), ...recordFields }),
  z.object({ job: z.literal('clearCampaign'), ...recordFields }),
  z.object({ job: z.literal('clearWorkspace'), ...recordFields }),
  z.object({ job: z.literal('expireMail'), ...recordFields }),
  z.object({ job: z.literal('deleteContent'), ...recordFields }),
]);

/**
 * A message can arrive twice or after its work is done, so each job first checks whether work remains. Logs no
 * addresses.
 */
export const handler = handleEachMessage(async ({ body }: SQSRecord): Promise<void> => {
  const message = Message.parse(JSON.parse(body));
  switch (message.job) {
    case 'cancelScheduledMail':
      return cancelScheduledForAddresses(message.workspaceId, message.addresses);
    case 'syncTopicChoices':
      return syncTopicChoices(message.workspaceId, message.addresses, [message.topicKey]);
    case 'endEnrollments':
      return endEnrollmentsForExit(message.workspaceId, message.addresses, message.exit);
    case 'emptyAudience':
      return emptyAudience(message.workspaceId, message.id);
    case 'startAutomations':
      return startAutomations(message.workspaceId, message.ids);
    case 'resumeAutomation':
      return resumeAutomation(message.workspaceId, message.id);
    case 'clearAutomation':
      return clearAutomation(message.workspaceId, message.id);
    case 'clearCampaign':
      return clearCampaign(message.workspaceId, message.id);
    case 'clearWorkspace':
      return clearWorkspace(message.workspaceId);
    case 'expireMail':
      return expireMail(message.workspaceId);
    case 'deleteContent':
      return deleteUnusedContent(message.workspaceId, message.id);
  }
}, 'background job failed');
