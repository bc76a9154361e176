import { expectBillingReason, refuseByBilling } from '../../../platform/billing/billing-refusals';
import { findReputationProblem } from '../campaign-problems';
import type { Campaign, PauseReason } from '../../../../db/records/campaigns';
import type { Domain } from '../../../../db/records/domains';
import { remedyFor } from '../../../platform/domains/remedy';
import type { Topic } from '../../../../db/records/topics';
import type { Workspace } from '../../../../db/records/workspaces';
import type { StopReason } from './stop-campaign';

/** What a campaign is sent with, as it is now. */
export interface SendContext {
  workspace: Workspace;
  domain: Domain | undefined;
  topic: Topic | undefined;
}

/** Why it waits, and goes on by itself: looked at on the call, at the start and before each slice. */
export function findPauseReason({ suspendedReason, postalAddress }: Workspace): PauseReason | undefined {
  if (suspendedReason !== null) return 'workspace_suspended';
  return postalAddress === null ? 'no_postal_address' : undefined;
}

/** Why it does not go on now, or at all: looked at before each slice. */
export function findStopReason(
  campaign: Campaign,
  { workspace, domain, topic }: SendContext,
): StopReason | undefined {
  const pauseReason = findPauseReason(workspace);
  if (pauseReason) return { pauseReason };
  const failure = findDomainProblem(campaign, domain) ?? findTopicProblem(campaign, topic);
  return failure === undefined ? undefined : { failure };
}

/** The same, and what the workspace is known for: looked at when a run begins, and when it goes on. */
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

/** Why billing does not allow so many recipients. */
export function findBillingProblem(workspace: Workspace, recipients: number): string | undefined {
  try {
    refuseByBilling(workspace, { recipients, riskClass: 'marketing' });
    return undefined;
  } catch (error) {
    return expectBillingReason(error);
  }
}
