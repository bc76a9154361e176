import * as z from 'zod/mini';
import { DomainSchema } from '../../../../functions/api/domains/shapes';
import { CommandError } from '../command-line/command-error';
import { administer } from '../admin/administer';
import { callWithTimeout } from './call-with-timeout';
import { adminCommand } from './aws-command';
import { observation, type Check, type Finding, type Observation } from './check';
import type { DoctorContext } from './context';

/** Deployments of earlier versions do not say why tracking is not active. */
const ListedDomain = z.extend(DomainSchema, {
  click_tracking: z.extend(DomainSchema.shape.click_tracking, {
    problem: z.optional(DomainSchema.shape.click_tracking.shape.problem),
  }),
});

export type Domain = z.infer<typeof ListedDomain> & { workspaceId: string };

/**
 * The doctor checks at most this many workspaces and domains. `npm run admin -- domains verify` checks any other
 * domain.
 */
const workspacesMax = 100;
const domainsMax = 100;

export interface DomainListing {
  domains: Domain[];
  workspaces: number;
  /** True if some workspaces or domains were not checked. */
  isTruncated: boolean;
}

const Workspaces = z.object({ data: z.array(z.object({ id: z.string() })) });
const Domains = z.object({ data: z.array(ListedDomain) });

const action = 'lambda:InvokeFunction';

/** Invokes the function `administer`, like `npm run admin`. */
export async function fetchDomains(ctx: DoctorContext): Promise<DomainListing> {
  const { data: workspaces } = z.parse(Workspaces, await invokeAdminAction(ctx, 'listWorkspaces', {}));
  const domains: Domain[] = [];
  for (const { id } of workspaces.slice(0, workspacesMax)) {
    if (domains.length > domainsMax) break;
    const { data } = z.parse(Domains, await invokeAdminAction(ctx, 'listDomains', { workspace_id: id }));
    domains.push(...data.map((domain) => ({ ...domain, workspaceId: id })));
  }
  const isTruncated = workspaces.length > workspacesMax || domains.length > domainsMax;
  return { domains: domains.slice(0, domainsMax), workspaces: workspaces.length, isTruncated };
}

const invokeAdminAction = (ctx: DoctorContext, actionName: string, input: object) =>
  callWithTimeout(action, (signal) => administer(ctx.target, actionName, input, signal));

const needs = ['local.runtime', 'stacks.deployed'];

export const domainsListed: Check = {
  id: 'domains.listed',
  title: 'there is a domain to send from',
  needs,
  run: async (ctx) => {
    const evidence = `listWorkspaces and listDomains of the function ${functionName(ctx)}`;
    try {
      const { domains, workspaces, isTruncated } = await ctx.domains();
      const seen = `${domains.length} domains of ${workspaces} workspaces${isTruncated ? ' (some workspaces or domains were not checked)' : ''}`;
      if (domains.length > 0) return observation(seen, evidence);
      return {
        ...observation(seen, evidence, [noDomainFinding(ctx, workspaces, evidence)]),
        blocksDependents: true,
      };
    } catch (error) {
      if (error instanceof CommandError) return listingFailure(ctx, error, evidence);
      throw error;
    }
  },
};

const functionName = ({ stage }: DoctorContext): string => `carrier-nest-${stage}-administer`;

const noDomainFinding = (ctx: DoctorContext, workspaces: number, evidence: string): Finding => ({
  outcome: 'warn',
  subject: 'the service',
  problem: workspaces === 0 ? 'there is no workspace' : 'no workspace has a domain to send from',
  evidence,
  fix:
    workspaces === 0
      ? `${adminCommand(ctx, 'workspaces create NAME')}, where NAME is any name, such as that of your company`
      : `${adminCommand(ctx, 'domains create WORKSPACE DOMAIN transactional')}, where WORKSPACE is an ID from ` +
        `${adminCommand(ctx, 'workspaces list')}, and DOMAIN is a domain of yours, such as mail.acme.example`,
});

/** Reports that the function was invoked but failed. */
function listingFailure(ctx: DoctorContext, { message }: CommandError, evidence: string): Observation {
  const finding: Finding = {
    outcome: 'fail',
    subject: functionName(ctx),
    problem: 'the function fails',
    evidence: `${evidence}: ${message}`,
    fix: `Read its log, /aws/lambda/${functionName(ctx)}: docs/runbook.md#worker-errors`,
  };
  return { ...observation('the domains cannot be listed', evidence, [finding]), blocksDependents: true };
}
