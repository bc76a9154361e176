import type { CloudFormationClient, Stack } from '@aws-sdk/client-cloudformation';
import {
  certificateRegion,
  deployedParts,
  stackName,
  type StackPart,
} from '../../../../lib/parts/stack-names';
import { callWithTimeout, isRefusal } from './call-with-timeout';
import { describeCall, awsCommand } from './aws-command';
import { observation, type Check, type Finding } from './check';
import type { DoctorContext } from './context';
import { commandLine } from '../distribution';

/** A stack that the settings require. `stack` is undefined if CloudFormation has no such stack. */
export interface DeployedStack {
  part: StackPart;
  name: string;
  stack: Stack | undefined;
}

export interface Resource {
  part: StackPart;
  type: string;
  logicalId: string;
  physicalId: string;
}

const describeStacks = 'cloudformation:DescribeStacks';

/** Returns the context with the Region of the stack, for its calls and commands. */
export const contextOf = (ctx: DoctorContext, part: StackPart): DoctorContext =>
  part === 'Tracking' ? inCertificateRegion(ctx) : ctx;

export const inCertificateRegion = (ctx: DoctorContext): DoctorContext => ({
  ...ctx,
  region: certificateRegion,
  client: () => ({ ...ctx.client(), region: certificateRegion }),
});

export const createClient = async (ctx: DoctorContext, part: StackPart): Promise<CloudFormationClient> => {
  const { CloudFormationClient } = await import('@aws-sdk/client-cloudformation');
  return new CloudFormationClient(contextOf(ctx, part).client());
};

export async function fetchStacks(
  ctx: DoctorContext,
  parts: readonly StackPart[] = deployedParts(ctx.settings()),
): Promise<DeployedStack[]> {
  return Promise.all(
    parts.map(async (part) => {
      const name = stackName(ctx.stage, part);
      return { part, name, stack: await findStack(await createClient(ctx, part), name) };
    }),
  );
}

async function findStack(client: CloudFormationClient, StackName: string): Promise<Stack | undefined> {
  const { DescribeStacksCommand } = await import('@aws-sdk/client-cloudformation');
  try {
    const { Stacks = [] } = await callWithTimeout(describeStacks, (abortSignal) =>
      client.send(new DescribeStacksCommand({ StackName }), { abortSignal }),
    );
    return Stacks[0];
  } catch (error) {
    // CloudFormation returns this error if the stack does not exist.
    if (isRefusal(error, 'ValidationError')) return undefined;
    throw error;
  }
}

/**
 * The stacks whose queues and topics the checks use. The stacks of the API are not listed, because they have hundreds
 * of other resources.
 */
const inspectedParts: readonly StackPart[] = [
  'Data',
  'Mail',
  'Scheduling',
  'Webhooks',
  'Workers',
  'Operations',
];

export async function fetchResources(ctx: DoctorContext): Promise<Resource[]> {
  const existing = (await ctx.stacks()).filter(({ part, stack }) => stack && inspectedParts.includes(part));
  return (await Promise.all(existing.map((deployed) => fetchStackResources(ctx, deployed)))).flat();
}

export async function fetchStackResources(
  ctx: DoctorContext,
  { part, name }: DeployedStack,
): Promise<Resource[]> {
  const client = await createClient(ctx, part);
  const { ListStackResourcesCommand } = await import('@aws-sdk/client-cloudformation');
  const found: Resource[] = [];
  let NextToken: string | undefined;
  do {
    const input = { StackName: name, NextToken };
    const page = await callWithTimeout('cloudformation:ListStackResources', (abortSignal) =>
      client.send(new ListStackResourcesCommand(input), { abortSignal }),
    );
    for (const { ResourceType, LogicalResourceId, PhysicalResourceId } of page.StackResourceSummaries ?? []) {
      if (!ResourceType || !LogicalResourceId || !PhysicalResourceId) continue;
      found.push({ part, type: ResourceType, logicalId: LogicalResourceId, physicalId: PhysicalResourceId });
    }
    NextToken = page.NextToken;
  } while (NextToken);
  return found;
}

/** Returns a name such as `Data/DeadLetters`, without the hash that the CDK appends to the logical ID. */
export const resourceName = ({ part, logicalId }: Pick<Resource, 'part' | 'logicalId'>): string =>
  `${part}/${logicalId.replace(/[0-9A-F]{8}$/, '')}`;

const needs = ['local.settings', 'account.credentials', 'account.region'];

