import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CarrierNest } from '../../packages/sdk/src';
import { signatureHeader } from '../../shared/domain/platform/webhooks/sign';
import { outcomeTimeoutMs } from '../support/leases';
import { Service } from '../support/service';
import { waitUntil } from '../support/wait-until';
import { makeTempDir } from '../support/run/run-dir';

// The test installs the package as a user does, from a tarball into an otherwise empty project.

const project = makeTempDir();
let tarball: string;
let service: Service;

beforeAll(async () => {
  const packOutput = execFileSync(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--pack-destination', project],
    {
      cwd: 'packages/sdk',
    },
  );
  tarball = join(project, JSON.parse(packOutput.toString())[0].filename);
  writeFileSync(join(project, 'package.json'), '{"name":"empty","private":true}');
  execFileSync('npm', ['install', '--offline', '--ignore-scripts', '--no-audit', tarball], { cwd: project });
  mkdirSync(join(project, 'node_modules/@types'));
  for (const types of ['@types/node', 'undici-types'])
    symlinkSync(resolve('node_modules', types), join(project, 'node_modules', types));
  service = await Service.start();
});

afterAll(() => service.stop());

const runInProject = (command: string, args: string[], env: Record<string, string> = {}) => {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: project,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
};

test('the package contains only the build output and no dependencies', () => {
  const installed = JSON.parse(
    readFileSync(join(project, 'node_modules/@carrier-nest/sdk/package.json'), 'utf8'),
  );
  const files = execFileSync('tar', ['-tzf', tarball]).toString().trim().split('\n');

  expect(installed).not.toHaveProperty('dependencies');
  expect(
    files.filter((file) => !/^package\/(dist\/(esm|cjs)\/|package\.json$|README\.md$|LICENSE$)/.test(file)),
  ).toEqual([]);
});

test.each([
  ['publint', ['run', '--strict']],
  ['attw', ['--no-emoji', '--no-color']],
])('%s reports no problem', (tool, args) => {
  const { status, stdout } = runInProject(resolve('node_modules/.bin', tool), [...args, tarball]);

  expect({ status, stdout }).toMatchObject({ status: 0 });
});

/** A program that sends an email, lists emails and verifies a webhook, like the first examples of docs/sdk.md. */
const program = `
const nest = new CarrierNest();
const mail = { from: 'desk@mail.local.test', to: 'kim@example.com', subject: 'Hello', text: 'It works.' };

async function main(): Promise<void> {
  const sent: SendResponse = await nest.sendEmail(mail);
  const subjects: string[] = [];
  for await (const email of nest.listEmails({ to: 'kim@example.com', limit: 1 })) subjects.push(email.subject);
  const event = await verifyWebhook({
    body: String(process.env['BODY']),
    signature: process.env['SIGNATURE'],
    secret: String(process.env['SECRET']),
  });
  const link: string | null = event.type === 'inbound' ? event.text : event.link;
  const refusal: unknown = await nest.getEmail('nothing').catch((error: unknown) => error);
  const type = refusal instanceof ApiError ? refusal.type : 'none';
  console.log(JSON.stringify({ status: sent.status, subjects, link, type }));
}

void main();
`;

const names = 'ApiError, CarrierNest, verifyWebhook, type SendResponse';

test.each([
  ['an ES module', 'program.mts', `import { ${names} } from '@carrier-nest/sdk';`, 'program.mjs'],
  ['CommonJS', 'program.cts', `import { ${names} } from '@carrier-nest/sdk';`, 'program.cjs'],
])('%s compiles strictly and runs', (_description, file, head, compiled) => {
  writeFileSync(join(project, file), head + program);
  const strict = [
    '--strict',
    '--noUncheckedIndexedAccess',
    '--exactOptionalPropertyTypes',
    '--types',
    'node',
  ];
  const modules = ['--module', 'nodenext', '--target', 'es2022', '--ignoreConfig'];

  const tsc = runInProject(process.execPath, [
    resolve('node_modules/typescript/bin/tsc'),
    ...strict,
    ...modules,
    file,
  ]);
  expect(tsc).toMatchObject({ status: 0, stdout: '' });

  const secret = 'whsec_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG';
  const body = JSON.stringify({ type: 'click', link: 'https://acme.example/' });
  const run = runInProject(process.execPath, [compiled], {
    CARRIER_NEST_URL: service.metadata.api,
    CARRIER_NEST_KEY: service.metadata.key,
    BODY: body,
    SECRET: secret,
    SIGNATURE: signatureHeader(body, secret, Math.floor(Date.now() / 1000)),
  });
  expect(run).toMatchObject({ status: 0, stderr: '' });
  expect(JSON.parse(run.stdout)).toEqual({
    status: 'sent',
    subjects: expect.arrayContaining(['Hello']),
    link: 'https://acme.example/',
    type: 'not_found',
  });
});

test('a send produces one email although the service is killed and restarted', async () => {
  let serviceRestart: Promise<unknown> = Promise.resolve();
  const nest = new CarrierNest({
    url: service.metadata.api,
    key: service.metadata.key,
    // A retry before the SES event of the email waits up to a minute.
    fetch: async (url, init) => {
      await serviceRestart;
      // The restarted service listens on a different port.
      return fetch(url.replace(/^http:\/\/[^/]+/, service.metadata.api), init);
    },
  });
  // SES has accepted the email, but the service has not recorded the acceptance.
  await service.control('POST', '/faults', {
    service: 'dynamodb',
    operation: 'UpdateItem',
    skip: 3,
    delay_ms: 20_000,
    times: 1,
    function: 'sendEmail',
  });

  const sendPromise = nest.sendEmail({
    from: 'desk@mail.local.test',
    to: 'killed@example.com',
    subject: 'Once',
    text: 'Only.',
  });
  await waitUntil(
    async () => (await service.outbox('?to=killed@example.com')).length > 0,
    () => 'The email was not sent',
  );
  serviceRestart = killAndRestart();
  await serviceRestart;

  expect(await sendPromise).toMatchObject({ status: 'sent' });
  expect(await service.outbox('?to=killed@example.com')).toHaveLength(1);
  const loggedEmails = await nest.listEmails({ to: 'killed@example.com' }).toArray();
  expect(loggedEmails.map(({ id }) => id)).toEqual([(await sendPromise).id]);
});

async function killAndRestart(): Promise<void> {
  await service.killHard();
  service = await Service.start(service.dataDir);
  await service.settle();
  // The service resumes the work of the killed functions.
  await service.advance(outcomeTimeoutMs);
}
