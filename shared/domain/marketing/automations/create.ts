import type { Ctx } from '../../../core/ctx';
import { ifAbsent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { getItem, type Item } from '../../../db/table';
import { put, writeTogether } from '../../../db/transaction';
import { ApiError, invalidRequest } from '../../../core/errors';
import { domainOf, type Mailbox } from '../../../text/mailbox';
import { iso, timeOfId } from '../../../core/time';
import { findAudience, refuseUnknownAudience } from '../../audience/audiences/find';
import { listDomains } from '../../platform/domains/find';
import { expectMarketing } from '../../platform/domains/marketing';
import type { Domain } from '../../../db/records/domains';
import { remedyFor } from '../../platform/domains/remedy';
import { refuseUnknownTopic } from '../../audience/topics/find';
import { refuseUncovered, templatesOf, type Templates } from './placeholders';
import type { Automation, Step, Steps } from '../../../db/records/automations';
import { triggerPointers } from './triggers';

/** What its author writes. */
export interface NewAutomation extends Omit<
  Automation,
  'id' | 'workspaceId' | 'status' | 'delays' | 'templateSlugs' | 'createdAt' | 'updatedAt'
> {
  steps: readonly Step[];
  /** Who `from` is. */
  sender: Mailbox;
}

/** Under a slug: which automation has it. */
interface AutomationPointer {
  id: string;
}

/** Creates an automation, as a draft. A retry finds what its first attempt created. */
export async function createAutomation(
  { workspaceId, operation: { id } }: Ctx,
  { steps, sender, ...wanted }: NewAutomation,
): Promise<Automation> {
  await refuseUnusable(workspaceId, { ...wanted, steps, sender });
  const automation: Automation = {
    ...wanted,
    id,
    workspaceId,
    status: 'draft',
    delays: steps.map(({ delayMinutes }) => delayMinutes),
    templateSlugs: [...new Set(steps.flatMap(({ templateSlug }) => templateSlug ?? []))],
    createdAt: iso(timeOfId(id)),
    updatedAt: null,
  };
  const key = keys.automation(workspaceId, id);
  if (await writeTogether(writesOf(automation, steps))) return automation;
  const standing = await getItem<Automation>(key);
  if (standing) return standing;
  throw new ApiError('conflict', `slug: there is an automation with the slug ${wanted.slug}`);
}

function writesOf(automation: Automation, steps: readonly Step[]) {
  const { workspaceId, id, slug } = automation;
  const pointer: AutomationPointer = { id };
  const said: Item<Steps> = { ...keys.automationSteps(workspaceId, id), steps };
  return [
    put({ ...keys.automationOf(workspaceId, slug), ...pointer }, ifAbsent),
    put({ ...keys.automation(workspaceId, id), ...automation }, ifAbsent),
    put(said),
    ...triggerPointers(automation).map((one) => put(one)),
  ];
}

async function refuseUnusable(workspaceId: string, wanted: Omit<NewAutomation, 'slug'>): Promise<void> {
  const { trigger, identityId, sender, topicKey, steps, defaultVariables } = wanted;
  const { audienceId } = trigger;
  if (audienceId !== null && !(await findAudience(workspaceId, audienceId)))
    await refuseUnknownAudience(workspaceId, audienceId, 'trigger.audience_id');
  refuseOtherIdentity(await listDomains(workspaceId), identityId, sender);
  const templates = await templatesOf(workspaceId, steps);
  refuseUnknownTemplates(steps, templates);
  if (topicKey !== null) await refuseUnknownTopic(workspaceId, topicKey);
  refuseUncovered(trigger.kind, steps, templates, defaultVariables);
}

/** It must be the verified marketing domain that the sender is on. */
function refuseOtherIdentity(domains: readonly Domain[], identityId: string, { address }: Mailbox): void {
  const identity = expectMarketing(domains, identityId, 'an automation sends');
  const name = domainOf(address);
  const used = domains.find(({ domain }) => domain === name);
  if (used?.riskClass !== 'marketing' || used.status !== 'verified')
    throw new ApiError(
      'no_verified_identity',
      `from: no verified marketing domain ${name}. ${remedyFor(used)}`,
    );
  if (used.id !== identity.id)
    throw invalidRequest(`identity_id: from is on ${used.domain}, whose id is ${used.id}`);
}

function refuseUnknownTemplates(steps: readonly Step[], templates: Templates): void {
  const index = steps.findIndex(({ templateSlug }) => templateSlug !== null && !templates.has(templateSlug));
  if (index === -1) return;
  throw invalidRequest(`steps.${index}.template_slug: No such template. Create it with POST /v1/templates`);
}
