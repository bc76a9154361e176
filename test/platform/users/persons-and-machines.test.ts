import { aKey } from '../../support/arrange';
import { Drafter, type Held } from '../../support/drafter';
import type { Actor } from '../../support/actor';
import { theService } from '../../support/the-service';
import { Browser, type Met } from '../../support/users/browser';
import { aSignedIn, aUser, type Role } from '../../support/users/invite';

/**
 * Who is behind a request follows from the way in: an API key is a machine's, a token was lent by somebody, a session is
 * a person's. Each is passed for the others here, and is what it is (contract.md, D46; docs/decisions/0038).
 */
const service = theService();

const sessionName = '__Host-carrier-nest';

let drafter: Drafter;
let desk: Actor;
beforeAll(async () => {
  drafter = await Drafter.forMail(service);
  ({ desk } = drafter);
});

const someone = (role: Role) => aSignedIn(service, desk.workspaceId, role);

const decide = (browser: Browser, { approval_id: id }: Held, body: object = {}): Promise<Met> =>
  browser.asPage(desk.workspaceId, 'POST', `/v1/approvals/${id}`, { decision: 'approve', ...body });

const isStillHeld = async (held: Held): Promise<boolean> =>
  (await drafter.pending()).some(({ id }) => id === held.approval_id);

/** The tokens that a user pool gives for somebody, as a client of it would get them. */
async function tokensOf(email: string): Promise<{ id_token: string; access_token: string }> {
  const browser = new Browser(service);
  const wayThere = await browser.ask('/app/sign-in');
  const asked = new URL(String(wayThere.to));
  const kept = browser.cookies.get('__Host-carrier-nest-sign-in') ?? '';
  const verifier = new URLSearchParams(Buffer.from(kept, 'base64url').toString()).get('verifier') ?? '';
  const chosen = await browser.ask(`${wayThere.to}&${new URLSearchParams({ user: email })}`);
  const answer = await fetch(`${asked.origin}${asked.pathname.replace('authorize', 'token')}`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: asked.searchParams.get('client_id') ?? '',
      redirect_uri: asked.searchParams.get('redirect_uri') ?? '',
      code: new URL(String(chosen.to)).searchParams.get('code') ?? '',
      code_verifier: verifier,
    }),
  });
  return (await answer.json()) as { id_token: string; access_token: string };
}

describe('a person who signed in', () => {
  test('decides under their own name, whatever the request says', async () => {
    const { browser, email } = await someone('member');
    const [first, second, third] = [await drafter.hold(), await drafter.hold(), await drafter.hold()];

    expect(await decide(browser, first)).toMatchObject({
      status: 200,
      body: { decision: 'approve', decided_by: email, status: 'sent' },
    });
    expect(await decide(browser, second, { decided_by: 'The CEO' })).toMatchObject({
      status: 422,
      body: { error: { type: 'invalid_request', message: expect.stringContaining(email) } },
    });
    expect(await isStillHeld(second)).toBe(true);
    expect(
      await decide(browser, third, { decision: 'reject', reason: 'Too early', decided_by: email }),
    ).toMatchObject({ status: 200, body: { decision: 'reject', decided_by: email, status: 'canceled' } });
  });

  test('as a viewer decides nothing, and sees what waits', async () => {
    const { browser } = await someone('viewer');
    const held = await drafter.hold();

    expect((await browser.asPage(desk.workspaceId, 'GET', '/v1/approvals')).status).toBe(200);
    expect(await decide(browser, held)).toMatchObject({
      status: 403,
      body: { error: { type: 'forbidden', message: expect.stringContaining('your role, viewer') } },
    });
    expect(await isStillHeld(held)).toBe(true);
  });

  test.each<[Role, string[]]>([
    ['viewer', ['GET /v1/emails', 'GET /v1/domains', 'GET /v1/threads', 'GET /v1/contacts']],
    ['member', ['GET /v1/emails', 'POST /v1/templates', 'POST /v1/audiences', 'POST /v1/emails']],
    ['admin', ['POST /v1/api-keys', 'POST /v1/domains', 'POST /v1/webhook-endpoints', 'POST /v1/templates']],
  ])('as %s may call %j', async (role, calls) => {
    const { browser } = await someone(role);

    for (const call of calls) {
      const [method = '', path = ''] = call.split(' ');
      const body = method === 'GET' ? undefined : {};
      const { status } = await browser.asPage(desk.workspaceId, method, path, body);
      expect([call, status]).toEqual([call, method === 'GET' ? 200 : 422]);
    }
  });

  test.each<[Role, string[]]>([
    ['viewer', ['POST /v1/emails', 'POST /v1/templates', 'POST /v1/audiences', 'POST /v1/api-keys']],
    ['member', ['POST /v1/api-keys', 'POST /v1/domains', 'POST /v1/webhook-endpoints']],
  ])('as %s may not call %j', async (role, calls) => {
    const { browser } = await someone(role);

    for (const call of calls) {
      const [method = '', path = ''] = call.split(' ');
      expect([call, (await browser.asPage(desk.workspaceId, method, path, {})).status]).toEqual([call, 403]);
    }
  });

  test('makes keys that may decide, as theirs', async () => {
    const { browser } = await someone('admin');
    const { status, body } = await browser.asPage(desk.workspaceId, 'POST', '/v1/api-keys', {
      name: 'Made by a person',
      scopes: ['emails:send'],
    });
    const held = await drafter.hold();

    expect(status).toBe(201);
    expect((await drafter.decide(held, { decision: 'approve' }, { key: body.key })).status).toBe(200);
  });

  test('is told what their session is, as any credential is', async () => {
    const { browser, id } = await someone('viewer');

    expect((await browser.asPage(desk.workspaceId, 'GET', '/v1/credential')).body).toMatchObject({
      kind: 'session',
      id,
      workspace_id: desk.workspaceId,
      requires_approval: false,
    });
  });
});

