import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { commands } from '../../packages/cli/src/admin/commands';
import { scopes } from '../../shared/core/scopes';
import { aDomain, aWorkspace } from '../support/factories';
import { Service } from '../support/service';
import { aFolder } from '../support/run/run-folder';

let service: Service;

beforeAll(async () => {
  service = await Service.start();
});

afterAll(() => service.stop());

interface Ran {
  exitCode: number | null;
  out: string;
  err: string;
}

/** Runs the command line as `npm run admin -- …` does. */
async function admin(args: readonly string[], environment: Record<string, string> = {}): Promise<Ran> {
  const child = spawn(process.execPath, ['--require', 'tsx/cjs', 'packages/cli/src/admin.ts', ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err] = [text(child.stdout), text(child.stderr)];
  const [exitCode] = await once(child, 'exit');
  return { exitCode, out: await out, err: await err };
}

/** On the local runtime. */
const locally = (...args: string[]): Promise<Ran> => admin([...args, `--local=${service.dataDir}`]);

/** The answer of a command that must succeed. */
async function answerOf(...args: string[]) {
  const { exitCode, out, err } = await locally(...args, '--json');
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
  return JSON.parse(out);
}

describe('a command line that is wrong', () => {
  test.each([
    [[], 'Which command?'],
    [['workspaces'], 'No such command: workspaces'],
    [['workspaces', 'erase', 'x'], 'No such command: workspaces erase'],
    [['workspaces', 'create'], 'workspaces create takes NAME'],
    [['workspaces', 'list', 'all'], 'workspaces list takes nothing more'],
    [['workspaces', 'set', 'x', '--color', 'red'], "Unknown option '--color'"],
    [['workspaces', 'set', 'x', '--used', 'many'], '--used: must be a whole number, not "many"'],
    [['workspaces', 'set', 'x', '--used', '-1'], "Option '--used' argument is ambiguous"],
    [['workspaces', 'set', 'x', '--past-due', 'yes'], '--past-due: must be on or off, not "yes"'],
    [['keys', 'list', 'x', '--budget', '5'], "Unknown option '--budget'"],
    [['domains', 'warm-up', 'x', 'y', 'maybe'], 'must be on or off, not "maybe"'],
  ])('%j ends with 2, says why and how it goes, and asks nobody', async (args, why) => {
    // Nobody answers there: a command that asks would fail with 1.
    const ran = await admin([...args, '--local=/nowhere']);

    expect(ran).toMatchObject({ exitCode: 2, out: '' });
    expect(ran.err).toContain(why);
    expect(ran.err).toContain('npm run admin -- ');
  });
});

describe('--help', () => {
  test('lists every command', async () => {
    const { exitCode, out, err } = await admin(['--help']);

    expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
    for (const { name, args, summary } of commands) {
      expect(out).toContain([name, ...args].join(' '));
      expect(out).toContain(summary);
    }
  });

  test('after a command names its arguments and options, wherever it stands', async () => {
    const [after, before] = [
      await admin(['workspaces', 'set', '--help']),
      await admin(['--help', 'workspaces', 'set', 'x']),
    ];

    expect(after).toEqual(before);
    expect(after.exitCode).toBe(0);
    expect(after.out).toMatch(/^npm run admin -- workspaces set WORKSPACE \[options\]\n/);
    expect(after.out).toMatch(/--budget CENTS\|none +what a month may cost/);
    expect(after.out).toMatch(/--local\[=DIR\] +instead/);
  });
});

describe('workspaces', () => {
  test('create prints every setting and, once, a key that works', async () => {
    const { exitCode, out } = await locally('workspaces', 'create', 'Acme Inc', '--plan', 'free');

    const key = /^sk_live_\w+$/m.exec(out)?.[0] ?? '';
    const usage = await service.api('GET', '/v1/usage', { key });
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^name +Acme Inc$/m);
    expect(out).toContain('The key is shown this once, and is stored nowhere. Keep it now.');
    expect(usage).toMatchObject({ status: 200, body: { plan: 'free', emails_used: 0 } });
  });

  test('set changes every setting that it is given, and no other', async () => {
    const { id } = await aWorkspace(service);

    const changed = await answerOf(
      ...['workspaces', 'set', id, '--plan', 'paid', '--payment-method', 'off', '--past-due', 'on'],
      ...['--budget', '1200', '--budget-scope', 'all', '--used', '7', '--postal-address', '1 Main St'],
      ...['--requests-per-minute', '90', '--created-at', '2020-01-02T03:04:05Z'],
    );
    const cleared = await answerOf('workspaces', 'set', id, '--budget', 'none', '--postal-address', 'none');
    const shown = await answerOf('workspaces', 'set', id);

    const settings = {
      id,
      name: 'Acme',
      plan: 'paid',
      payment_method_verified: false,
      billing_past_due: true,
      budget_cents: 1_200,
      budget_applies_to: 'all',
      emails_used: 7,
      postal_address: '1 Main St',
      suspended_reason: null,
      requests_per_minute: 90,
      created_at: '2020-01-02T03:04:05.000Z',
    };
    expect(changed).toEqual(settings);
    expect(cleared).toEqual({ ...settings, budget_cents: null, postal_address: null });
    expect(shown).toEqual(cleared);
  });

  test('suspend gives the reason, and unsuspend takes it away', async () => {
    const { id } = await aWorkspace(service);

    const suspended = await answerOf('workspaces', 'suspend', id, 'too many bounces');
    const free = await answerOf('workspaces', 'unsuspend', id);

    expect([suspended.suspended_reason, free.suspended_reason]).toEqual(['too many bounces', null]);
  });

  test('list is a table with a line for each', async () => {
    const { id } = await aWorkspace(service, { name: 'Listed', plan: 'free' });

    const { out } = await locally('workspaces', 'list');

    const [head, ...lines] = out.trimEnd().split('\n');
    const { data } = await answerOf('workspaces', 'list');
    expect(head).toMatch(/^ID +NAME +PLAN +EMAILS_USED/);
    expect(lines).toHaveLength(data.length);
    expect(lines.find((line) => line.startsWith(id))).toMatch(/^\S+ +Listed +free +0 +6000 +- +2\S+Z$/);
  });

  test('delete asks for the id twice, and deletion says how far it is', async () => {
    const { id, key } = await aWorkspace(service);

    const unconfirmed = await locally('workspaces', 'delete', id);
    const mistyped = await locally('workspaces', 'delete', id, '--confirm', `${id}0`);
    const still = await service.api('GET', '/v1/usage', { key });
    const deleting = await answerOf('workspaces', 'delete', id, '--confirm', id);
    const gone = await service.api('GET', '/v1/usage', { key });
    const deletion = await answerOf('workspaces', 'deletion', id);

    expect([unconfirmed.exitCode, mistyped.exitCode, still.status, gone.status]).toEqual([1, 1, 200, 401]);
    expect(unconfirmed.err).toContain('confirm');
    expect(mistyped.err).toBe('confirm: must be the id of the workspace once more\n');
    for (const answer of [deleting, deletion])
      expect(answer).toMatchObject({ id, status: 'deleting', percent: expect.any(Number) });
  });

  test.each([
    [['workspaces', 'set', 'nobody'], 'No such workspace\n'],
    [['workspaces', 'delete', 'nobody', '--confirm', 'nobody'], 'No such workspace\n'],
    [['workspaces', 'set', 'nobody', '--plan', 'gold'], '; plan: must be one of '],
    [['keys', 'list', 'nobody'], 'No such workspace\n'],
    [['domains', 'list', 'nobody'], 'No such workspace\n'],
  ])('what the service refuses ends with 1 and its words: %j', async (args, why) => {
    const { exitCode, out, err } = await locally(...args);

    expect({ exitCode, out }).toEqual({ exitCode: 1, out: '' });
    expect(err).toContain(why);
  });
});

