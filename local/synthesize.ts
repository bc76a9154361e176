import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the templates and bundles are made of. */
const inputs = [
  'bin',
  'lib',
  'functions',
  'shared',
  'ingress',
  'openapi.json',
  'package-lock.json',
  'local/settings.json',
];

export const assemblyDir = '.build/assembly';
const stampFile = join(assemblyDir, '.inputs');

/** Synthesizes the CDK app, unless nothing that it is made of has changed since the last time. */
export async function synthesize(): Promise<string> {
  const stamp = stampOf(inputs);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return assemblyDir;
  await run();
  writeFileSync(stampFile, stamp);
  return assemblyDir;
}

function run(): Promise<void> {
  const app = spawn(process.execPath, ['--import', 'tsx', 'bin/app.ts'], {
    env: { ...process.env, CDK_OUTDIR: assemblyDir, CARRIER_NEST_SETTINGS: 'local/settings.json' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said: Buffer[] = [];
  app.stderr.on('data', (part: Buffer) => said.push(part));
  return new Promise((resolve, reject) => {
    app.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The CDK app does not synthesize:\n${Buffer.concat(said).toString()}`));
    });
  });
}

/** Sizes and times of change of every file: reading them all would take longer than it saves. */
function stampOf(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of paths.flatMap(filesIn)) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function filesIn(path: string): string[] {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
