import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { scripts } from '../../package.json';
import { diskUsage } from '../../scripts/disk-usage';
import { commands } from '../../packages/cli/src/commands';
import { serviceVersion } from '../../shared/core/version';
import { makeTempDir } from '../support/run/run-dir';
import { readDescription, type RuntimeDescription } from '../support/runtime';
import { installPackages, packTarballs } from '../support/tarballs';
import { waitUntil } from '../support/wait-until';

// The tests install the package as a user does, from its tarball into an otherwise empty folder.

let tarball: string;
let project: string;
let runtime: ChildProcess | undefined;

beforeAll(() => {
  [tarball = ''] = packTarballs('carrier-nest');
  project = installPackages([tarball]);
});

afterAll(() => stop('SIGTERM'));

const installedDir = (): string => join(project, 'node_modules/carrier-nest');

function spawnCommand(args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  return spawn(join(project, 'node_modules/.bin/carrier-nest'), args, {
    cwd: project,
    env: { ...process.env, ...env },
  });
}

async function run(...args: string[]): Promise<{ exitCode: number | null; out: string; err: string }> {
  const child = spawnCommand(args);
  if (!child.stdout || !child.stderr) throw new Error('The command has no output');
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { exitCode: child.exitCode, out, err };
}

const dataDir = (): string => join(project, '.carrier-nest');

const devOnFreePorts = ['dev', '--port', '0', '--console-port', '0', '--smtp-port', '0'];

async function start(): Promise<RuntimeDescription> {
  runtime = spawnCommand(devOnFreePorts);
  await waitUntilRunning(runtime);
  return readDescription(dataDir());
}

async function waitUntilRunning(child: ChildProcess): Promise<void> {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
  await waitUntil(
    () => output.includes('Carrier Nest is running') || child.exitCode !== null,
    () => `The runtime did not start:\n${output}`,
  );
  expect(output).toContain('Carrier Nest is running');
}

async function stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (runtime) await end(runtime, signal);
  runtime = undefined;
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

const sendEmail = ({ api, key, domains }: RuntimeDescription, to: string): Promise<Response> =>
  fetch(`${api}/v1/emails`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ from: `desk@${domains.transactional}`, to, subject: 'Hello', text: 'It works.' }),
  });

async function recipientsOf({ console }: RuntimeDescription): Promise<string[]> {
  const response = await fetch(`${console}/control/outbox`);
  const { data } = (await response.json()) as { data: { to: string[] }[] };
  return data.flatMap(({ to }) => to);
}

async function expectDelivery(service: RuntimeDescription, to: string): Promise<void> {
  expect((await sendEmail(service, to)).status).toBe(202);
  await waitUntil(
    async () => (await recipientsOf(service)).includes(to),
    () => `No email to ${to} left`,
  );
}

test('an email that was delivered before a kill is in the outbox after the next start, and sending works', async () => {
  await expectDelivery(await start(), 'kim@example.com');

  await stop('SIGKILL');
  const service = await start();

  expect(await recipientsOf(service)).toEqual(['kim@example.com']);
  await expectDelivery(service, 'lou@example.com');
  const page = await fetch(service.console, { headers: { Accept: 'text/html' } });
  expect(page.headers.get('content-type')).toContain('text/html');
});

test('the other commands use the local runtime of the folder', async () => {
  if (!runtime) await start();
  writeFileSync(join(project, 'people.csv'), 'email\nann@example.com\n');

  const workspaces = await run('admin', '--local', 'workspaces', 'list');
  const checks = await run('doctor', '--local', '--json');
  const imported = await run('import', 'people.csv', '--dry-run', '--local');

  expect(workspaces).toMatchObject({ exitCode: 0, out: expect.stringContaining('Local') });
  expect(checks).toMatchObject({ exitCode: 0, err: '' });
  expect(imported).toMatchObject({ exitCode: 0, out: expect.stringContaining('1') });
});