describe('a session counts', () => {
  test('from a page of the dashboard alone', async () => {
    const { browser } = await someone('admin');
    const from = (site: string | undefined) =>
      browser.ask('/v1/credential', {
        headers: { 'Carrier-Nest-Workspace': desk.workspaceId, ...(site && { 'Sec-Fetch-Site': site }) },
      });

    for (const site of ['same-site', 'none', undefined]) expect((await from(site)).status).toBe(401);
    // The local runtime lets no page of another site ask at all.
    expect((await from('cross-site')).status).toBe(403);
    expect((await from('same-origin')).status).toBe(200);
  });

  test('with a workspace that is named, and is one of theirs', async () => {
    const { browser } = await someone('admin');
    const other = await Drafter.forMail(service);
    const named = (workspace: string) => browser.asPage(workspace, 'GET', '/v1/credential');

    expect((await named(other.desk.workspaceId)).status).toBe(401);
    for (const id of ['', 'none', `${desk.workspaceId}#USERS`, desk.workspaceId.toUpperCase(), '../x'])
      expect((await named(id)).status).toBe(401);
    expect(
      (await browser.ask('/v1/credential', { headers: { 'Sec-Fetch-Site': 'same-origin' } })).status,
    ).toBe(401);
  });

  test('beside no other credential: a key that is sent is who asks', async () => {
    const { browser } = await someone('admin');
    const { key } = await aKey(service, { by: desk.key, scopes: ['emails:read'] });
    const headers = { 'Carrier-Nest-Workspace': desk.workspaceId, 'Sec-Fetch-Site': 'same-origin' };

    const withKey = await browser.ask('/v1/credential', {
      headers: { ...headers, Authorization: `Bearer ${key}` },
    });
    const withNone = await browser.ask('/v1/credential', {
      headers: { ...headers, Authorization: 'Bearer none' },
    });

    expect(withKey.body).toMatchObject({ kind: 'api_key', scopes: ['emails:read'] });
    expect(withNone.status).toBe(401);
  });

  test('not at the tool server, which speaks for machines', async () => {
    const { browser } = await someone('admin');
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

    const answer = await browser.asPage(desk.workspaceId, 'POST', '/mcp', body);

    expect(answer.status).toBe(401);
  });
});

describe('nothing else passes for a person', () => {
  test.each<[what: string, credential: (email: string) => Promise<string>]>([
    ['the ID token of the user pool', async (email) => (await tokensOf(email)).id_token],
    ['its access token', async (email) => (await tokensOf(email)).access_token],
    ['the secret of a session', async () => sessionSecretOf((await someone('admin')).browser)],
  ])('%s is no bearer credential', async (_what, credentialOf) => {
    const { email } = await aUser(service, desk.workspaceId, { role: 'admin' });
    const key = await credentialOf(email);

    expect(key.length).toBeGreaterThan(40);
    expect((await service.api('GET', '/v1/credential', { key })).status).toBe(401);
  });

  test.each<[what: string, secret: (email: string) => Promise<string>]>([
    ['an API key', () => Promise.resolve(desk.key)],
    ['the ID token of the user pool', async (email) => (await tokensOf(email)).id_token],
    ['its access token', async (email) => (await tokensOf(email)).access_token],
    ['a token of the issuer', () => anAccessToken()],
    ['nothing', () => Promise.resolve('')],
  ])('%s is no session', async (_what, secretOf) => {
    const { email } = await aUser(service, desk.workspaceId, { role: 'admin' });
    const browser = new Browser(service);
    browser.cookies.set(sessionName, await secretOf(email));

    expect((await browser.asPage(desk.workspaceId, 'GET', '/v1/credential')).status).toBe(401);
  });

  test('a token decides nothing, and what it made decides nothing, in the browser of an admin too', async () => {
    const held = await drafter.hold();
    const token = await anAccessToken();
    const made = await aKey(service, { by: token, scopes: ['emails:send'] });
    const { browser } = await someone('admin');
    const pageHeaders = {
      'Carrier-Nest-Workspace': desk.workspaceId,
      'Sec-Fetch-Site': 'same-origin',
      'Content-Type': 'application/json',
    };

    for (const key of [token, made.key, drafter.key]) {
      const answer = await browser.ask(`/v1/approvals/${held.approval_id}`, {
        method: 'POST',
        body: { decision: 'approve' },
        headers: { ...pageHeaders, Authorization: `Bearer ${key}` },
      });
      expect(answer).toMatchObject({ status: 403, body: { error: { type: 'forbidden' } } });
    }
    expect(await isStillHeld(held)).toBe(true);
  });
});

const sessionSecretOf = (browser: Browser): string => browser.cookies.get(sessionName) ?? '';

async function anAccessToken(): Promise<string> {
  const { access_token } = await service.control('POST', `/workspaces/${desk.workspaceId}/tokens`, {
    scopes: ['emails:send', 'emails:read', 'domains:write'],
  });
  return access_token;
}
