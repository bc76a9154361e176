import { existsSync, readFileSync } from 'node:fs';

const runtimeFile = '.local/runtime.json';

/** Where programs of the checkout find a service: what the environment says, else the one that `npm start` runs. */
export function serviceSettings(): Record<string, string> {
  if (process.env['CARRIER_NEST_URL'] ?? process.env['CARRIER_NEST_KEY']) return {};
  if (!existsSync(runtimeFile)) {
    console.error(
      'No service: run npm start in another terminal, or set CARRIER_NEST_URL and CARRIER_NEST_KEY',
    );
    process.exit(2);
  }
  const { api, key } = JSON.parse(readFileSync(runtimeFile, 'utf8')) as { api: string; key: string };
  return { CARRIER_NEST_URL: api, CARRIER_NEST_KEY: key };
}
