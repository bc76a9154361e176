import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { diskUsage } from '../scripts/disk-usage';
import { packPackages } from '../scripts/release/packages';
import { median, verdict, type Table } from './table';

const budgets = { firstEmail: 15, nextEmail: 3, installedMb: 120, start: 2_000, workspace: 50 };
const runs = 3;

/** Measures the packages as their users install them: from tarballs, in empty folders, with a filled cache of npm. */
export async function measurePackages(): Promise<Table[]> {
  const [command = ''] = await packPackages(['carrier-nest']);
  const kit = await packPackages(['@carrier-nest/sdk', '@carrier-nest/testing']);
  const cache = makeFolder();
  const folders = [cache];
  const npm: NodeJS.ProcessEnv = {
    ...process.env,
    npm_config_cache: cache,
    npm_config_prefer_offline: 'true',
  };
  try {
    const { firstEmail, nextEmail } = await timeEmails(command, cache, { npm, folders });
    const project = makeFolder();
    folders.push(project);
    const { start, workspace } = timeTestingKit(project, [command, ...kit], npm);
    const installedMb = diskUsage(join(cache, '_npx')) / 1e6;
    const downloadMb = (statSync(command).size + diskUsage(join(cache, '_cacache/content-v2'))) / 1e6;
    const row = (name: string, value: number, budget: number, unit: string, digits = 0) => [
      name,
      `${value.toFixed(digits)} ${unit}`,
      `${budget.toLocaleString('en-US')} ${unit}`,
      verdict(value, budget),
    ];
    return [
      {
        id: 'packages',
        title: `Packages (times are the median of ${runs})`,
        head: ['metric', 'measured', 'budget', ''],
        rows: [
          row(
            '`npx` in an empty folder, to the first delivered email',
            median(firstEmail),
            budgets.firstEmail,
            's',
            1,
          ),
          row('again, to the first delivered email', median(nextEmail), budgets.nextEmail, 's', 1),
          ['download of the package and the database engine', `${downloadMb.toFixed(0)} MB`, '-', ''],
          row('installed, after the first start', installedMb, budgets.installedMb, 'MB'),
          row('`startCarrierNest()` with a new runtime, after a first one', start, budgets.start, 'ms'),
          row('another workspace', workspace, budgets.workspace, 'ms'),
        ],
      },
    ];
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}

interface Workplace {
  npm: NodeJS.ProcessEnv;
  /** The folders to delete at the end. */
  folders: string[];
}

/** Returns the seconds to a delivered email in new folders, and again in the same folders. */
async function timeEmails(command: string, cache: string, { npm, folders }: Workplace) {
  const firstEmail: number[] = [];
  const nextEmail: number[] = [];
  // The first run, which is not counted, fills npm's cache.
  for (let run = 0; run <= runs; run++) {
    rmSync(join(cache, '_npx'), { recursive: true, force: true });
    const folder = makeFolder();
    folders.push(folder);
    const first = await timeFirstEmail(command, folder, npm);
    const next = await timeFirstEmail(command, folder, npm);
    if (run === 0) continue;
    firstEmail.push(first);
    nextEmail.push(next);
  }
  return { firstEmail, nextEmail };
}

const makeFolder = (): string => mkdtempSync(join(tmpdir(), 'carrier-nest-bench-'));

/** Returns the seconds from the command to the delivery of an email. */
async function timeFirstEmail(tarball: string, folder: string, npm: NodeJS.ProcessEnv): Promise<number> {
  rmSync(join(folder, '.carrier-nest/runtime.json'), { force: true });
  const startedAt = performance.now();
  const ports = ['--port', '0', '--console-port', '0', '--smtp-port', '0'];
  const child = spawn('npx', ['--yes', `--package=${tarball}`, 'carrier-nest', 'dev', ...ports], {
    cwd: folder,
    env: npm,
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  });
  await deliverEmail(await readRuntime(child, folder));
  const seconds = (performance.now() - startedAt) / 1_000;
  if (child.pid) process.kill(-child.pid, 'SIGTERM');
  await once(child, 'exit');
  return seconds;
}

interface RuntimeFile {
  api: string;
  console: string;
  key: string;
  domains: { transactional: string };
}

async function readRuntime(child: ChildProcess, folder: string): Promise<RuntimeFile> {
  const file = join(folder, '.carrier-nest/runtime.json');
  while (!existsSync(file) || statSync(file).size === 0) {
    if (child.exitCode !== null) throw new Error('The command ended before the service was ready');
    await sleep(20);
  }
  return JSON.parse(readFileSync(file, 'utf8')) as RuntimeFile;
}

async function deliverEmail({ api, console, key, domains }: RuntimeFile): Promise<void> {
  const to = `kim-${Date.now()}@example.com`;
  const response = await fetch(`${api}/v1/emails`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ from: `desk@${domains.transactional}`, to, subject: 'Hello', text: 'It works.' }),
  });
  if (response.status !== 202) throw new Error(`The email was not accepted: ${await response.text()}`);
  while (!(await (await fetch(`${console}/control/outbox`)).text()).includes(to)) await sleep(20);
}

const program = `
import { startCarrierNest } from '@carrier-nest/testing';
const time = async (run) => { const from = performance.now(); const result = await run(); return [performance.now() - from, result]; };
const startAlone = () => startCarrierNest({ shared: false });
await (await startAlone()).stop();
const starts = [], workspaces = [];
for (let run = 0; run < ${runs}; run++) {
  const [start, nest] = await time(startAlone);
  starts.push(start);
  await nest.workspace();
  workspaces.push((await time(() => nest.workspace()))[0]);
  await nest.stop();
}
console.log(JSON.stringify({ starts, workspaces }));
`;

/** Returns the median times of the testing kit, in ms. */
function timeTestingKit(
  project: string,
  tarballs: readonly string[],
  npm: NodeJS.ProcessEnv,
): { start: number; workspace: number } {
  writeFileSync(join(project, 'package.json'), '{"private":true,"type":"module"}');
  execFileSync('npm', ['install', '--no-audit', '--no-fund', ...tarballs], { cwd: project, env: npm });
  writeFileSync(join(project, 'program.js'), program);
  const output = execFileSync(process.execPath, ['program.js'], { cwd: project, env: npm });
  const { starts, workspaces } = JSON.parse(output.toString()) as Record<'starts' | 'workspaces', number[]>;
  return { start: median(starts), workspace: median(workspaces) };
}
