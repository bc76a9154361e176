import { CreateEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { commands } from '../../packages/cli/src/admin/commands';
import { scopes } from '../../shared/core/scopes';
import { aDomain, aWorkspace } from '../support/factories';
import { Service } from '../support/service';
import { makeTempDir } from '../support/run/run-dir';

let service: Service;

beforeAll(async () => {
  service = await Service.start();
});

afterAll(() => service.stop());

interface CommandResult {
  exitCode: number | null;
  out: string;
  err: string;
}

/** Runs the command line as `npm run admin -- …` does. */
async function runAdmin(
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<CommandResult> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'packages/cli/src/main.ts', 'admin', ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err] = [text(child.stdout), text(child.stderr)];
  const [exitCode] = await once(child, 'exit');
  return { exitCode, out: await out, err: await err };
}

/** Runs the command against the local runtime. */
const runLocally = (...args: string[]): Promise<CommandResult> =>
  runAdmin([...args, `--local=${service.dataDir}`]);

/** Runs a command that must succeed, and returns its parsed output. */
async function runAndParse(...args: string[]) {
  const { exitCode, out, err } = await runLocally(...args, '--json');
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
  return JSON.parse(out);
}

describe('an invalid command line', () => {
  test.each([
    [[], 'No command given'],
    [['workspaces'], 'Incomplete command: workspaces'],
    [['workspaces', 'erase', 'x'], 'No such command: workspaces erase'],
    [['workspaces', 'delte'], '(Did you mean delete?)'],
    [['workspaces', 'create'], "Missing required argument 'NAME'"],
    [['workspaces', 'list', 'all'], 'Too many arguments'],
    [['workspaces', 'set', 'x', '--color', 'red'], "Unknown option '--color'"],
    [['workspaces', 'set', 'x', '--used', 'many'], '--used: must be a whole number, not "many"'],
    [['workspaces', 'set', 'x', '--used', '-1'], '--used: must be a whole number, not "-1"'],
    [['workspaces', 'set', 'x', '--past-due', 'yes'], '--past-due: must be on or off, not "yes"'],
    [['keys', 'list', 'x', '--budget', '5'], "Unknown option '--budget'"],
    [['domains', 'warm-up', 'x', 'y', 'maybe'], 'must be on or off, not "maybe"'],
  ])(
    '%j exits with 2, prints the reason and the usage, and sends no request',
    async (args, expectedError) => {
      // No runtime is at /nowhere, so a command that sends a request exits with 1.
      const result = await runAdmin([...args, '--local=/nowhere']);

      expect(result).toMatchObject({ exitCode: 2, out: '' });
      expect(result.err).toContain(expectedError);
      expect(result.err).toContain('Usage: carrier-nest admin ');
    },
  );
});

describe('--help', () => {
  test('lists every command', async () => {
    const { exitCode, out, err } = await runAdmin(['--help']);

    expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
    for (const { name, args, summary } of commands) {
      expect(out).toContain([name, ...args].join(' '));
      expect(out).toContain(summary);
    }
  });

  test('before or after a command lists the arguments and options of the command', async () => {
    const [after, before] = [
      await runAdmin(['workspaces', 'set', '--help']),
      await runAdmin(['--help', 'workspaces', 'set', 'x']),
    ];

    expect(after).toEqual(before);
    expect(after.exitCode).toBe(0);
    expect(after.out).toMatch(/^Usage: carrier-nest admin workspaces set WORKSPACE \[options\]\n/);
    expect(after.out).toMatch(/--budget CENTS\|none +the maximum cost per month/);
    expect(after.out).toMatch(/--local\[=DIR\] +use the local runtime/);
  });
});

