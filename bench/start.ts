import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { entryPoints } from '../lib/bundling/entry-points';
import { addDuplicateRoutes } from './duplicate-routes';
import { median, verdict, type Table } from './table';

const budgets = { synthesis: 5, fresh: 5, unchanged: 1.5 };
const runs = 3;

/** The number of functions to which the budget applies. */
const functionsTotal = 131;

/** Measures the CDK app and the start of the local runtime, in a fresh checkout and in a built checkout. */
export async function measureStart(): Promise<Table[]> {
  const synthesis: number[] = [];
  const synthesisWithDuplicates: number[] = [];
  const unbuilt: number[] = [];
  const building: number[] = [];
  const fresh: number[] = [];
  const unchanged: number[] = [];
  for (let run = 0; run < runs; run++) {
    synthesis.push(await inFreshCheckout(synthesize));
    synthesisWithDuplicates.push(await inFreshCheckout(synthesizeWithDuplicates));
    await inFreshCheckout(async (checkout) => {
      unbuilt.push(await startAndStop(checkout));
    });
    await inFreshCheckout(async (checkout) => {
      building.push(await build(checkout));
      fresh.push(await startAndStop(checkout));
      unchanged.push(await startAndStop(checkout));
    });
  }
  const row = (name: string, seconds: number[], budget?: number) => {
    const measured = median(seconds);
    const outcome = budget === undefined ? ['', ''] : [`${budget} s`, verdict(measured, budget)];
    return [name, `${measured.toFixed(1)} s`, ...outcome];
  };
  return [
    {
      id: 'start',
      title: `Synthesis and start (median of ${runs})`,
      head: ['metric', 'measured', 'budget', ''],
      rows: [
        row(`synthesis of all stacks, ${entryPoints().length} functions`, synthesis, budgets.synthesis),
        row(
          `synthesis with duplicated routes, ${functionsTotal} functions`,
          synthesisWithDuplicates,
          budgets.synthesis,
        ),
        row('the build at the end of `npm ci`', building),
        row('first `npm start` to ready, after `npm ci`', fresh, budgets.fresh),
        row('`npm start` to ready, nothing changed', unchanged, budgets.unchanged),
        row('`npm start` to ready, after `npm ci --ignore-scripts`', unbuilt),
      ],
    },
  ];
}

/** Calls `run` with a folder that links to this checkout's files and has its own `.build`. */
async function inFreshCheckout<T>(run: (checkout: string) => Promise<T>): Promise<T> {
  const checkout = mkdtempSync(join(tmpdir(), 'carrier-nest-bench-'));
  for (const name of readdirSync('.').filter((entry) => !ownEntries.includes(entry))) {
    symlinkSync(resolve(name), join(checkout, name));
  }
  try {
    return await run(checkout);
  } finally {
    rmSync(checkout, { recursive: true, force: true });
  }
}

const ownEntries = ['.build', '.local', '.git'];

const synthesize = (checkout: string): Promise<number> => runNode(checkout, '--import', 'tsx', 'bin/app.ts');

const build = (checkout: string): Promise<number> => runNode(checkout, 'scripts/prepare.mjs');

async function runNode(cwd: string, ...args: string[]): Promise<number> {
  const startedAt = performance.now();
  const program = spawn(process.execPath, args, { cwd, stdio: 'inherit' });
  await once(program, 'exit');
  if (program.exitCode !== 0) throw new Error(`node ${args.join(' ')} failed`);
  return secondsSince(startedAt);
}

/**
 * Copies the folders with the routes and their importers, because Node resolves imports from the real path of a file.
 */
function synthesizeWithDuplicates(checkout: string): Promise<number> {
  for (const folder of ['bin', 'functions', 'lib', 'shared', 'ingress']) {
    rmSync(join(checkout, folder));
    cpSync(folder, join(checkout, folder), { recursive: true });
  }
  addDuplicateRoutes(checkout, functionsTotal - entryPoints().length);
  return synthesize(checkout);
}

/** Starts the runtime without `prestart`, which checks whether the dependencies are installed. */
async function startAndStop(checkout: string): Promise<number> {
  const startedAt = performance.now();
  const ports = [
    '--port',
    '0',
    '--console-port',
    '0',
    '--smtp-port',
    '0',
    '--data',
    join(checkout, '.local'),
  ];
  const npm = spawn('npm', ['start', '--ignore-scripts', '--', ...ports], { cwd: checkout, detached: true });
  await waitUntilReady(npm);
  const seconds = secondsSince(startedAt);
  if (npm.pid) process.kill(-npm.pid, 'SIGTERM');
  await once(npm, 'exit');
  return seconds;
}

function waitUntilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('npm start ended before the service was ready')));
    child.stdout?.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('Carrier Nest is running')) resolve();
    });
  });
}

const secondsSince = (startedAt: number): number => (performance.now() - startedAt) / 1000;
