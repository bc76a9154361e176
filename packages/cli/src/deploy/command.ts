import { rmSync } from 'node:fs';
import { readTemplates } from '../../../../lib/rules/template';
import { readSettings } from '../../../../lib/settings-file';
import type { CommandDetails } from '../command-line/command';
import { CallFailure } from '../doctor/call-with-timeout';
import { openContext, type DoctorContext } from '../doctor/context';
import { credentialsFinding } from '../doctor/credentials';
import { runCdk, runCdkSynth, runTemplateChecks } from '../run-cdk';
import { compareTemplates } from './compare-templates';
import { fetchDeployedTemplates } from './deployed-templates';
import { fetchDeployedVersion } from './deployed-version';
import { deployOptions, readDeployOptions, type DeployOptions } from './options';
import { describeSaving } from './save-data';
import { describeLeftStacks } from './left-stacks';
import { formatUpgrade, refusalsOf, type Upgrade } from './upgrade';

/** The folder in which the CDK writes the templates. The same templates are compared and deployed. */
const assembly = 'cdk.out';

/**
 * Deploys all stacks with the CDK (docs/deploying.md#updating), unless this checkout is older than the deployment, the
 * deployment would lose data, or a template violates a rule.
 */
export const deployCommand: CommandDetails = {
  args: [],
  options: deployOptions,
  acceptsOthers: true,
  examples: [
    ['carrier-nest deploy --region eu-west-1', 'deploy to a Region'],
    ['carrier-nest deploy --require-approval never', 'pass an option to cdk deploy, as all other options'],
  ],
  run: (args, values) => deploy(readDeployOptions(args, values)),
};

async function deploy(options: DeployOptions): Promise<number> {
  const { stage } = readSettings();
  useTarget(options);
  // The CDK never deletes the templates of another stage or of a removed stack.
  rmSync(assembly, { recursive: true, force: true });
  const synthesis = runCdkSynth(stage, assembly);
  if (synthesis !== 0) return synthesis;
  const refusals = await inspectDeployment(stage, options);
  for (const refusal of refusals) process.stderr.write(`\n${refusal}.\n`);
  if (refusals.length > 0) return 1;
  const check = runTemplateChecks();
  return check === 0 ? runCdk('deploy', '--all', '--app', assembly, ...options.cdkArgs) : check;
}

/**
 * The synthesis, the comparison and the deployment all read these variables. The CDK passes the Region to the app, which
 * needs it for tracked links.
 */
function useTarget({ region, profile }: DeployOptions): void {
  if (region) process.env['AWS_REGION'] = region;
  if (profile) process.env['AWS_PROFILE'] = profile;
}

/** Prints what the deployment removes or replaces, and returns the reasons not to deploy. */
async function inspectDeployment(stage: string, options: DeployOptions): Promise<string[]> {
  const { region, profile } = options;
  const ctx = await openContext({
    target: { kind: 'deployed', stage, region, profile },
    resolver: undefined,
  });
  const { caller } = await ctx.identity();
  if (caller instanceof CallFailure && caller.kind === 'refused') return [credentialsRefusal(ctx, caller)];
  try {
    const upgrade = await compareWithDeployed(ctx, 'account' in caller ? caller.account : undefined);
    process.stdout.write(formatUpgrade(upgrade));
    return refusalsOf(upgrade, options);
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    return [comparisonRefusal(error)];
  }
}

async function compareWithDeployed(ctx: DoctorContext, account: string | undefined): Promise<Upgrade> {
  const deployed = await fetchDeployedTemplates(ctx);
  return {
    stage: ctx.stage,
    region: ctx.client().region,
    account,
    isDeployed: Object.keys(deployed).length > 0,
    deployedVersion: await fetchDeployedVersion(ctx),
    changes: compareTemplates(deployed, readTemplates(assembly)).map((change) => ({
      ...change,
      saving: describeSaving(ctx, change),
    })),
    leftStacks: await describeLeftStacks(ctx),
  };
}

function credentialsRefusal(ctx: DoctorContext, caller: CallFailure): string {
  const { problem, evidence, fix } = credentialsFinding(ctx, caller);
  return `Nothing is deployed, because ${problem} (${evidence}). ${fix}`;
}

function comparisonRefusal({ kind, message }: CallFailure): string {
  const advice =
    kind === 'denied'
      ? 'Allow your user or role to call cloudformation:DescribeStacks and cloudformation:GetTemplate'
      : 'Fix the cause';
  return `The deployed stacks cannot be compared with this checkout (${message}). ${advice}, then run npm run deploy again`;
}
