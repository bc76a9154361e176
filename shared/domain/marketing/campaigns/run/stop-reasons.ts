import { expectBillingReason, refuseByBilling } from '../../../platform/billing/billing-refusals';
import { findReputationProblem } from '../campaign-problems';
import type { Campaign, PauseReason } from '../../../../db/records/campaigns';
import type { Domain } from '../../../../db/records/domains';
import { remedyFor } from '../../../platform/domains/remedy';
import type { Topic } from '../../../../db/records/topics';
import type { Workspace } from '../../../../db/records/workspaces';
import type { StopReason } from './stop-campaign';

/** The current records that sending a campaign depends on. */
export interface SendContext {
  workspace: Workspace;
  domain: Domain | undefined;
  topic: Topic | undefined;
}

/** Returns the reason if a campaign must pause. Checked when a run starts or resumes, and before each slice. */
export function findPauseReason({ suspendedReason, postalAddress }: Workspace): PauseReason | undefined {
  if (suspendedReason !== null) return 'workspace_suspended';
  return postalAddress === null ? 'no_postal_address' : undefined;
}

/** Returns the reason if a campaign must pause or fail. Checked before each slice. */
export function findStopReason(
  campaign: Campaign,
  { workspace, domain, topic }: SendContext,
): StopReason | undefined {
  const pauseReason = findPauseReason(workspace);
  if (pauseReason) return { pauseReason };
  const failure = findDomainProblem(campaign, domain) ?? findTopicProblem(campaign, topic);
  return failure === undefined ? undefined : { failure };
}

/** Like `findStopReason`, but also checks the workspace's reputation. Checked when a run starts or resumes. */
export async function findRunStopReason(
  campaign: Campaign,
  context: SendContext,
): Promise<StopReason | undefined> {
  const pauseReason = findPauseReason(context.workspace);
  if (pauseReason) return { pauseReason };
  const failure = await findReputationProblem(context.workspace);
  return failure === undefined ? findStopReason(campaign, context) : { failure };
}

function findDomainProblem({ domain: name }: Campaign, domain: Domain | undefined): string | undefined {
  if (domain?.status === 'verified' && domain.riskClass === 'marketing') return undefined;
  return `There is no verified marketing domain ${name}. ${remedyFor(domain)}`;
}

const findTopicProblem = ({ topicKey }: Campaign, topic: Topic | undefined): string | undefined =>
  topicKey === null || topic ? undefined : `The topic ${topicKey} was deleted`;

/** Returns the reason if billing refuses this number of recipients. */
export function findBillingProblem(workspace: Workspace, recipients: number): string | undefined {
  try {
    refuseByBilling(workspace, { recipients, riskClass: 'marketing' });
    return undefined;
  } catch (error) {
    return expectBillingReason(error);
  }
}
