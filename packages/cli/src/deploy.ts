import { spawnSync } from 'node:child_process';
import { readTemplates } from '../../../lib/rules/template';
import { readSettings } from '../../../lib/settings';
import { compareTemplates } from './deploy/compare-templates';
import { fetchDeployedTemplates } from './deploy/deployed-templates';
import { deployedVersion } from './deploy/deployed-version';
import { help, readDeployOptions, type DeployOptions } from './deploy/options';
import { formatUpgrade, refusalsOf, type Upgrade } from './deploy/upgrade';
import { CallFailure } from './doctor/call-with-timeout';
import { openContext, settingsFile } from './doctor/context';

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
  const synthesis = runCdk(
    'synth',
    '--quiet',
    '--output',
    assembly,
    ...(profile ? ['--profile', profile] : []),
  );
  if (synthesis !== 0) return synthesis;
  const refusals = await inspectDeployment(options);
  for (const refusal of refusals) process.stderr.write(`\n${refusal}.\n`);
  return refusals.length > 0 ? 1 : runCdk('deploy', '--all', '--app', assembly, ...cdkArgs);
}

const runCdk = (...args: string[]): number => spawnSync('cdk', args, { stdio: 'inherit' }).status ?? 1;

/** Prints what the deployment removes or replaces, and returns the reasons not to deploy. */
async function inspectDeployment(options: DeployOptions): Promise<string[]> {
  try {
    const upgrade = await compareWithDeployed(options);
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

async function compareWithDeployed({ profile }: DeployOptions): Promise<Upgrade> {
  const { stage } = readSettings(settingsFile());
  const ctx = await openContext({
    target: { kind: 'deployed', stage, region: undefined, profile },
    resolver: undefined,
  });
  const deployed = await fetchDeployedTemplates(ctx);
  const api = (await ctx.stacks()).find(({ part }) => part === 'Api');
  return {
    stage,
    isDeployed: Object.keys(deployed).length > 0,
    deployedVersion: deployedVersion(api?.stack),
    changes: compareTemplates(deployed, readTemplates(assembly)),
  };
}

void main(process.argv.slice(2)).then((exitCode) => {
  process.exitCode = exitCode;
});
