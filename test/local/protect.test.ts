import { spawnSync } from 'node:child_process';
import { createDataDir, startRuntime } from '../support/runtime';
import { anEmail } from '../support/factories';

/** The option `--protect` (L-15). */
let runtime: Awaited<ReturnType<typeof startRuntime>>;
let token: string;

beforeAll(async () => {
  runtime = await startRuntime(createDataDir(), '.', ['--protect']);
  token = String(runtime.at.token);
});

afterAll(() => runtime.process.kill('SIGKILL'));

type Call = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> };

const call = (path: string, init: Call = {}): Promise<Response> =>
  fetch(`${runtime.at.console}${path}`, { redirect: 'manual', ...init });

const cookieName = (): string => `cn_local_token_${new URL(runtime.at.console).port}`;

const post = (body: object) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

const requests: (Call & { name: string; path: string; status: number })[] = [
  { name: 'the list of control calls', path: '/', status: 200 },
  { name: 'the dashboard', path: '/app/outbox', headers: { accept: 'text/html' }, status: 200 },
  { name: 'the session of the dashboard', path: '/app/session', status: 200 },
  { name: 'the outbox of the dashboard', path: '/app/mail/outbox', status: 200 },
  { name: 'the control API', path: '/control/outbox', status: 200 },
  { name: 'a new workspace', path: '/control/workspaces', ...post({ name: 'Acme' }), status: 201 },
  { name: 'the API', path: '/v1/emails', status: 200 },
  {
    name: 'a new API key',
    path: '/v1/api-keys',
    ...post({ name: 'New', scopes: ['emails:read'] }),
    status: 201,
  },
];

const refusal = {
  error: {
    message:
      'This runtime was started with --protect. Send the token in runtime.json, in the data folder, in the header ' +
      'CN-Local-Token. In a browser, open the address that the runtime prints.',
  },
};

describe.each(requests)('$name', ({ path, status, ...init }) => {
  test('is refused without the token, with a sentence that says where the token is', async () => {
    const response = await call(path, init);

    expect({ status: response.status, body: await response.json() }).toEqual({ status: 401, body: refusal });
  });

  test('is refused with another token', async () => {
    const wrongTokens = ['', 'x', token.slice(1), `${token}x`, token.toLowerCase()];
    const responses = await Promise.all(
      wrongTokens.flatMap((wrong) => [
        call(path, { ...init, headers: { ...init.headers, 'CN-Local-Token': wrong } }),
        call(path, { ...init, headers: { ...init.headers, Cookie: `${cookieName()}=${wrong}` } }),
      ]),
    );

    expect(responses.map((response) => response.status)).toEqual(responses.map(() => 401));
  });

  test('responds with the token in the header or in the cookie', async () => {
    const responses = await Promise.all([
      call(path, { ...init, headers: { ...init.headers, 'CN-Local-Token': token } }),
      call(path, { ...init, headers: { ...init.headers, Cookie: `a=b; ${cookieName()}=${token}` } }),
    ]);

    expect(responses.map((response) => response.status)).toEqual([status, status]);
  });
});

test('the printed address sets a cookie for the browser session and leaves no token in the address bar', async () => {
  const address = /Open +(\S+)/.exec(runtime.log.read())?.[1] ?? '';
  const response = await fetch(address, { redirect: 'manual', headers: { accept: 'text/html' } });

  expect(address).toBe(`${runtime.at.console}/?token=${token}`);
  expect(response.status).toBe(302);
  expect(response.headers.get('location')).toBe('/app/outbox');
  expect(response.headers.get('set-cookie')).toBe(
    `${cookieName()}=${token}; Path=/; HttpOnly; SameSite=Strict`,
  );
});

test('an address with another token sets no cookie', async () => {
  const responses = await Promise.all([
    call('/?token=x'),
    call('/?token='),
    call(`/control/outbox?token=${token}`),
  ]);

  expect(responses.map(({ status, headers }) => [status, headers.get('set-cookie')])).toEqual(
    responses.map(() => [401, null]),
  );
});

test('a page of another site cannot use the cookie', async () => {
  const response = await call('/control/outbox', {
    headers: { Cookie: `${cookieName()}=${token}`, Origin: 'http://127.0.0.1:9' },
  });

  expect(response.status).toBe(403);
});

test('requests with an API key need no token, on the port of the API and of the console', async () => {
  const request = post(anEmail());
  const headers = { ...request.headers, Authorization: `Bearer ${runtime.at.key}` };
  const responses = await Promise.all(
    [runtime.at.api, runtime.at.console].map((origin) =>
      fetch(`${origin}/v1/emails`, { ...request, headers }),
    ),
  );

  expect(responses.map(({ status }) => status)).toEqual([202, 202]);
});

test('functions verify OAuth tokens, because the public keys of the issuer need no token', async () => {
  const created = await call(`/control/workspaces/${runtime.at.workspace.id}/tokens`, {
    ...post({ scopes: ['emails:read'] }),
    headers: { 'Content-Type': 'application/json', 'CN-Local-Token': token },
  });
  const { access_token } = (await created.json()) as { access_token: string };
  const response = await fetch(`${runtime.at.api}/v1/emails`, {
    headers: { Authorization: `Bearer ${access_token}` },
  });

  expect(response.status).toBe(200);
});

test("the operator's command line sends the token", () => {
  const { status, stdout } = spawnSync(
    process.execPath,
    ['node_modules/.bin/carrier-nest', 'admin', `--local=${runtime.dataDir}`, 'workspaces', 'list'],
    { encoding: 'utf8' },
  );

  expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('Local') });
});
