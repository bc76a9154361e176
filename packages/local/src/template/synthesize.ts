import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fingerprintFiles } from '../machine/fingerprint-files';

/** Tests name a file with other settings. */
const settingsFile = (): string =>
  process.env['CARRIER_NEST_LOCAL_SETTINGS'] ?? 'packages/local/src/template/settings.json';

/** The files and folders from which the templates and bundles are built. */
const inputs = [
  'bin',
  'lib',
  'functions',
  'shared',
  'ingress',
  'packages/dashboard/index.html',
  'packages/dashboard/package.json',
  'packages/dashboard/public',
  'packages/dashboard/src',
  'packages/dashboard/vite.config.ts',
  'packages/import/src',
  'packages/mcp/package.json',
  'packages/mcp/src',
  'packages/sdk/src',
  'cdk.json',
  'openapi.json',
  'package.json',
  'package-lock.json',
];

const synthesesDir = '.build/local';

/**
 * The result of one synthesis. The result does not change, except that functions store compiled code next to their
 * bundle.
 */
export interface Synthesis {
  assembly: string;
  ingressProgram: string;
  /** Values that replace those of environment variables in the templates. */
  environment?: Record<string, string>;
}

/**
 * Synthesizes the CDK app, or returns an existing synthesis of the same inputs. Each state of the inputs has its own
 * folder, so that runtimes that start at the same time, or run while the code changes, do not affect each other.
 */
export async function synthesize(): Promise<Synthesis> {
  const dir = join(synthesesDir, fingerprintFiles([...inputs, settingsFile()]));
  if (!existsSync(dir)) {
    const workDir = `${dir}.${process.pid}`;
    await synthesizeInto(workDir);
    moveIntoPlace(workDir, dir);
    deleteOldSyntheses();
  }
  keepFresh(dir);
  return { assembly: join(dir, 'assembly'), ingressProgram: resolve(dir, 'ingress/index.js') };
}

function synthesizeInto(workDir: string): Promise<void> {
  mkdirSync(workDir, { recursive: true });
  const app = spawn(process.execPath, ['--import', 'tsx', 'bin/app.ts'], {
    env: {
      ...process.env,
      CARRIER_NEST_BUILD: workDir,
      CDK_OUTDIR: join(workDir, 'assembly'),
      CARRIER_NEST_SETTINGS: settingsFile(),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const stderrChunks: Buffer[] = [];
  app.stderr.on('data', (chunk: Buffer) => stderrChunks.push(chunk));
  return new Promise((resolveExit, reject) => {
    app.once('exit', (code) => {
      if (code === 0) {
        resolveExit();
        return;
      }
      rmSync(workDir, { recursive: true, force: true });
      reject(new Error(`The CDK app could not be synthesized:\n${Buffer.concat(stderrChunks).toString()}`));
    });
  });
}

/**
 * Deletes the bundles, because the assembly contains copies. If another runtime has already moved an equal folder into
 * place, uses that folder.
 */
function moveIntoPlace(workDir: string, dir: string): void {
  for (const folder of ['dashboard', 'functions', 'lazy', 'parts'])
    rmSync(join(workDir, folder), { recursive: true, force: true });
  try {
    renameSync(workDir, dir);
  } catch (error) {
    if (!existsSync(dir)) throw error;
    rmSync(workDir, { recursive: true, force: true });
  }
}

const synthesesMax = 5;
const hourMs = 3_600_000;

/**
 * Keeps the folder's modification time recent. A runtime reads a bundle on the first call of the function, so the
 * folder must not be deleted while the process runs.
 */
function keepFresh(dir: string): void {
  const touch = () => utimesSync(dir, new Date(), new Date());
  touch();
  setInterval(touch, hourMs / 4).unref();
}

function deleteOldSyntheses(): void {
  const byAge = readdirSync(synthesesDir)
    .map((name) => ({ path: join(synthesesDir, name), usedAt: statSync(join(synthesesDir, name)).mtimeMs }))
    .sort((a, b) => b.usedAt - a.usedAt);
  for (const { path, usedAt } of byAge.slice(synthesesMax)) {
    if (usedAt < Date.now() - hourMs) rmSync(path, { recursive: true, force: true });
  }
}
