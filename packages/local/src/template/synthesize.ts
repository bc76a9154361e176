import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildOnce } from '../machine/build-once';

/** Tests name a file with other settings. */
const settingsFile = (): string =>
  process.env['CARRIER_NEST_LOCAL_SETTINGS'] ?? 'packages/local/src/template/settings.json';

/** The files and folders from which the templates and bundles are built. */
export const codeInputs = [
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

/** Synthesizes the CDK app, or returns an existing synthesis of the same inputs. */
export async function synthesize(): Promise<Synthesis> {
  const dir = await buildOnce('.build/local', [...codeInputs, settingsFile()], synthesizeInto);
  return { assembly: join(dir, 'assembly'), ingressProgram: resolve(dir, 'ingress/index.js') };
}

async function synthesizeInto(workDir: string): Promise<void> {
  await runApp(workDir);
  // The assembly contains copies of the bundles.
  for (const folder of ['dashboard', 'functions', 'lazy', 'parts'])
    rmSync(join(workDir, folder), { recursive: true, force: true });
}

function runApp(workDir: string): Promise<void> {
  const app = spawn(process.execPath, ['--import', 'tsx', 'bin/app.ts'], {
    env: {
      ...process.env,
      CARRIER_NEST_BUILD: workDir,
      CARRIER_NEST_LOCAL_BUILD: '1',
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
      reject(new Error(`The CDK app could not be synthesized:\n${Buffer.concat(stderrChunks).toString()}`));
    });
  });
}
