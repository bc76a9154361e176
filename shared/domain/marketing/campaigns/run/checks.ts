import { billingReasonOf, refuseByBilling } from '../../../platform/billing/gate';
import { reputationProblem } from '../gate';
import type { Campaign, PauseReason } from '../../../../db/records/campaigns';
import type { Domain } from '../../../../db/records/domains';
import { remedyFor } from '../../../platform/domains/remedy';
import type { Topic } from '../../../../db/records/topics';
import type { Workspace } from '../../../../db/records/workspaces';
import type { Stop } from './pause';

/** What a campaign is sent with, as it is now. */
export interface Means {
  workspace: Workspace;
  domain: Domain | undefined;
  topic: Topic | undefined;
}

/** Why it waits, and goes on by itself: looked at on the call, at the start and before each slice. */
export function pauseReasonOf({ suspendedReason, postalAddress }: Workspace): PauseReason | undefined {
  if (suspendedReason !== null) return 'workspace_suspended';
  return postalAddress === null ? 'no_postal_address' : undefined;
}

/** Why it does not go on now, or at all: looked at before each slice. */
export function stopOf(campaign: Campaign, { workspace, domain, topic }: Means): Stop | undefined {
  const pauseReason = pauseReasonOf(workspace);
  if (pauseReason) return { pauseReason };
  const failure = domainProblem(campaign, domain) ?? topicProblem(campaign, topic);
  return failure === undefined ? undefined : { failure };
}

/** The same, and what the workspace is known for: looked at when a run begins, and when it goes on. */
export async function stopOfRun(campaign: Campaign, means: Means): Promise<Stop | undefined> {
  const pauseReason = pauseReasonOf(means.workspace);
  if (pauseReason) return { pauseReason };
  const failure = await reputationProblem(means.workspace);
  return failure === undefined ? stopOf(campaign, means) : { failure };
}

function domainProblem({ domain: name }: Campaign, domain: Domain | undefined): string | undefined {
  if (domain?.status === 'verified' && domain.riskClass === 'marketing') return undefined;
  return `There is no verified marketing domain ${name}. ${remedyFor(domain)}`;
}

const topicProblem = ({ topicKey }: Campaign, topic: Topic | undefined): string | undefined =>
  topicKey === null || topic ? undefined : `The topic ${topicKey} was deleted`;

/** Why billing does not allow so many recipients. */
export function billingProblem(workspace: Workspace, recipients: number): string | undefined {
  try {
    refuseByBilling(workspace, { recipients, riskClass: 'marketing' });
    return undefined;
  } catch (error) {
    return billingReasonOf(error);
  }
}
