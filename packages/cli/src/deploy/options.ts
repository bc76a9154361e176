import { parseArgs } from 'node:util';
import { optionLines } from '../admin/option-lines';
import type { OptionHelp } from '../admin/target';

export interface DeployOptions {
  /** The profile of the AWS configuration. */
  profile: string | undefined;
  allowsDowngrade: boolean;
  allowsDataLoss: boolean;
  isHelp: boolean;
  /** The arguments for `cdk deploy`. */
  cdkArgs: string[];
}

const ownOptions: Record<string, OptionHelp> = {
  'allow-downgrade': { summary: 'deploy even if the deployed version is newer than this checkout' },
  'allow-data-loss': { summary: 'deploy even if resources with data are removed or replaced' },
  help: { summary: 'print this help' },
};

export const help = (): string =>
  [
    'npm run deploy -- [options]\n',
    '  deploy all stacks, after listing the resources that the deployment removes or replaces\n',
    ...optionLines(ownOptions),
    '\nAll other options are passed to cdk deploy, for example --profile or --require-approval.\n',
  ].join('\n');

/** Ignores options that it does not know, because `cdk deploy` checks them. */
export function readDeployOptions(args: readonly string[]): DeployOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      profile: { type: 'string' },
      'allow-downgrade': { type: 'boolean' },
      'allow-data-loss': { type: 'boolean' },
      help: { type: 'boolean' },
    },
    strict: false,
  });
  return {
    profile: typeof values.profile === 'string' ? values.profile : undefined,
    allowsDowngrade: values['allow-downgrade'] === true,
    allowsDataLoss: values['allow-data-loss'] === true,
    isHelp: values.help === true,
    cdkArgs: args.filter((arg) => !Object.keys(ownOptions).includes(arg.replace(/^--/, ''))),
  };
}