describe('workspaces', () => {
  test('create prints every setting, and a working key once', async () => {
    const { exitCode, out } = await runLocally('workspaces', 'create', 'Acme Inc', '--plan', 'free');

    const key = /^sk_live_\w+$/m.exec(out)?.[0] ?? '';
    const usage = await service.api('GET', '/v1/usage', { key });
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^name +Acme Inc$/m);
    expect(out).toContain('The key is shown only once and cannot be retrieved later. Save it now.');
    expect(usage).toMatchObject({ status: 200, body: { plan: 'free', emails_used: 0 } });
  });

  test('set changes only the given settings', async () => {
    const { id } = await aWorkspace(service);

    const changed = await runAndParse(
      ...['workspaces', 'set', id, '--plan', 'paid', '--payment-method', 'off', '--past-due', 'on'],
      ...['--budget', '1200', '--budget-scope', 'all', '--used', '7', '--postal-address', '1 Main St'],
      ...['--requests-per-minute', '90', '--created-at', '2020-01-02T03:04:05Z'],
    );
    const cleared = await runAndParse(
      'workspaces',
      'set',
      id,
      '--budget',
      'none',
      '--postal-address',
      'none',
    );
    const unchanged = await runAndParse('workspaces', 'set', id);

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
    expect(unchanged).toEqual(cleared);
  });

  test('suspend stores the reason, and unsuspend removes the reason', async () => {
    const { id } = await aWorkspace(service);

    const suspended = await runAndParse('workspaces', 'suspend', id, 'too many bounces');
    const unsuspended = await runAndParse('workspaces', 'unsuspend', id);

    expect([suspended.suspended_reason, unsuspended.suspended_reason]).toEqual(['too many bounces', null]);
  });

  test('list prints a table with a line for each workspace', async () => {
    const { id } = await aWorkspace(service, { name: 'Listed', plan: 'free' });

    const { out } = await runLocally('workspaces', 'list');

    const [headerLine, ...lines] = out.trimEnd().split('\n');
    const { data } = await runAndParse('workspaces', 'list');
    expect(headerLine).toMatch(/^ID +NAME +PLAN +EMAILS_USED/);
    expect(lines).toHaveLength(data.length);
    expect(lines.find((line) => line.startsWith(id))).toMatch(/^\S+ +Listed +free +0 +6000 +- +2\S+Z$/);
  });

  test('`delete` requires the ID twice, and `deletion` shows the progress', async () => {
    const { id, key } = await aWorkspace(service);

    const unconfirmed = await runLocally('workspaces', 'delete', id);
    const mistyped = await runLocally('workspaces', 'delete', id, '--confirm', `${id}0`);
    const usageBefore = await service.api('GET', '/v1/usage', { key });
    const deleting = await runAndParse('workspaces', 'delete', id, '--confirm', id);
    const usageAfter = await service.api('GET', '/v1/usage', { key });
    const deletion = await runAndParse('workspaces', 'deletion', id);

    expect([unconfirmed.exitCode, mistyped.exitCode, usageBefore.status, usageAfter.status]).toEqual([
      1, 1, 200, 401,
    ]);
    expect(unconfirmed.err).toContain('confirm');
    expect(mistyped.err).toBe('confirm: must repeat the ID of the workspace\n');
    for (const respond of [deleting, deletion])
      expect(respond).toMatchObject({ id, status: 'deleting', percent: expect.any(Number) });
  });

  test.each([
    [['workspaces', 'set', 'nobody'], 'No such workspace\n'],
    [['workspaces', 'delete', 'nobody', '--confirm', 'nobody'], 'No such workspace\n'],
    [['workspaces', 'set', 'nobody', '--plan', 'gold'], '; plan: must be one of '],
    [['keys', 'list', 'nobody'], 'No such workspace\n'],
    [['domains', 'list', 'nobody'], 'No such workspace\n'],
  ])(
    'a command that the service refuses exits with 1 and prints the error message: %j',
    async (args, expectedError) => {
      const { exitCode, out, err } = await runLocally(...args);

      expect({ exitCode, out }).toEqual({ exitCode: 1, out: '' });
      expect(err).toContain(expectedError);
    },
  );
});

