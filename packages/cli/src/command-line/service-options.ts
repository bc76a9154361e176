import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine, distribution } from '../distribution';
import { readRuntime } from './runtime-file';
import { UsageError } from './usage-error';

/** The client reads the environment variables. If none is set, it uses the local runtime. */
export function serviceOptions(): { url?: string; key?: string } {
  const { dataDir } = distribution;
  const { CARRIER_NEST_URL, CARRIER_NEST_KEY } = process.env;
  if (CARRIER_NEST_URL ?? CARRIER_NEST_KEY) return {};
  if (!existsSync(join(dataDir, 'runtime.json')))
    throw new UsageError(
      `No service found. Run ${commandLine('dev')} in another terminal, or set CARRIER_NEST_URL and CARRIER_NEST_KEY`,
    );
  const runtime = readRuntime(dataDir);
  return { url: runtime.api, key: runtime.key };
}