describe('keys', () => {
  test('create makes a key with every scope and no guardrail, unless it is told more', async () => {
    const { id } = await aWorkspace(service);

    const plain = await answerOf('keys', 'create', id, 'Plain');
    const guarded = await answerOf(
      ...['keys', 'create', id, 'Guarded', '--scope', 'emails:send', '--scope', 'emails:read'],
      ...['--daily-limit', '10', '--allow', 'kim@example.com', '--allow', 'acme.test', '--requires-approval'],
    );

    expect(plain).toMatchObject({ scopes, daily_send_limit: null, allowed_recipients: [] });
    expect(guarded).toMatchObject({
      name: 'Guarded',
      scopes: ['emails:send', 'emails:read'],
      daily_send_limit: 10,
      allowed_recipients: ['kim@example.com', 'acme.test'],
      requires_approval: true,
      key: expect.stringMatching(/^sk_live_/),
    });
  });

  test('list shows every key of the workspace, and never a key itself', async () => {
    const { id, key } = await aWorkspace(service);
    await locally('keys', 'create', id, 'Second');

    const { out } = await locally('keys', 'list', id);

    expect(out).toMatch(/^ID +NAME +LAST4/);
    expect(out.trimEnd().split('\n')).toHaveLength(3);
    expect(out).toMatch(new RegExp(`First key +${key.slice(-4)} `));
    expect(out).not.toContain('sk_live_');
  });

  test('a name that a client gave does not reach the terminal as control characters', async () => {
    const { id, key } = await aWorkspace(service);
    const body = { name: 'a\u001b[2Jb\u0007\n\u202ec', scopes: ['emails:read'] };
    await service.api('POST', '/v1/api-keys', { key, body });

    const { out } = await locally('keys', 'list', id);

    expect(out).toContain('a?[2Jb???c');
    expect(out).not.toMatch(/[^\P{C}\n]/u);
  });
});

