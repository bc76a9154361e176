import { aKey } from '../../support/api-helpers';
import { ApprovalWorkspace, type HeldDraft } from '../../support/approval-workspace';
import type { TestWorkspace } from '../../support/test-workspace';
import { useService } from '../../support/use-service';
import { Browser, type BrowserResponse } from '../../support/users/browser';
import { createSignedInUser, inviteUser, type Role } from '../../support/users/users';

/**
 * An API key identifies a machine, a token acts for the user who issued it, and a session identifies a user. These
 * tests present each kind of credential where a different kind is expected (K-35, K-36; docs/decisions/0038).
 */
const service = useService();

const sessionName = '__Host-carrier-nest';

let approvalWorkspace: ApprovalWorkspace;
let workspace: TestWorkspace;
beforeAll(async () => {
  approvalWorkspace = await ApprovalWorkspace.createTransactional(service);
  ({ workspace } = approvalWorkspace);
});

const signInAs = (role: Role) => createSignedInUser(service, workspace.workspaceId, role);

const decide = (
  browser: Browser,
  { approval_id: id }: HeldDraft,
  body: object = {},
): Promise<BrowserResponse> =>
  browser.requestFromDashboard(workspace.workspaceId, 'POST', `/v1/approvals/${id}`, {
    decision: 'approve',
    ...body,
  });

const isStillPending = async (draft: HeldDraft): Promise<boolean> =>
  (await approvalWorkspace.listPending()).some(({ id }) => id === draft.approval_id);

/** Gets the user's tokens from the user pool, as an OAuth client would. */
async function getUserPoolTokens(email: string): Promise<{ id_token: string; access_token: string }> {
  const browser = new Browser(service);
  const signInRedirect = await browser.request('/app/sign-in');
  const authorizeUrl = new URL(String(signInRedirect.location));
  const loginCookie = browser.cookies.get('__Host-carrier-nest-sign-in') ?? '';
  const verifier =
    new URLSearchParams(Buffer.from(loginCookie, 'base64url').toString()).get('verifier') ?? '';
  const userRedirect = await browser.request(
    `${signInRedirect.location}&${new URLSearchParams({ user: email }).toString()}`,
  );
  const response = await fetch(
    `${authorizeUrl.origin}${authorizeUrl.pathname.replace('authorize', 'token')}`,
    {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: authorizeUrl.searchParams.get('client_id') ?? '',
        redirect_uri: authorizeUrl.searchParams.get('redirect_uri') ?? '',
        code: new URL(String(userRedirect.location)).searchParams.get('code') ?? '',
        code_verifier: verifier,
      }),
    },
  );
  return (await response.json()) as { id_token: string; access_token: string };
}

