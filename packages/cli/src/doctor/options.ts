import { Resolver } from 'node:dns/promises';
import { parseArgs } from 'node:util';
import { SettingsError } from '../../../../lib/settings-error';
import { readSettings } from '../../../../lib/settings-file';
import { optionLines } from '../admin/option-lines';
import { UsageError } from '../admin/options';
import {
  deploymentOptions,
  localOption,
  readTarget,
  expandLocalFlag,
  type Target,
  type OptionHelp,
} from '../admin/target';

export interface Options {
  target: Target;
  resolver: string | undefined;
  isJson: boolean;
  /** Whether to print the costs of the settings instead of checking the deployment. */
  showsCosts: boolean;
}

const optionHelp: Record<string, OptionHelp> = {
  ...deploymentOptions,
  local: localOption,
  resolver: {
    hint: 'ADDRESS',
    summary: 'the DNS server to query, with or without a port (default: the resolver of this machine)',
  },
  json: { summary: 'print the report as JSON' },
  costs: { summary: 'print what the settings cost in a month, without calling AWS' },
  help: { summary: 'print this help' },
};

export const help = (): string =>
  [
    'npm run doctor -- [options]\n',
    '  check a deployment and its AWS account, and print what to do, without changing anything\n',
    ...optionLines(optionHelp),
    '\nExit codes: 0 if no check fails, 1 if a check fails, 2 if an option is invalid.\n',
  ].join('\n');

/** Returns undefined for `--help`. Throws `UsageError` if an option is invalid. */
export function readOptions(cliArgs: readonly string[]): Options | undefined {
  const values = parse(expandLocalFlag(cliArgs));
  if (values.help) return undefined;
  const stage = values.stage ?? findStage();
  if (!/^[a-z][a-z0-9-]{0,19}$/.test(stage))
    throw new UsageError(
      `--stage: must be up to 20 lowercase letters, digits and hyphens, beginning with a letter, not "${stage}"`,
    );
  if (values.resolver !== undefined) refuseAddress(values.resolver);
  return {
    target: readTarget({ ...values, stage }),
    resolver: values.resolver,
    isJson: values.json === true,
    showsCosts: values.costs === true,
  };
}

/** Returns the stage in the settings. The check `local.settings` reports settings that cannot be read. */
function findStage(): string {
  try {
    return readSettings().stage;
  } catch (error) {
    if (error instanceof SettingsError) return 'prod';
    throw error;
  }
}

function parse(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        stage: { type: 'string' },
        region: { type: 'string' },
        profile: { type: 'string' },
        local: { type: 'string' },
        resolver: { type: 'string' },
        json: { type: 'boolean' },
        costs: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
    return values;
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message);
    throw error;
  }
}

function refuseAddress(address: string): void {
  try {
    new Resolver().setServers([address]);
  } catch {
    throw new UsageError(
      `--resolver: must be an IP address such as 1.1.1.1 or 127.0.0.1:53, not "${address}"`,
    );
  }
}