describe('domains', () => {
  test('create shows the DNS to publish, and verify looks at it', async () => {
    const { id } = await aWorkspace(service);
    const domain = `${randomUUID().slice(0, 8)}.example`;

    const { exitCode, out } = await locally('domains', 'create', id, domain, 'transactional');
    const [made] = (await answerOf('domains', 'list', id)).data;
    const checked = await answerOf('domains', 'verify', id, made.id);

    expect(exitCode).toBe(0);
    expect(out).toMatch(new RegExp(`^domain +${domain}$`, 'm'));
    expect(out).toMatch(/^KIND +TYPE +NAME +VALUE/m);
    expect(out).toMatch(new RegExp(`^dkim +CNAME +\\S+${domain} `, 'm'));
    expect(made).toMatchObject({ domain, risk_class: 'transactional', warmup: false });
    expect(checked.last_checked_at).not.toBeNull();
  });

  test('list is a table, also of nothing', async () => {
    const { id } = await aWorkspace(service);

    const none = await locally('domains', 'list', id);
    const { domain } = await aDomain(service, id, { risk_class: 'marketing', warmup: true });
    const one = await locally('domains', 'list', id);

    expect(none.out).toBe('None.\n');
    expect(one.out).toMatch(new RegExp(`\\n\\S+ +${domain} +marketing +verified +true +2\\S+Z\\n$`));
  });

  test('a marketing domain warms up until it is told not to, and again', async () => {
    const { id } = await aWorkspace(service);
    const domain = await aDomain(service, id, { risk_class: 'marketing', warmup: true });
    const set = (state: string) => answerOf('domains', 'warm-up', id, domain.id, state);

    const seen = [await set('on'), await set('off'), await set('off'), await set('on')];

    expect(seen.map(({ warmup }) => warmup)).toEqual([true, false, false, true]);
  });

  test('a transactional domain does not warm up, and a name is answered with the id', async () => {
    const { id } = await aWorkspace(service);
    const domain = await aDomain(service, id);

    const transactional = await locally('domains', 'warm-up', id, domain.id, 'on');
    const named = await locally('domains', 'warm-up', id, domain.domain, 'off');

    expect(transactional).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('only a marketing domain'),
    });
    expect(named).toMatchObject({ exitCode: 1, err: expect.stringContaining(domain.id) });
  });
});

