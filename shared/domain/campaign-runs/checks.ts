import { ApiError } from '../../errors';
import { reputationProblem } from '../campaigns/gate';
import type { Campaign, PauseReason } from '../campaigns/record';
import { refuseByBilling } from '../billing/gate';
import type { Domain } from '../domains/record';
import type { Workspace } from '../workspaces/record';
import type { Stop } from './pause';

/** What a campaign is sent with. */
export interface Means {
  workspace: Workspace;
  domain: Domain | undefined;
}

/** Why it waits, and goes on by itself: looked at on the call, at the start and before each slice. */
export function pauseReasonOf({ suspendedReason, postalAddress }: Workspace): PauseReason | undefined {
  if (suspendedReason !== null) return 'workspace_suspended';
  return postalAddress === null ? 'no_postal_address' : undefined;
}

/** Why it does not go on now, or at all: looked at when a run begins, and when it goes on. */
export async function stopOf(campaign: Campaign, { workspace, domain }: Means): Promise<Stop | undefined> {
  const pauseReason = pauseReasonOf(workspace);
  if (pauseReason) return { pauseReason };
  const failure = (await reputationProblem(workspace)) ?? domainProblem(campaign, domain);
  return failure === undefined ? undefined : { failure };
}

export function domainProblem({ domain: name }: Campaign, domain: Domain | undefined): string | undefined {
  if (domain?.status === 'verified' && domain.riskClass === 'marketing') return undefined;
  return `There is no verified marketing domain ${name}. Add and verify it with POST /v1/domains`;
}

/** Why billing does not allow so many recipients. */
export function billingProblem(workspace: Workspace, recipients: number): string | undefined {
  try {
    refuseByBilling(workspace, { recipients, riskClass: 'marketing' });
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

/** What a refusal says; anything else is no reason, but a fault. */
function reasonOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  throw error;
}
