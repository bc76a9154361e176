import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { serviceSettings } from './service-settings';

/**
 * Implements `npm run example NAME`. Runs a program of examples/ against the service that the environment variables
 * name, or against the local service if they are not set.
 */
const names = readdirSync('examples').flatMap((file) => /^(.*)\.ts$/.exec(file)?.[1] ?? []);
const [name = '', ...args] = process.argv.slice(2);

if (!names.includes(name)) {
  console.error(`Choose an example: npm run example ${names.join(' | ')}`);
  process.exit(2);
}

const { status } = spawnSync(process.execPath, ['--import', 'tsx', `examples/${name}.ts`, ...args], {
  stdio: 'inherit',
  env: { ...process.env, ...serviceSettings() },
});
process.exitCode = status ?? 1;