export const deployed: Check = {
  id: 'stacks.deployed',
  title: 'every stack that the settings require exists',
  only: 'deployed',
  needs,
  run: async (ctx) => {
    const stacks = await ctx.stacks();
    const missing = stacks.filter(({ stack }) => !stack);
    const seen = `${stacks.length - missing.length} of ${stacks.length} stacks of the stage ${ctx.stage}`;
    const evidence = describeCall(ctx, describeStacks);
    if (missing.length === 0) return observation(seen, evidence);
    const finding = missingStacksFinding(ctx, missing, stacks.length, evidence);
    return {
      ...observation(seen, evidence, [finding]),
      ...(missing.length === stacks.length && { blocksDependents: true }),
    };
  },
};

const deployFix = `run ${commandLine('deploy')}. If the deployment has another stage or Region, correct "stage" in the settings, or run ${commandLine('doctor')} with --stage or --region`;

const missingStacksFinding = (
  ctx: DoctorContext,
  missing: readonly DeployedStack[],
  wantedCount: number,
  evidence: string,
): Finding => ({
  outcome: 'fail',
  subject: `the stage ${ctx.stage}`,
  ...(missing.length === wantedCount
    ? {
        problem: 'the stage is not deployed',
        evidence: `${evidence}: none of its stacks exists`,
        fix: `First fix the findings of account, local, cdk, api, edge and mail, and a FAIL of lambda.concurrency. Then ${deployFix}`,
      }
    : {
        problem: 'the settings require stacks that are not deployed',
        evidence: `${evidence}: ${missing.map(({ part, name }) => `${name} does not exist${part === 'Tracking' ? ` in ${certificateRegion}` : ''}`).join(', ')}`,
        fix: deployFix.replace(/^r/, 'R'),
      }),
});

export const status: Check = {
  id: 'stacks.status',
  title: 'the last deployment of every stack succeeded',
  only: 'deployed',
  needs: ['stacks.deployed'],
  run: async (ctx) => {
    const stacks = (await ctx.stacks()).flatMap(({ part, name, stack }) =>
      stack ? [{ part, name, status: stack.StackStatus ?? '', reason: stack.StackStatusReason }] : [],
    );
    const findings = stacks.flatMap(({ part, name, status: stackStatus, reason }): Finding[] => {
      const problem = assessStatus(stackStatus);
      if (!problem) return [];
      const stackCtx = contextOf(ctx, part);
      const evidence = `${describeCall(stackCtx, describeStacks)}: ${stackStatus}${reason ? `, ${reason}` : ''}`;
      return [{ subject: name, evidence, fix: fixOf(stackCtx, name), ...problem }];
    });
    const seen = [...new Set(stacks.map(({ status: stackStatus }) => stackStatus))].join(', ');
    return observation(seen, describeCall(ctx, describeStacks), findings);
  },
};

function assessStatus(stackStatus: string): Pick<Finding, 'outcome' | 'problem'> | undefined {
  if (['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'IMPORT_COMPLETE'].includes(stackStatus)) return undefined;
  if (stackStatus === 'UPDATE_ROLLBACK_COMPLETE')
    return { outcome: 'warn', problem: 'the last deployment failed and was rolled back' };
  if (stackStatus.endsWith('_IN_PROGRESS'))
    return { outcome: 'warn', problem: 'a deployment is in progress' };
  return { outcome: 'fail', problem: 'the last deployment failed' };
}

const fixOf = (ctx: DoctorContext, name: string): string =>
  `${awsCommand(ctx, `cloudformation describe-stack-events --stack-name ${name} --query "StackEvents[?contains(ResourceStatus,'FAILED')].[LogicalResourceId,ResourceStatusReason]" --output text`)} shows the reason. Fix the cause, then follow docs/deploying.md#if-it-fails`;

export const drift: Check = {
  id: 'stacks.drift',
  title: 'CloudFormation has detected no manual change of a stack',
  only: 'deployed',
  needs: ['stacks.deployed'],
  run: async (ctx) => {
    const stacks = (await ctx.stacks()).flatMap(({ part, name, stack }) =>
      stack ? [{ part, name, drifted: stack.DriftInformation?.StackDriftStatus ?? 'NOT_CHECKED' }] : [],
    );
    const findings = stacks
      .filter(({ drifted }) => drifted === 'DRIFTED')
      .map(({ part, name }) => driftFinding(contextOf(ctx, part), name));
    const seen = [...new Set(stacks.map(({ drifted }) => drifted))].join(', ');
    return observation(seen, `${describeCall(ctx, describeStacks)}: StackDriftStatus`, findings);
  },
};

const driftFinding = (ctx: DoctorContext, name: string): Finding => ({
  outcome: 'warn',
  subject: name,
  problem: 'a resource differs from the template, and the next deployment does not restore it',
  evidence: `${describeCall(ctx, describeStacks)}: StackDriftStatus DRIFTED`,
  fix: `${awsCommand(ctx, `cloudformation describe-stack-resource-drifts --stack-name ${name} --stack-resource-drift-status-filters MODIFIED DELETED`)} shows the changes. Revert them by hand`,
});
