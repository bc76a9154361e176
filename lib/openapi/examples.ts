import { approvalExamples } from '../../functions/api/approvals/examples';
import { audienceExamples } from '../../functions/api/audiences/examples';
import { automationExamples } from '../../functions/api/automations/examples';
import { broadcastExamples } from '../../functions/api/broadcasts/examples';
import { contactPropertyExamples } from '../../functions/api/contact-properties/examples';
import { contactExamples } from '../../functions/api/contacts/examples';
import { credentialExamples } from '../../functions/api/credential/examples';
import { domainExamples } from '../../functions/api/domains/examples';
import { draftExamples } from '../../functions/api/drafts/examples';
import { emailExamples } from '../../functions/api/emails/examples';
import { eventExamples } from '../../functions/api/events/examples';
import { inboundExamples } from '../../functions/api/inbound/examples';
import { feedExamples } from '../../functions/api/feeds/examples';
import { inboxExamples } from '../../functions/api/inboxes/examples';
import { openapiExamples } from '../../functions/api/openapi/examples';
import { segmentExamples } from '../../functions/api/segments/examples';
import { suppressionExamples } from '../../functions/api/suppressions/examples';
import { templateExamples } from '../../functions/api/templates/examples';
import { threadExamples } from '../../functions/api/threads/examples';
import { topicExamples } from '../../functions/api/topics/examples';
import { usageExamples } from '../../functions/api/usage/examples';
import { webhookEndpointExamples } from '../../functions/api/webhook-endpoints/examples';
import type { Examples } from './parameters';

/** Requests and their responses, by operation. An ID refers to the same record in all examples. */
export const examples = {
  ...emailExamples,
  ...threadExamples,
  ...inboundExamples,
  ...approvalExamples,
  ...draftExamples,
  ...domainExamples,
  ...inboxExamples,
  ...credentialExamples,
  ...usageExamples,
  ...templateExamples,
  ...contactExamples,
  ...contactPropertyExamples,
  ...audienceExamples,
  ...segmentExamples,
  ...broadcastExamples,
  ...automationExamples,
  ...eventExamples,
  ...topicExamples,
  ...suppressionExamples,
  ...webhookEndpointExamples,
  ...feedExamples,
  ...openapiExamples,
};

const byName: Readonly<Record<string, Examples | undefined>> = examples;

export function examplesOf({ name }: { name: string }): Examples {
  const found = byName[name];
  if (!found) throw new Error(`Add an example of ${name} to the examples.ts next to its routes.ts`);
  return found;
}