describe('keys', () => {
  test('create makes a key with every scope and no guardrails by default', async () => {
    const { id } = await aWorkspace(service);

    const plainKey = await runAndParse('keys', 'create', id, 'Plain');
    const guarded = await runAndParse(
      ...['keys', 'create', id, 'Guarded', '--scope', 'emails:send', '--scope', 'emails:read'],
      ...['--daily-limit', '10', '--allow', 'kim@example.com', '--allow', 'acme.test', '--requires-approval'],
    );

    expect(plainKey).toMatchObject({ scopes, daily_send_limit: null, allowed_recipients: [] });
    expect(guarded).toMatchObject({
      name: 'Guarded',
      scopes: ['emails:send', 'emails:read'],
      daily_send_limit: 10,
      allowed_recipients: ['kim@example.com', 'acme.test'],
      requires_approval: true,
      key: expect.stringMatching(/^sk_live_/),
    });
  });

  test('list shows every key of the workspace, but no secrets', async () => {
    const { id, key } = await aWorkspace(service);
    await runLocally('keys', 'create', id, 'Second');

    const { out } = await runLocally('keys', 'list', id);

    expect(out).toMatch(/^ID +NAME +LAST4/);
    expect(out.trimEnd().split('\n')).toHaveLength(3);
    expect(out).toMatch(new RegExp(`First key +${key.slice(-4)} `));
    expect(out).not.toContain('sk_live_');
  });

  test('the name of a key is printed without control characters', async () => {
    const { id, key } = await aWorkspace(service);
    const body = { name: 'a\u001b[2Jb\u0007\n\u202ec', scopes: ['emails:read'] };
    await service.api('POST', '/v1/api-keys', { key, body });

    const { out } = await runLocally('keys', 'list', id);

    expect(out).toContain('a?[2Jb???c');
    expect(out).not.toMatch(/[^\P{C}\n]/u);
  });
});

/** Creates an SES identity as another application of the account does. */
async function createSesIdentity(EmailIdentity: string): Promise<void> {
  const { endpoint, access_key_id: accessKeyId } = service.metadata.aws;
  const credentials = { accessKeyId, secretAccessKey: 'local' };
  const client = new SESv2Client({ region: 'us-east-1', endpoint, credentials });
  await client.send(new CreateEmailIdentityCommand({ EmailIdentity }));
}

describe('domains', () => {
  test('create shows the DNS records to publish, and verify checks the records', async () => {
    const { id } = await aWorkspace(service);
    const domain = `${randomUUID().slice(0, 8)}.example`;

    const { exitCode, out } = await runLocally('domains', 'create', id, domain, 'transactional');
    const [createdDomain] = (await runAndParse('domains', 'list', id)).data;
    const checked = await runAndParse('domains', 'verify', id, createdDomain.id);

    expect(exitCode).toBe(0);
    expect(out).toMatch(new RegExp(`^domain +${domain}$`, 'm'));
    expect(out).toMatch(/^KIND +TYPE +NAME +VALUE/m);
    expect(out).toMatch(new RegExp(`^dkim +CNAME +\\S+${domain} `, 'm'));
    expect(createdDomain).toMatchObject({ domain, risk_class: 'transactional', warmup: false });
    expect(checked.last_checked_at).not.toBeNull();
  });

  test('adopt lists the changes to an SES identity, and makes the changes with --confirm', async () => {
    const { id } = await aWorkspace(service);
    const domain = `${randomUUID().slice(0, 8)}.example`;
    await createSesIdentity(domain);
    const adopt = (...options: string[]) =>
      runLocally('domains', 'adopt', id, domain, 'marketing', ...options);

    const plan = await adopt();
    const unconfirmed = await adopt('--confirm', 'other.example');
    const listedBefore = await runLocally('domains', 'list', id);
    const adoption = await adopt('--confirm', domain);
    const listed = await runLocally('domains', 'list', id);

    expect(plan.exitCode).toBe(0);
    expect(plan.out).toMatch(
      /^The adoption will:\n- tag the identity with carrier-nest=local.*\n(- .*\n)+If the MX record .* receivingDomains, .*\nNothing has changed\. .*--confirm DOMAIN\.\n$/,
    );
    expect(unconfirmed).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('must repeat the domain'),
    });
    expect(listedBefore.out).toBe('None.\n');
    expect(adoption.out).toMatch(/^The adoption did:\n- tag .*\n[^]*^KIND +TYPE +NAME +VALUE/m);
    expect(listed.out).toContain(domain);
  });

  test('list prints a table, or None for an empty list', async () => {
    const { id } = await aWorkspace(service);

    const emptyList = await runLocally('domains', 'list', id);
    const { domain } = await aDomain(service, id, { risk_class: 'marketing', warmup: true });
    const singleList = await runLocally('domains', 'list', id);

    expect(emptyList.out).toBe('None.\n');
    expect(singleList.out).toMatch(new RegExp(`\\n\\S+ +${domain} +marketing +verified +true +2\\S+Z\\n$`));
  });

  test('warm-up of a marketing domain can be turned off and on', async () => {
    const { id } = await aWorkspace(service);
    const domain = await aDomain(service, id, { risk_class: 'marketing', warmup: true });
    const setWarmup = (state: string) => runAndParse('domains', 'warm-up', id, domain.id, state);

    const warmupStates = [
      await setWarmup('on'),
      await setWarmup('off'),
      await setWarmup('off'),
      await setWarmup('on'),
    ];

    expect(warmupStates.map(({ warmup }) => warmup)).toEqual([true, false, false, true]);
  });

  test('warm-up refuses a transactional domain; if a domain name is given instead of an ID, the error contains the ID', async () => {
    const { id } = await aWorkspace(service);
    const domain = await aDomain(service, id);

    const transactional = await runLocally('domains', 'warm-up', id, domain.id, 'on');
    const byName = await runLocally('domains', 'warm-up', id, domain.domain, 'off');

    expect(transactional).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('only marketing domains can warm up'),
    });
    expect(byName).toMatchObject({ exitCode: 1, err: expect.stringContaining(domain.id) });
  });
});

