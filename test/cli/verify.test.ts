import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { checkIds } from '../../packages/cli/src/verify/checks';
import type { Report } from '../../packages/cli/src/verify/report';
import { makeTempDir } from '../support/run/run-dir';
import { aWorkspace } from '../support/factories';
import { Service } from '../support/service';

let service: Service;

// A clock that was moved is a finding, so these tests do not share a runtime.
beforeAll(async () => {
  service = await Service.start(makeTempDir());
});

afterAll(() => service.stop());

const start = (...args: string[]): ChildProcess =>
  spawn(process.execPath, ['node_modules/.bin/carrier-nest', 'verify', ...args], {
    env: { ...process.env, CARRIER_NEST_URL: undefined, CARRIER_NEST_KEY: undefined },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

async function resultOf(child: ChildProcess) {
  if (!child.stdout || !child.stderr) throw new Error('The output is not piped');
  const [out, err] = [text(child.stdout), text(child.stderr)];
  const [exitCode] = await once(child, 'exit');
  return { exitCode, out: await out, err: await err };
}

const run = (...args: string[]) => resultOf(start(...args));

/** Everything that a run creates and that can be deleted. */
async function listRecords(key = service.metadata.key): Promise<unknown[]> {
  const lists = ['audiences', 'segments', 'broadcasts', 'contacts', 'suppressions', 'approvals'];
  const paths = [...lists, 'webhook-endpoints', 'emails?status=scheduled', 'threads?awaiting_reply=true'];
  const bodies = await Promise.all(paths.map((path) => service.api('GET', `/v1/${path}`, { key })));
  const keys = (await service.api('GET', '/v1/api-keys', { key })).body.data;
  return [
    ...bodies.flatMap(({ body }) => body.data),
    ...keys.filter(
      (row: { name: string; revoked_at: unknown }) => row.name.startsWith('verify-') && !row.revoked_at,
    ),
  ];
}

test('verify passes every check of a local runtime, and prints a Markdown table (CL-1, CL-4)', async () => {
  const { exitCode, out, err } = await run(`--local=${service.dataDir}`, '--timeout', '120');

  expect({ exitCode, out }).toEqual({
    exitCode: 0,
    out: expect.stringContaining('17 passed, 0 failed, 0 skipped'),
  });
  const rows = out.split('\n').filter((line) => line.startsWith('| ok '));
  expect(rows.map((row) => row.split(' ')[2])).toEqual(checkIds);
  for (const row of rows) expect(row).toMatch(/^\| ok \w+ \| [^|]+ \| [^|]+ \| \d+ \|$/);
  for (const id of checkIds) expect(err).toMatch(new RegExp(`^  ok +${id} `, 'm'));
  expect(out + err).not.toContain(service.metadata.key);
});

test('verify deletes everything that it created (CL-2)', async () => {
  expect(await listRecords()).toEqual([]);
});

test('after Ctrl-C, verify deletes what it created and exits with 1 (CL-2)', async () => {
  const child = start(`--local=${service.dataDir}`);
  const result = resultOf(child);
  let records = await listRecords();
  while (records.length === 0 && child.exitCode === null) records = await listRecords();
  expect(records).not.toEqual([]);
  child.kill('SIGINT');

  const { exitCode, err } = await result;

  expect({ exitCode, err }).toEqual({ exitCode: 1, err: expect.stringContaining('Interrupted.') });
  expect(await listRecords()).toEqual([]);
});

test('in a workspace without a domain, verify says how to add one, and --json prints the report', async () => {
  const { key } = await aWorkspace(service);

  const { exitCode, out } = await run('--url', service.metadata.api, '--key', key, '--json');

  const report = JSON.parse(out) as Report;
  expect(exitCode).toBe(1);
  expect(report).toMatchObject({ version: 1, outcome: 'failed', domain: null, leftovers: [] });
  expect(report.checks.find(({ id }) => id === 'domain')).toMatchObject({
    outcome: 'failed',
    cause: 'The workspace has no transactional domain to send from.',
    next: expect.stringContaining('npm run admin -- domains create'),
  });
  expect(report.checks.find(({ id }) => id === 'contacts')).toMatchObject({ outcome: 'passed', cause: null });
  expect(report.checks.find(({ id }) => id === 'send')).toMatchObject({
    outcome: 'skipped',
    seen: 'needs domain',
  });
});

test.each([
  [['--url', 'https://mail.example.com'], 'Give --key, or set CARRIER_NEST_KEY'],
  [['--url', 'http://mail.example.com', '--key', 'sk_live_x'], '--url: must be an https URL'],
  [['--url', 'https://mail.example.com', '--local'], 'Give --url or --local, not both'],
  [['--local=/missing'], 'there is no /missing/runtime.json'],
  [['--url', 'https://mail.example.com', '--key', 'x', '--skip', 'inbund'], 'no check is named "inbund"'],
  [
    ['--url', 'https://mail.example.com', '--key', 'x', '--timeout', '0'],
    '--timeout: must be a whole number',
  ],
])('%j is a usage error with the exit code 2', async (args, message) => {
  const { exitCode, out, err } = await run(...args);

  expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
  expect(err).toContain(message);
});
