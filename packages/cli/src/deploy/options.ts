import { parseArgs } from 'node:util';
import { optionLines } from '../admin/option-lines';
import { UsageError } from '../admin/options';
import { deploymentOptions, type OptionHelp } from '../admin/target';

export interface DeployOptions {
  /** The AWS Region, which otherwise the AWS configuration determines. */
  region: string | undefined;
  /** The profile of the AWS configuration. */
  profile: string | undefined;
  allowsDowngrade: boolean;
  allowsDataLoss: boolean;
  isHelp: boolean;
  /** The arguments for `cdk deploy`. */
  cdkArgs: string[];
}

const { region, profile } = deploymentOptions;

const ownOptions: Record<string, OptionHelp> = {
  region,
  profile,
  'allow-downgrade': { summary: 'deploy even if the deployed version is newer than this checkout' },
  'allow-data-loss': { summary: 'deploy even if resources with data are removed or replaced' },
  help: { summary: 'print this help' },
};

export const help = (): string =>
  [
    'npm run deploy -- [options]\n',
    '  deploy all stacks, after listing the resources that the deployment removes or replaces\n',
    ...optionLines(ownOptions),
    '\nAll other options are passed to cdk deploy, for example --require-approval.\n',
  ].join('\n');

/** Ignores options that it does not know, because `cdk deploy` checks them. Throws `UsageError` if a value is missing. */
export function readDeployOptions(args: readonly string[]): DeployOptions {
  const { values, tokens } = parseArgs({
    args: [...args],
    options: {
      region: { type: 'string' },
      profile: { type: 'string' },
      'allow-downgrade': { type: 'boolean' },
      'allow-data-loss': { type: 'boolean' },
      help: { type: 'boolean' },
    },
    strict: false,
    tokens: true,
  });
  const ownIndexes = tokens.flatMap((token) => {
    if (token.kind !== 'option' || !(token.name in ownOptions)) return [];
    return token.inlineValue === false ? [token.index, token.index + 1] : [token.index];
  });
  return {
    region: readValue('region', values.region),
    profile: readValue('profile', values.profile),
    allowsDowngrade: values['allow-downgrade'] === true,
    allowsDataLoss: values['allow-data-loss'] === true,
    isHelp: values.help === true,
    cdkArgs: args.filter((_arg, index) => !ownIndexes.includes(index)),
  };
}

function readValue(name: string, value: string | boolean | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'string' && /^[^-]/.test(value)) return value;
  throw new UsageError(`--${name}: needs a value`);
}