describe('a missing runtime', () => {
  test('makes the command exit with 1 and print the path of the missing file', async () => {
    const folder = makeTempDir();

    const result = await runAdmin(['workspaces', 'list', `--local=${folder}`]);

    expect(result).toMatchObject({ exitCode: 1, out: '' });
    expect(result.err).toBe(
      `There is no ${folder}/runtime.json. Start the runtime with npm start, or give its data folder with --local=DIR\n`,
    );
  });
});

/** Uses a fake Lambda API that forwards each invocation to the local runtime. */
describe('a deployed stack', () => {
  interface LambdaCall {
    path: string | undefined;
    authorization: string | undefined;
    body: unknown;
  }

  let lambda: Server;
  let lambdaCalls: LambdaCall[];
  let respond: (
    body: unknown,
  ) => Promise<{ status?: number; headers?: Record<string, string>; body: unknown }>;

  beforeEach(async () => {
    lambdaCalls = [];
    respond = async (body) => ({
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
    lambdaCalls.push({ path: request.url, authorization: request.headers.authorization, body });
    return respond(body);
  }

  const runDeployed = (...args: string[]): Promise<CommandResult> => runDeployedWith({}, args);

  /** Runs the command with an operator's AWS credentials. */
  const runDeployedWith = (environment: NodeJS.ProcessEnv, args: string[]): Promise<CommandResult> =>
    runAdmin(args, {
      AWS_ENDPOINT_URL_LAMBDA: `http://127.0.0.1:${(lambda.address() as AddressInfo).port}`,
      AWS_ACCESS_KEY_ID: 'AKIAOPERATOR',
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_REGION: 'eu-west-1',
      AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: undefined,
      ...environment,
    });

  test('receives a signed invocation of its operator function, in the configured Region', async () => {
    const { id } = await aWorkspace(service);

    const result = await runDeployed('workspaces', 'suspend', id, 'spam', '--json');

    expect(result).toMatchObject({ exitCode: 0, err: '' });
    expect(JSON.parse(result.out)).toMatchObject({ id, suspended_reason: 'spam' });
    expect(lambdaCalls).toEqual([
      {
        path: '/2015-03-31/functions/carrier-nest-prod-administer/invocations',
        authorization: expect.stringContaining('Credential=AKIAOPERATOR/'),
        body: { action: 'updateWorkspace', input: { id, suspended_reason: 'spam' } },
      },
    ]);
    expect(lambdaCalls[0]?.authorization).toContain('/eu-west-1/lambda/');
  });

  test('is chosen by --stage and --region', async () => {
    const { exitCode } = await runDeployed('workspaces', 'list', '--stage', 'test', '--region', 'us-west-2');

    expect(exitCode).toBe(0);
    expect(lambdaCalls[0]?.path).toContain('/carrier-nest-test-administer/');
    expect(lambdaCalls[0]?.authorization).toContain('/us-west-2/lambda/');
  });

  describe('without --stage and --region', () => {
    const settingsWith = (content: string): string => {
      const file = join(makeTempDir(), 'settings.json');
      writeFileSync(file, content);
      return file;
    };

    test('is the stage in the settings file, in the Region that the AWS CLI uses', async () => {
      const environment = {
        CARRIER_NEST_SETTINGS: settingsWith('{"stage":"staging"}'),
        AWS_REGION: undefined,
        AWS_DEFAULT_REGION: 'us-west-2',
      };

      const { exitCode } = await runDeployedWith(environment, ['workspaces', 'list']);
      await runDeployedWith(environment, ['workspaces', 'list', '--stage', 'prod']);

      expect(exitCode).toBe(0);
      expect(lambdaCalls.map(({ path }) => path?.split('/')[3])).toEqual([
        'carrier-nest-staging-administer',
        'carrier-nest-prod-administer',
      ]);
      expect(lambdaCalls[0]?.authorization).toContain('/us-west-2/lambda/');
    });

    test('is unknown if the settings are invalid, so the command exits with 1 and sends no request', async () => {
      const file = settingsWith('{"stge":"staging"}');

      const result = await runDeployedWith({ CARRIER_NEST_SETTINGS: file }, ['workspaces', 'list']);

      expect(result).toEqual({
        exitCode: 1,
        out: '',
        err: `${file}: stge: Unknown field; did you mean \`stage\`? See docs/deploying.md#settings\n`,
      });
      expect(lambdaCalls).toEqual([]);
    });
  });

  test('that does not exist makes the command print how to deploy, and how to name another deployment', async () => {
    respond = () =>
      Promise.resolve({
        status: 404,
        headers: { 'x-amzn-errortype': 'ResourceNotFoundException' },
        body: { Message: 'Function not found: arn:aws:lambda:eu-west-1:123456789012:function:x' },
      });

    expect(await runDeployed('workspaces', 'list', '--stage', 'test')).toEqual({
      exitCode: 1,
      out: '',
      err:
        'There is no function carrier-nest-test-administer in eu-west-1, so the stage test is not deployed there.\n' +
        'To deploy, run npm run deploy (docs/deploying.md). To use another deployment, add --stage, --region or --profile; ' +
        'to use the local runtime, add --local.\n',
    });
  });

  test('whose function refuses a request makes the command print the error message', async () => {
    respond = () =>
      Promise.resolve({
        body: { ok: false, error: { type: 'not_found', message: 'No such workspace' } },
      });

    expect(await runDeployed('keys', 'list', 'x')).toEqual({
      exitCode: 1,
      out: '',
      err: 'No such workspace\n',
    });
  });

  test('whose function fails gets no second invocation, which could create a second workspace', async () => {
    respond = () =>
      Promise.resolve({
        status: 500,
        headers: { 'x-amzn-errortype': 'ServiceException' },
        body: { Message: 'down' },
      });
    const unavailable = await runDeployed('workspaces', 'create', 'Acme');
    respond = () =>
      Promise.resolve({
        headers: { 'x-amz-function-error': 'Unhandled' },
        body: { errorMessage: 'Task timed out after 60.00 seconds' },
      });
    const timedOut = await runDeployed('workspaces', 'create', 'Acme');

    expect(unavailable).toMatchObject({
      exitCode: 1,
      err:
        'carrier-nest-prod-administer cannot be invoked: ServiceException: down\n' +
        'To check your AWS credentials, the Region and the deployment, run npm run doctor.\n',
    });
    expect(timedOut).toMatchObject({ exitCode: 1, err: expect.stringContaining('Task timed out') });
    expect(lambdaCalls).toHaveLength(2);
  });
});
