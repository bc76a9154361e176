import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { serviceSettings } from './service-settings';

/** `npm run example NAME`: runs a program of examples/ against the local service or the one that the environment names. */
const names = readdirSync('examples').map((file) => file.replace(/\.ts$/, ''));
const [name = '', ...args] = process.argv.slice(2);

if (!names.includes(name)) {
  console.error(`Name an example: npm run example ${names.join(' | ')}`);
  process.exit(2);
}

const { status } = spawnSync(process.execPath, ['--import', 'tsx', `examples/${name}.ts`, ...args], {
  stdio: 'inherit',
  env: { ...process.env, ...serviceSettings() },
});
process.exitCode = status ?? 1;