describe('a signed-in user', () => {
  //
  test('decides under their own email address, even if the request names another address', async () => {
    const { browser, email } = await signInAs('member');
    const [first, second, third] = [
      await approvalWorkspace.createDraft(),
      await approvalWorkspace.createDraft(),
      await approvalWorkspace.createDraft(),
    ];

    expect(await decide(browser, first)).toMatchObject({
      status: 200,
      body: { decision: 'approve', decided_by: email, status: 'sent' },
    });
    expect(await decide(browser, second, { decided_by: 'The CEO' })).toMatchObject({
      status: 422,
      body: { error: { type: 'invalid_request', message: expect.stringContaining(email) } },
    });
    expect(await isStillPending(second)).toBe(true);
    expect(
      await decide(browser, third, { decision: 'reject', reason: 'Too early', decided_by: email }),
    ).toMatchObject({ status: 200, body: { decision: 'reject', decided_by: email, status: 'canceled' } });
  });

  test('as a viewer may read drafts but not decide on them', async () => {
    const { browser } = await signInAs('viewer');
    const draft = await approvalWorkspace.createDraft();

    expect((await browser.requestFromDashboard(workspace.workspaceId, 'GET', '/v1/approvals')).status).toBe(
      200,
    );
    expect(await decide(browser, draft)).toMatchObject({
      status: 403,
      body: { error: { type: 'forbidden', message: expect.stringContaining('your role, viewer') } },
    });
    expect(await isStillPending(draft)).toBe(true);
  });

  test.each<[Role, string[]]>([
    ['viewer', ['GET /v1/emails', 'GET /v1/domains', 'GET /v1/threads', 'GET /v1/contacts']],
    ['member', ['GET /v1/emails', 'POST /v1/templates', 'POST /v1/audiences', 'POST /v1/emails']],
    ['admin', ['POST /v1/api-keys', 'POST /v1/domains', 'POST /v1/webhook-endpoints', 'POST /v1/templates']],
  ])('with the role %s may call %j', async (role, calls) => {
    const { browser } = await signInAs(role);

    for (const call of calls) {
      const [method = '', path = ''] = call.split(' ');
      const body = method === 'GET' ? undefined : {};
      const { status } = await browser.requestFromDashboard(workspace.workspaceId, method, path, body);
      expect([call, status]).toEqual([call, method === 'GET' ? 200 : 422]);
    }
  });

  test.each<[Role, string[]]>([
    ['viewer', ['POST /v1/emails', 'POST /v1/templates', 'POST /v1/audiences', 'POST /v1/api-keys']],
    ['member', ['POST /v1/api-keys', 'POST /v1/domains', 'POST /v1/webhook-endpoints']],
  ])('with the role %s may not call %j', async (role, calls) => {
    const { browser } = await signInAs(role);

    for (const call of calls) {
      const [method = '', path = ''] = call.split(' ');
      expect([
        call,
        (await browser.requestFromDashboard(workspace.workspaceId, method, path, {})).status,
      ]).toEqual([call, 403]);
    }
  });

  test('creates keys that may decide', async () => {
    const { browser } = await signInAs('admin');
    const { status, body } = await browser.requestFromDashboard(
      workspace.workspaceId,
      'POST',
      '/v1/api-keys',
      {
        name: 'Made by a person',
        scopes: ['emails:send'],
      },
    );
    const draft = await approvalWorkspace.createDraft();

    expect(status).toBe(201);
    expect((await approvalWorkspace.decide(draft, { decision: 'approve' }, { key: body.key })).status).toBe(
      200,
    );
  });

  test('can read their session as a credential', async () => {
    const { browser, id } = await signInAs('viewer');

    expect(
      (await browser.requestFromDashboard(workspace.workspaceId, 'GET', '/v1/credential')).body,
    ).toMatchObject({
      kind: 'session',
      id,
      workspace_id: workspace.workspaceId,
      requires_approval: false,
    });
  });
});

describe('a session', () => {
  test('is accepted only from a page of the dashboard', async () => {
    const { browser } = await signInAs('admin');
    const requestFromSite = (site: string | undefined) =>
      browser.request('/v1/credential', {
        headers: { 'Carrier-Nest-Workspace': workspace.workspaceId, ...(site && { 'Sec-Fetch-Site': site }) },
      });

    for (const site of ['same-site', 'none', undefined])
      expect((await requestFromSite(site)).status).toBe(401);
    // The local runtime rejects cross-site requests.
    expect((await requestFromSite('cross-site')).status).toBe(403);
    expect((await requestFromSite('same-origin')).status).toBe(200);
  });

  test("is accepted only with the id of one of the user's workspaces", async () => {
    const { browser } = await signInAs('admin');
    const otherWorkspace = await ApprovalWorkspace.createTransactional(service);
    const requestWithWorkspace = (workspace: string) =>
      browser.requestFromDashboard(workspace, 'GET', '/v1/credential');

    expect((await requestWithWorkspace(otherWorkspace.workspace.workspaceId)).status).toBe(401);
    for (const id of [
      '',
      'none',
      `${workspace.workspaceId}#USERS`,
      workspace.workspaceId.toUpperCase(),
      '../x',
    ])
      expect((await requestWithWorkspace(id)).status).toBe(401);
    expect(
      (await browser.request('/v1/credential', { headers: { 'Sec-Fetch-Site': 'same-origin' } })).status,
    ).toBe(401);
  });

  test('is ignored if the request has another credential', async () => {
    const { browser } = await signInAs('admin');
    const { key } = await aKey(service, { creatorKey: workspace.key, scopes: ['emails:read'] });
    const headers = { 'Carrier-Nest-Workspace': workspace.workspaceId, 'Sec-Fetch-Site': 'same-origin' };

    const withKey = await browser.request('/v1/credential', {
      headers: { ...headers, Authorization: `Bearer ${key}` },
    });
    const withInvalidToken = await browser.request('/v1/credential', {
      headers: { ...headers, Authorization: 'Bearer none' },
    });

    expect(withKey.body).toMatchObject({ kind: 'api_key', scopes: ['emails:read'] });
    expect(withInvalidToken.status).toBe(401);
  });

  test('is not accepted by the MCP server, which is for machines', async () => {
    const { browser } = await signInAs('admin');
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

    const response = await browser.requestFromDashboard(workspace.workspaceId, 'POST', '/mcp', body);

    expect(response.status).toBe(401);
  });
});

