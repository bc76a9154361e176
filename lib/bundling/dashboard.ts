import { spawn } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { isLocalBuild } from './code-folders';

/** The best compression takes a second, and a tenth of the space is not worth a second of each local build. */
const compression = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: isLocalBuild ? 5 : constants.BROTLI_MAX_QUALITY,
  },
};

/**
 * Builds packages/dashboard into `outDir` and compresses each file. functions/dashboard/files.ts serves the results.
 */
export async function buildDashboard(outDir: string): Promise<void> {
  await runVite(resolve(outDir));
  for (const file of filesIn(outDir)) {
    writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file), compression));
    rmSync(file);
  }
}

export const copyDashboard = (sourceDir: string, bundle: string): void =>
  cpSync(sourceDir, join(bundle, 'app'), { recursive: true });

/**
 * Runs Vite in a separate process, because NODE_ENV selects the React build and may have another value in this process.
 */
async function runVite(outDir: string): Promise<void> {
  const program = join(createRequire(resolve('package.json')).resolve('vite/package.json'), '../bin/vite.js');
  const args = [program, 'build', 'packages/dashboard', '--outDir', outDir, '--emptyOutDir'];
  const child = spawn(process.execPath, [...args, '--logLevel', 'error'], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const errorOutput: Buffer[] = [];
  child.stderr.on('data', (part: Buffer) => errorOutput.push(part));
  const code = await new Promise((resolveExit, reject) =>
    child.once('error', reject).once('close', resolveExit),
  );
  if (code !== 0)
    throw new Error(`The build of the dashboard failed:\n${Buffer.concat(errorOutput).toString()}`);
}

const filesIn = (dir: string): string[] =>
  readdirSync(dir, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
