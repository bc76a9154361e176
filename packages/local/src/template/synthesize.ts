import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { stampOf } from '../machine/stamp';

const settings = 'packages/local/src/template/settings.json';

/** What the templates and bundles are made of. */
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
  'packages/mcp/package.json',
  'packages/mcp/src',
  'packages/sdk/src',
  'cdk.json',
  'openapi.json',
  'package-lock.json',
  settings,
];

const syntheses = '.build/local';

/** The result of one synthesis. It never changes any more; functions keep beside it what V8 compiled of them. */
export interface Synthesis {
  assembly: string;
  ingressProgram: string;
}

/**
 * Synthesizes the CDK app, unless there is a synthesis of the same inputs. Each state of the inputs has its own folder.
 * So runtimes that start together, or run on while the code changes, do not disturb each other.
 */
export async function synthesize(): Promise<Synthesis> {
  const dir = join(syntheses, stampOf(inputs));
  if (!existsSync(dir)) {
    const work = `${dir}.${process.pid}`;
    await run(work);
    publish(work, dir);
    dropOld();
  }
  keepInUse(dir);
  return { assembly: join(dir, 'assembly'), ingressProgram: resolve(dir, 'ingress/index.js') };
}

function run(work: string): Promise<void> {
  mkdirSync(work, { recursive: true });
  const app = spawn(process.execPath, ['--import', 'tsx', 'bin/app.ts'], {
    env: {
      ...process.env,
      CARRIER_NEST_BUILD: work,
      CDK_OUTDIR: join(work, 'assembly'),
      CARRIER_NEST_SETTINGS: settings,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said: Buffer[] = [];
  app.stderr.on('data', (part: Buffer) => said.push(part));
  return new Promise((done, reject) => {
    app.once('exit', (code) => {
      if (code === 0) return done();
      rmSync(work, { recursive: true, force: true });
      reject(new Error(`The CDK app does not synthesize:\n${Buffer.concat(said).toString()}`));
    });
  });
}

/** The assembly has copies of the bundles. Another runtime may have been faster: its folder is as good. */
function publish(work: string, dir: string): void {
  for (const copied of ['dashboard', 'functions', 'lazy', 'parts'])
    rmSync(join(work, copied), { recursive: true, force: true });
  try {
    renameSync(work, dir);
  } catch (error) {
    if (!existsSync(dir)) throw error;
    rmSync(work, { recursive: true, force: true });
  }
}

const kept = 5;
const hourMs = 3_600_000;

/** A runtime reads a bundle when it is first called: its folder must stay as long as the process runs. */
function keepInUse(dir: string): void {
  const touch = () => utimesSync(dir, new Date(), new Date());
  touch();
  setInterval(touch, hourMs / 4).unref();
}

function dropOld(): void {
  const byAge = readdirSync(syntheses)
    .map((name) => ({ path: join(syntheses, name), usedAt: statSync(join(syntheses, name)).mtimeMs }))
    .sort((a, b) => b.usedAt - a.usedAt);
  for (const { path, usedAt } of byAge.slice(kept)) {
    if (usedAt < Date.now() - hourMs) rmSync(path, { recursive: true, force: true });
  }
}