describe('a credential cannot replace a credential of a different kind', () => {
  test.each<[description: string, credential: (email: string) => Promise<string>]>([
    ['the ID token of the user pool', async (email) => (await getUserPoolTokens(email)).id_token],
    ['the access token of the user pool', async (email) => (await getUserPoolTokens(email)).access_token],
    ['the secret of a session', async () => sessionSecretOf((await signInAs('admin')).browser)],
  ])('%s is not a bearer credential', async (_description, credentialOf) => {
    const { email } = await inviteUser(service, workspace.workspaceId, { role: 'admin' });
    const key = await credentialOf(email);

    expect(key.length).toBeGreaterThan(40);
    expect((await service.api('GET', '/v1/credential', { key })).status).toBe(401);
  });

  test.each<[description: string, secret: (email: string) => Promise<string>]>([
    ['an API key', () => Promise.resolve(workspace.key)],
    ['the ID token of the user pool', async (email) => (await getUserPoolTokens(email)).id_token],
    ['the access token of the user pool', async (email) => (await getUserPoolTokens(email)).access_token],
    ['a token of the issuer', () => createAccessToken()],
    ['an empty value', () => Promise.resolve('')],
  ])('%s is not a session', async (_description, secretOf) => {
    const { email } = await inviteUser(service, workspace.workspaceId, { role: 'admin' });
    const browser = new Browser(service);
    browser.cookies.set(sessionName, await secretOf(email));

    expect((await browser.requestFromDashboard(workspace.workspaceId, 'GET', '/v1/credential')).status).toBe(
      401,
    );
  });

  test("a token and a key created with the token cannot decide, even in an admin's browser", async () => {
    const draft = await approvalWorkspace.createDraft();
    const token = await createAccessToken();
    const keyOfToken = await aKey(service, { creatorKey: token, scopes: ['emails:send'] });
    const { browser } = await signInAs('admin');
    const pageHeaders = {
      'Carrier-Nest-Workspace': workspace.workspaceId,
      'Sec-Fetch-Site': 'same-origin',
      'Content-Type': 'application/json',
    };

    for (const key of [token, keyOfToken.key, approvalWorkspace.key]) {
      const response = await browser.request(`/v1/approvals/${draft.approval_id}`, {
        method: 'POST',
        body: { decision: 'approve' },
        headers: { ...pageHeaders, Authorization: `Bearer ${key}` },
      });
      expect(response).toMatchObject({ status: 403, body: { error: { type: 'forbidden' } } });
    }
    expect(await isStillPending(draft)).toBe(true);
  });
});

const sessionSecretOf = (browser: Browser): string => browser.cookies.get(sessionName) ?? '';

async function createAccessToken(): Promise<string> {
  const { access_token } = await service.control('POST', `/workspaces/${workspace.workspaceId}/tokens`, {
    scopes: ['emails:send', 'emails:read', 'domains:write'],
  });
  return access_token;
}
