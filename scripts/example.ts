import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** `npm run example NAME`: runs a program of examples/ against the service that `npm start` runs, or another one. */
const names = readdirSync('examples').map((file) => file.replace(/\.ts$/, ''));
const [name = '', ...args] = process.argv.slice(2);
const runtime = '.local/runtime.json';
const isChosen = Boolean(process.env['CARRIER_NEST_URL'] ?? process.env['CARRIER_NEST_KEY']);

if (!names.includes(name)) fail(`Which one? npm run example ${names.join(' | ')}`);
if (!isChosen && !existsSync(runtime))
  fail('No service: run npm start in another terminal, or set CARRIER_NEST_URL and CARRIER_NEST_KEY');

const { status } = spawnSync(process.execPath, ['--import', 'tsx', `examples/${name}.ts`, ...args], {
  stdio: 'inherit',
  env: { ...process.env, ...settings() },
});
process.exitCode = status ?? 1;

function settings(): Record<string, string> {
  if (isChosen) return {};
  const { api, key } = JSON.parse(readFileSync(runtime, 'utf8')) as { api: string; key: string };
  return { CARRIER_NEST_URL: api, CARRIER_NEST_KEY: key };
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