test('the MCP server offers its tools', async () => {
  if (!runtime) await start();
  const server = spawnCommand(['mcp']);
  server.stdin?.end(
    [
      [
        'initialize',
        { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } },
      ],
      ['tools/list', {}],
    ]
      .map(([method, params], id) => `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
      .join(''),
  );

  expect(server.stdout && (await text(server.stdout))).toContain('"name":"send_email"');
});

test.each([['deploy'], ['doctor', '--costs']])('%s %s says where it works', async (...args) => {
  const result = await run(...args);

  expect(result).toMatchObject({
    exitCode: 1,
    err: expect.stringMatching(/@carrier-nest\/cdk.*npx cdk deploy --all.*clone of the repository\n$/),
  });
});

test('--version prints the version, and --help lists every command', async () => {
  expect(await run('--version')).toEqual({ exitCode: 0, out: `${serviceVersion}\n`, err: '' });
  const { out } = await run('--help');
  for (const { name, summary } of commands) expect(out).toMatch(new RegExp(`^  ${name} +${summary}$`, 'm'));
});

test('without a database engine, the command says in one sentence how to get one', () => {
  const folder = makeTempDir();
  const program = join(installedDir(), 'dist/carrier-nest.js');
  const isolated = join(makeTempDir(), 'carrier-nest');
  execFileSync('cp', ['-r', installedDir(), isolated]);

  const { status, stderr } = spawnSync(
    process.execPath,
    [program.replace(installedDir(), isolated), ...devOnFreePorts],
    { cwd: folder, env: { PATH: '/nowhere' }, encoding: 'utf8', timeout: 60_000 },
  );

  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringMatching(/^No database engine found\. (Install again|For) .*\n$/),
  });
});

test('from a folder that the user may not write, the service works and stores its data in the working folder (CL-6)', async () => {
  const [installation, folder] = [makeTempDir(), makeTempDir()];
  execFileSync('cp', ['-r', join(project, 'node_modules'), installation]);
  const dist = join(installation, 'node_modules/carrier-nest/dist');
  rmSync(join(dist, 'stacks'), { recursive: true, force: true });
  // Node may be in a folder that only its owner can open.
  const node = join(installation, 'node');
  copyFileSync(process.execPath, node);
  execFileSync('chmod', ['-R', 'a-w,a+rX', installation]);
  const installed = listFiles(installation);
  // The superuser may write everywhere, so another user runs the service.
  const nobody = 65_534;
  const isSuperuser = process.getuid?.() === 0;
  if (isSuperuser) {
    chownSync(folder, nobody, nobody);
    chmodSync(dirname(folder), 0o711);
  }

  const child = spawn(node, [join(dist, 'carrier-nest.js'), ...devOnFreePorts], {
    cwd: folder,
    ...(isSuperuser && { uid: nobody, gid: nobody }),
  });
  await waitUntilRunning(child);
  await expectDelivery(readDescription(join(folder, '.carrier-nest')), 'kim@example.com');

  await end(child, 'SIGTERM');
  expect(listFiles(installation)).toEqual(installed);
  expect(readdirSync(folder)).toEqual(['.carrier-nest']);
  execFileSync('chmod', ['-R', 'u+w', installation]);
});

test('the program names no npm script of a clone (CL-5)', () => {
  const script = new RegExp(`\\bnpm (start|run (${Object.keys(scripts).join('|')}))\\b`, 'g');
  const files = listFiles(join(installedDir(), 'dist')).filter((file) => file.endsWith('.js'));
  const texts = files.flatMap((file) => {
    const code = readFileSync(file, 'utf8');
    return [...code.matchAll(script)].map(({ index }) => code.slice(index - 60, index + 60));
  });

  expect(files.length).toBeGreaterThan(10);
  expect(texts).toEqual([]);
});

test('packing deletes the tarballs of earlier states of the package, and no others (CL-7)', () => {
  const [older, other] = ['carrier-nest', 'carrier-nest-other'].map((name) =>
    join(dirname(tarball), `${name}-${'0'.repeat(16)}.tgz`),
  );
  for (const file of [older, other]) writeFileSync(file ?? '', '');

  expect(packTarballs('carrier-nest')).toEqual([tarball]);

  expect([older, other].map((file) => existsSync(file ?? ''))).toEqual([false, true]);
  rmSync(other ?? '');
});

test('publint reports no problem', () => {
  const { status, stdout } = spawnSync(resolve('node_modules/.bin/publint'), ['run', '--strict', tarball], {
    encoding: 'utf8',
  });

  expect({ status, stdout }).toMatchObject({ status: 0 });
});

test('the package is whole, names no file of the machine that built it, and needs only the database engine', () => {
  const files = execFileSync('tar', ['-tzf', tarball]).toString().trim().split('\n');
  const topLevel = [...new Set(files.map((file) => file.split('/')[1]))].sort();
  const manifest = JSON.parse(readFileSync(join(installedDir(), 'package.json'), 'utf8'));

  expect(topLevel).toEqual([
    'LICENSE',
    'README.md',
    'THIRD-PARTY-NOTICES.txt',
    'dist',
    'docs',
    'package.json',
  ]);
  expect(manifest).not.toHaveProperty('dependencies');
  expect(Object.keys(manifest.optionalDependencies)).toEqual(['@dynoxide/linux-x64']);
  for (const file of listFiles(installedDir()).filter((name) => /\.(js|json)$/.test(name)))
    expect(readFileSync(file, 'latin1')).not.toContain(resolve('.'));
});

/** The licenses that the code in the package and the installed packages may have. */
const permissiveLicenses =
  /^\(?(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|Unlicense|CC0-1\.0)\b/;

test('all installed packages and all code in the package have permissive licenses', () => {
  const manifests = listFiles(join(project, 'node_modules')).filter(
    (file) => file.endsWith('/package.json') && !file.includes('/dist/'),
  );
  const installed = manifests.map((file) => String(JSON.parse(readFileSync(file, 'utf8')).license));
  const notices = readFileSync(join(installedDir(), 'THIRD-PARTY-NOTICES.txt'), 'utf8');
  const bundled = [...notices.matchAll(/^-{80}\n\n(\S+) \S+\nLicense: (.*)$/gm)].map(
    ([, name, license]) => `${license} ${name}`,
  );

  expect(installed.length).toBeGreaterThan(1);
  expect(bundled.length).toBeGreaterThan(100);
  expect([...installed, ...bundled].filter((license) => !permissiveLicenses.test(license))).toEqual([]);
});

test('the installed package has at most 100 MB after a first start', async () => {
  if (!runtime) await start();

  expect(existsSync(join(installedDir(), 'dist/stacks'))).toBe(true);
  expect(diskUsage(join(project, 'node_modules'))).toBeLessThan(100e6);
});

// The functions store compiled code next to the stacks, so this test follows the test of the size.
test('verify finds no fault in the service of the folder', async () => {
  if (!runtime) await start();

  const { exitCode, out } = await run('verify');

  expect(out).not.toContain('FAIL');
  expect(exitCode).toBe(0);
});

const listFiles = (dir: string): string[] =>
  readdirSync(dir, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
