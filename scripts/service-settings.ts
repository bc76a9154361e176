import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

const runtimeFile = '.local/runtime.json';
const Runtime = z.object({ api: z.string(), key: z.string() });

/**
 * The environment variables of the service that scripts call. Empty if the variables are already set. Otherwise, the
 * variables of the service that `npm start` runs.
 */
export function serviceSettings(): Record<string, string> {
  if (process.env['CARRIER_NEST_URL'] ?? process.env['CARRIER_NEST_KEY']) return {};
  if (!existsSync(runtimeFile)) {
    console.error(
      'No service found. Run npm start in another terminal, or set CARRIER_NEST_URL and CARRIER_NEST_KEY',
    );
    process.exit(2);
  }
  const { api, key } = Runtime.parse(JSON.parse(readFileSync(runtimeFile, 'utf8')));
  return { CARRIER_NEST_URL: api, CARRIER_NEST_KEY: key };
}
