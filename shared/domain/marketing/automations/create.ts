import type { RequestContext } from '../../../core/request-context';
import { ifAbsent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { getItem, type Item } from '../../../db/table';
import { putWrite, writeTransaction } from '../../../db/transaction';
import { ApiError, invalidRequest } from '../../../core/errors';
import { domainOf, type Mailbox } from '../../../text/mailbox';
import { toIso, timeOfId } from '../../../core/time';
import { findAudience, refuseUnknownAudience } from '../../audience/audiences/find';
import { listDomains } from '../../platform/domains/find';
import { expectMarketingDomain } from '../../platform/domains/expect-marketing-domain';
import type { Domain } from '../../../db/records/domains';
import { remedyFor } from '../../platform/domains/remedy';
import { refuseUnknownTopic } from '../../audience/topics/find';
import { refuseMissingDefaults, loadTemplates, type TemplatesBySlug } from './placeholders';
import type { Automation, AutomationPointer, AutomationSteps, Step } from '../../../db/records/automations';
import { triggerPointers } from './triggers';

/** The fields that a client sets. */
export interface NewAutomation extends Omit<
  Automation,
  'id' | 'workspaceId' | 'status' | 'delays' | 'templateSlugs' | 'createdAt' | 'updatedAt'
> {
  steps: readonly Step[];
  /** The parsed `from`. */
  sender: Mailbox;
}

/** Creates an automation as a draft. A retry returns the automation that the first attempt created. */
export async function createAutomation(
  { workspaceId, operation: { id } }: RequestContext,
  { steps, sender, ...input }: NewAutomation,
): Promise<Automation> {
  await refuseInvalidReferences(workspaceId, { ...input, steps, sender });
  const automation: Automation = {
    ...input,
    id,
    workspaceId,
    status: 'draft',
    delays: steps.map(({ delayMinutes }) => delayMinutes),
    templateSlugs: [...new Set(steps.flatMap(({ templateSlug }) => templateSlug ?? []))],
    createdAt: toIso(timeOfId(id)),
    updatedAt: null,
  };
  const key = keys.automation(workspaceId, id);
  if (await writeTransaction(newAutomationWrites(automation, steps))) return automation;
  const existing = await getItem(key);
  if (existing) return existing;
  throw new ApiError(
    'conflict',
    `slug: An automation with the slug ${input.slug} already exists. Choose another slug`,
  );
}

function newAutomationWrites(automation: Automation, steps: readonly Step[]) {
  const { workspaceId, id, slug } = automation;
  const pointer: AutomationPointer = { id };
  const stepsItem: Item<AutomationSteps> = { ...keys.automationSteps(workspaceId, id), steps };
  return [
    putWrite({ ...keys.automationBySlug(workspaceId, slug), ...pointer }, ifAbsent),
    putWrite({ ...keys.automation(workspaceId, id), ...automation }, ifAbsent),
    putWrite(stepsItem),
    ...triggerPointers(automation).map((pointerItem) => putWrite(pointerItem)),
  ];
}

async function refuseInvalidReferences(
  workspaceId: string,
  input: Omit<NewAutomation, 'slug'>,
): Promise<void> {
  const { trigger, identityId, sender, topicKey, steps } = input;
  const { audienceId } = trigger;
  if (audienceId !== null && !(await findAudience(workspaceId, audienceId)))
    await refuseUnknownAudience(workspaceId, audienceId, 'trigger.audience_id');
  refuseMismatchedIdentity(await listDomains(workspaceId), identityId, sender);
  const templates = await loadTemplates(workspaceId, steps);
  refuseUnknownTemplates(steps, templates);
  if (topicKey !== null) await refuseUnknownTopic(workspaceId, topicKey);
  await refuseMissingDefaults({ ...input, workspaceId }, steps, templates);
}

/** Refuses an `identityId` that is not the sender's verified marketing domain. */
function refuseMismatchedIdentity(
  domains: readonly Domain[],
  identityId: string,
  { address }: Mailbox,
): void {
  const identity = expectMarketingDomain(domains, identityId, 'an automation sends');
  const senderDomainName = domainOf(address);
  const senderDomain = domains.find(({ domain }) => domain === senderDomainName);
  if (senderDomain?.riskClass !== 'marketing' || senderDomain.status !== 'verified')
    throw new ApiError(
      'no_verified_identity',
      `from: There is no verified marketing domain ${senderDomainName}. ${remedyFor(senderDomain)}`,
    );
  if (senderDomain.id !== identity.id)
    throw invalidRequest(
      `identity_id: The domain of from is ${senderDomain.domain}. Its id is ${senderDomain.id}`,
    );
}

function refuseUnknownTemplates(steps: readonly Step[], templates: TemplatesBySlug): void {
  const stepIndex = steps.findIndex(
    ({ templateSlug }) => templateSlug !== null && !templates.has(templateSlug),
  );
  if (stepIndex === -1) return;
  throw invalidRequest(
    `steps.${stepIndex}.template_slug: No such template. Create it with POST /v1/templates`,
  );
}
