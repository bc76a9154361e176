import { rmSync } from 'node:fs';
import { readTemplates } from '../../../lib/rules/template';
import { readSettings } from '../../../lib/settings-file';
import { compareTemplates } from './deploy/compare-templates';
import { fetchDeployedTemplates } from './deploy/deployed-templates';
import { fetchDeployedVersion } from './deploy/deployed-version';
import { help, readDeployOptions, type DeployOptions } from './deploy/options';
import { describeLeftStacks } from './deploy/left-stacks';
import { formatUpgrade, refusalsOf, type Upgrade } from './deploy/upgrade';
import { CallFailure } from './doctor/call-with-timeout';
import { openContext } from './doctor/context';
import { runCdk, runCdkSynth } from './run-cdk';
import { runProgram } from './run-program';

/** The folder in which the CDK writes the templates. The same templates are compared and deployed. */
const assembly = 'cdk.out';

/**
 * Deploys all stacks with the CDK (docs/deploying.md#updating), unless this checkout is older than the deployment or the
 * deployment would lose data. Returns the exit code.
 */
async function main(cliArgs: readonly string[]): Promise<number> {
  const options = readDeployOptions(cliArgs);
  if (options.isHelp) {
    process.stdout.write(help());
    return 0;
  }
  const { profile, cdkArgs } = options;
  const { stage } = readSettings();
  // The CDK never deletes the templates of another stage or of a removed stack.
  rmSync(assembly, { recursive: true, force: true });
  const synthesis = runCdkSynth(stage, assembly, ...(profile ? ['--profile', profile] : []));
  if (synthesis !== 0) return synthesis;
  const refusals = await inspectDeployment(stage, options);
  for (const refusal of refusals) process.stderr.write(`\n${refusal}.\n`);
  return refusals.length > 0 ? 1 : runCdk('deploy', '--all', '--app', assembly, ...cdkArgs);
}

/** Prints what the deployment removes or replaces, and returns the reasons not to deploy. */
async function inspectDeployment(stage: string, options: DeployOptions): Promise<string[]> {
  try {
    const upgrade = await compareWithDeployed(stage, options);
    process.stdout.write(formatUpgrade(upgrade));
    return refusalsOf(upgrade, options);
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    return [
      `The deployed stacks cannot be compared with this checkout (${error.message}). Fix the cause, or skip the ` +
        'comparison with npx cdk deploy --all',
    ];
  }
}

async function compareWithDeployed(stage: string, { profile }: DeployOptions): Promise<Upgrade> {
  const ctx = await openContext({
    target: { kind: 'deployed', stage, region: undefined, profile },
    resolver: undefined,
  });
  const deployed = await fetchDeployedTemplates(ctx);
  return {
    stage,
    isDeployed: Object.keys(deployed).length > 0,
    deployedVersion: await fetchDeployedVersion(ctx),
    changes: compareTemplates(deployed, readTemplates(assembly)),
    leftStacks: await describeLeftStacks(ctx),
  };
}

void runProgram(main);
