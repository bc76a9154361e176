import { Resolver } from 'node:dns/promises';
import { SettingsError } from '../../../../lib/settings-error';
import { readSettings } from '../../../../lib/settings-file';
import type { Option, ParsedValues } from '../command-line/command';
import { asString, deploymentOptions, localOption, readTarget, type Target } from '../command-line/target';
import { UsageError } from '../command-line/usage-error';

export interface DoctorOptions {
  target: Target;
  resolver: string | undefined;
  isJson: boolean;
  /** Whether to print the costs of the settings instead of checking the deployment. */
  showsCosts: boolean;
}

export const doctorOptions: Record<string, Option> = {
  ...deploymentOptions,
  local: localOption,
  resolver: {
    hint: 'ADDRESS',
    summary: 'the DNS server to query, with or without a port (default: the resolver of this machine)',
  },
  json: { summary: 'print the report as JSON' },
  costs: { summary: 'print what the settings cost in a month, without calling AWS' },
};

/** Throws `UsageError` if an option is invalid. */
export function readOptions(values: ParsedValues): DoctorOptions {
  const stage = asString(values['stage']) ?? findStage();
  if (!/^[a-z][a-z0-9-]{0,19}$/.test(stage))
    throw new UsageError(
      `--stage: must be up to 20 lowercase letters, digits and hyphens, beginning with a letter, not "${stage}"`,
    );
  const resolver = asString(values['resolver']);
  if (resolver !== undefined) refuseAddress(resolver);
  return {
    target: readTarget({ ...values, stage }),
    resolver,
    isJson: values['json'] === true,
    showsCosts: values['costs'] === true,
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

function refuseAddress(address: string): void {
  try {
    new Resolver().setServers([address]);
  } catch {
    throw new UsageError(
      `--resolver: must be an IP address such as 1.1.1.1 or 127.0.0.1:53, not "${address}"`,
    );
  }
}
