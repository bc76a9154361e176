import { Resolver } from 'node:dns/promises';
import { parseArgs } from 'node:util';
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
}

const optionHelp: Record<string, OptionHelp> = {
  ...deploymentOptions,
  local: localOption,
  resolver: {
    hint: 'ADDRESS',
    summary: 'who is asked about DNS, with a port or without; this machine decides unless given',
  },
  json: { summary: 'print a report for programs' },
  help: { summary: 'print this' },
};

export const help = (): string =>
  [
    'npm run doctor -- [options]\n',
    '  look at a deployment and its AWS account, and say what to do; nothing is changed\n',
    ...optionLines(optionHelp),
    '\nIt ends with 0, with 1 when something fails, and with 2 when it does not understand.\n',
  ].join('\n');

/** Undefined asks for help. Throws `UsageError`. */
export function readOptions(cliArgs: readonly string[]): Options | undefined {
  const values = parse(expandLocalFlag(cliArgs));
  if (values.help) return undefined;
  const stage = values.stage ?? 'prod';
  if (!/^[a-z][a-z0-9-]{0,19}$/.test(stage)) throw new UsageError(`--stage: there is no stage "${stage}"`);
  if (values.resolver !== undefined) refuseAddress(values.resolver);
  return { target: readTarget(values), resolver: values.resolver, isJson: values.json === true };
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