describe('a runtime that is not there', () => {
  test('ends with 1 and what is missing', async () => {
    const folder = aFolder();

    const ran = await admin(['workspaces', 'list', `--local=${folder}`]);

    expect(ran).toMatchObject({ exitCode: 1, out: '' });
    expect(ran.err).toBe(`There is no ${folder}/runtime.json: no runtime has its data in ${folder}\n`);
  });
});

/** Lambda's API, in front of the function of the local runtime. */
describe('a deployed stack', () => {
  interface Asked {
    path: string | undefined;
    authorization: string | undefined;
    body: unknown;
  }

  let lambda: Server;
  let asked: Asked[];
  let answer: (
    body: unknown,
  ) => Promise<{ status?: number; headers?: Record<string, string>; body: unknown }>;

  beforeEach(async () => {
    asked = [];
    answer = async (body) => ({
      body: { ok: true, result: await service.control('POST', '/administer', body) },
    });
    lambda = createServer((request, response) => {
      void serve(request).then(({ status = 200, headers = {}, body }) =>
        response.writeHead(status, headers).end(JSON.stringify(body)),
      );
    });
    await new Promise<void>((ready) => lambda.listen(0, '127.0.0.1', ready));
  });

  afterEach(() => lambda.close());

  async function serve(request: IncomingMessage) {
    const body: unknown = JSON.parse((await buffer(request)).toString());
    asked.push({ path: request.url, authorization: request.headers.authorization, body });
    return answer(body);
  }

  /** With credentials as the AWS configuration of an operator gives them. */
  const deployed = (...args: string[]): Promise<Ran> =>
    admin(args, {
      AWS_ENDPOINT_URL_LAMBDA: `http://127.0.0.1:${(lambda.address() as AddressInfo).port}`,
      AWS_ACCESS_KEY_ID: 'AKIAOPERATOR',
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_REGION: 'eu-west-1',
      AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    });

  test('is asked by a signed invocation of its function, in the Region of the AWS configuration', async () => {
    const { id } = await aWorkspace(service);

    const ran = await deployed('workspaces', 'suspend', id, 'spam', '--json');

    expect(ran).toMatchObject({ exitCode: 0, err: '' });
    expect(JSON.parse(ran.out)).toMatchObject({ id, suspended_reason: 'spam' });
    expect(asked).toEqual([
      {
        path: '/2015-03-31/functions/carrier-nest-prod-administer/invocations',
        authorization: expect.stringContaining('Credential=AKIAOPERATOR/'),
        body: { action: 'updateWorkspace', input: { id, suspended_reason: 'spam' } },
      },
    ]);
    expect(asked[0]?.authorization).toContain('/eu-west-1/lambda/');
  });

  test('may be of another stage and Region', async () => {
    const { exitCode } = await deployed('workspaces', 'list', '--stage', 'test', '--region', 'us-west-2');

    expect(exitCode).toBe(0);
    expect(asked[0]?.path).toContain('/carrier-nest-test-administer/');
    expect(asked[0]?.authorization).toContain('/us-west-2/lambda/');
  });

  test('refuses with its words', async () => {
    answer = async () => ({
      body: { ok: false, error: { type: 'not_found', message: 'No such workspace' } },
    });

    expect(await deployed('keys', 'list', 'x')).toEqual({ exitCode: 1, out: '', err: 'No such workspace\n' });
  });

  test('that fails or is not there is asked once: a second call could make a second workspace', async () => {
    answer = async () => ({
      status: 500,
      headers: { 'x-amzn-errortype': 'ServiceException' },
      body: { Message: 'down' },
    });
    const down = await deployed('workspaces', 'create', 'Acme');
    answer = async () => ({
      headers: { 'x-amz-function-error': 'Unhandled' },
      body: { errorMessage: 'Task timed out after 60.00 seconds' },
    });
    const timedOut = await deployed('workspaces', 'create', 'Acme');

    expect(down).toMatchObject({
      exitCode: 1,
      err: 'carrier-nest-prod-administer cannot be invoked: ServiceException: down\n',
    });
    expect(timedOut).toMatchObject({ exitCode: 1, err: expect.stringContaining('Task timed out') });
    expect(asked).toHaveLength(2);
  });
});
