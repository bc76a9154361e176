import { randomUUID } from 'node:crypto';
import {
  AdminDeleteUserCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { hourMs } from '../../../shared/core/time';
import { useService } from '../../support/use-service';
import { aWorkspace } from '../../support/factories';
import { Browser } from '../../support/users/browser';
import { administer, randomAddress, createSignedInUser, inviteUser } from '../../support/users/users';

const service = useService();

const sessionName = '__Host-carrier-nest';
const loginStateName = '__Host-carrier-nest-sign-in';
const failed = { status: 302, location: 'log?sign-in=failed', setCookies: [] };

let workspace: { id: string; name: string };
beforeAll(async () => {
  workspace = await aWorkspace(service, { name: 'Northwind' });
});

describe('signing in', () => {
  test('redirects to the user pool with a challenge and then back to the requested page', async () => {
    const { email } = await inviteUser(service, workspace.id);
    const browser = new Browser(service);

    const signInRedirect = await browser.request('/app/sign-in?to=log/some-id');

    const authorizeParams = new URL(String(signInRedirect.location)).searchParams;
    expect(Object.fromEntries(authorizeParams)).toMatchObject({
      response_type: 'code',
      redirect_uri: `${service.metadata.api}/app/signed-in`,
      scope: 'openid email',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(signInRedirect.setCookies).toEqual([
      expect.stringMatching(
        new RegExp(`^${loginStateName}=[\\w-]+; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=600$`),
      ),
    ]);

    const userRedirect = await browser.request(
      `${signInRedirect.location}&${new URLSearchParams({ user: email }).toString()}`,
    );
    const callbackResponse = await browser.request(String(userRedirect.location));
    expect(callbackResponse).toMatchObject({
      status: 302,
      location: 'log/some-id',
      setCookies: [
        expect.stringMatching(
          new RegExp(`^${sessionName}=[\\w-]{43}; Path=/; Secure; HttpOnly; SameSite=Strict$`),
        ),
      ],
    });
    expect((await browser.session()).body).toEqual({
      mode: 'user',
      email,
      workspaces: [{ id: workspace.id, name: 'Northwind', role: 'member' }],
    });
  });

  test.each(['https://evil.example', '//evil.example', '/log', '..', 'log?x=1', 'a/b/c/d/e/f', 'log#x', ''])(
    'to=%s redirects to the first page',
    async (page) => {
      const { email } = await inviteUser(service, workspace.id);
      const browser = new Browser(service);

      expect((await browser.request(await browser.getCallbackUrl(email, page))).location).toBe('log');
    },
  );

  test('another browser cannot complete a login that it did not start', async () => {
    const { email } = await inviteUser(service, workspace.id);
    const callbackUrl = await new Browser(service).getCallbackUrl(email);
    const otherBrowser = new Browser(service);
    await otherBrowser.request('/app/sign-in');

    expect(await new Browser(service).request(callbackUrl)).toMatchObject(failed);
    expect(await otherBrowser.request(callbackUrl)).toMatchObject(failed);
    expect((await otherBrowser.session()).body.mode).toBe('key');
  });

  test('one code yields one session, and an expired code yields no session', async () => {
    const { email } = await inviteUser(service, workspace.id);
    const [browser, slowBrowser] = [new Browser(service), new Browser(service)];
    const callbackUrl = await browser.getCallbackUrl(email);
    const lateCallbackUrl = await slowBrowser.getCallbackUrl(email);

    const first = await browser.request(callbackUrl);
    const second = await browser.request(callbackUrl);
    await service.advance(6 * 60_000);
    const late = await slowBrowser.request(lateCallbackUrl);

    expect(first.location).toBe('log');
    expect(second).toMatchObject(failed);
    expect(late).toMatchObject(failed);
  });

  test.each([
    ['an error from the user pool', 'error=access_denied'],
    ['an unknown code', 'code=none'],
    ['two codes', 'code=a&code=b'],
    ['a callback without parameters', ''],
  ])('%s creates no session', async (_description, callbackQuery) => {
    const browser = new Browser(service);
    const { location } = await browser.request('/app/sign-in');
    const state = new URL(String(location)).searchParams.get('state');

    expect(await browser.request(`/app/signed-in?${callbackQuery}&state=${state}`)).toMatchObject(failed);
  });

  test('an unreadable cookie is ignored', async () => {
    for (const value of ['x', Buffer.from('state=x').toString('base64url'), '"', '%00']) {
      const browser = new Browser(service);
      browser.cookies.set(loginStateName, value);

      expect(await browser.request('/app/signed-in?code=x&state=y')).toMatchObject(failed);
    }
  });
});

describe('a session', () => {
  test('expires after twelve hours regardless of use', async () => {
    const { browser } = await createSignedInUser(service, workspace.id);

    await service.advance(11.9 * hourMs);
    expect((await browser.requestFromDashboard(workspace.id, 'GET', '/v1/credential')).status).toBe(200);
    await service.advance(0.2 * hourMs);

    expect(await browser.requestFromDashboard(workspace.id, 'GET', '/v1/credential')).toMatchObject({
      status: 401,
      body: { error: { type: 'unauthorized', message: expect.stringContaining('Sign in again') } },
    });
    expect((await browser.session()).body.mode).toBe('key');
  });

  test('ends only in the browser in which the user signs out', async () => {
    const { browser, email } = await createSignedInUser(service, workspace.id);
    const copiedSession = new Browser(service);
    copiedSession.cookies.set(sessionName, browser.cookies.get(sessionName) ?? '');
    const other = new Browser(service);
    await other.signIn(email);

    const signOutResponse = await browser.signOut();

    expect(signOutResponse).toMatchObject({
      status: 200,
      body: { to: expect.stringContaining('/logout?client_id=') },
      setCookies: [`${sessionName}=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0`],
    });
    // The user pool redirects only to registered URLs.
    expect((await browser.request(signOutResponse.body.to)).location).toBe(`${service.metadata.api}/app/log`);
    expect((await copiedSession.requestFromDashboard(workspace.id, 'GET', '/v1/credential')).status).toBe(
      401,
    );
    expect((await other.requestFromDashboard(workspace.id, 'GET', '/v1/credential')).status).toBe(200);
  });

  test('cannot be ended by another site', async () => {
    const { browser } = await createSignedInUser(service, workspace.id);

    for (const from of ['cross-site', 'same-site', 'none'])
      expect(
        (await browser.request('/app/sign-out', { method: 'POST', headers: { 'Sec-Fetch-Site': from } }))
          .status,
      ).toBe(403);

    expect((await browser.requestFromDashboard(workspace.id, 'GET', '/v1/credential')).status).toBe(200);
  });

  test('is valid for a user without workspaces and lists no workspaces', async () => {
    const { browser, email } = await createSignedInUser(service, workspace.id);
    await administer(service, 'removeUser', { workspace_id: workspace.id, email });

    expect((await browser.session()).body).toEqual({ mode: 'user', email, workspaces: [] });
  });
});

/** Deletes the user as in the Cognito console. */
async function deleteInPool(email: string): Promise<void> {
  const { endpoint, access_key_id: accessKeyId } = service.metadata.aws;
  const credentials = { accessKeyId, secretAccessKey: 'local' };
  const client = new CognitoIdentityProviderClient({ region: 'us-east-1', endpoint, credentials });
  const creation = (await service.calls()).find(({ operation }) => operation === 'AdminCreateUser');
  await client.send(new AdminDeleteUserCommand({ UserPoolId: creation?.target, Username: email }));
  client.destroy();
}

describe('the operator', () => {
  test('can invite, change a role, list, and remove users', async () => {
    const ownWorkspace = await aWorkspace(service);
    const email = randomAddress('Ines');

    const invited = await inviteUser(service, ownWorkspace.id, { email, role: 'viewer' });
    const repeated = await inviteUser(service, ownWorkspace.id, {
      email: email.toUpperCase(),
      role: 'admin',
    });

    expect(invited).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      email: email.toLowerCase(),
      role: 'viewer',
      workspace_id: ownWorkspace.id,
      invited_at: expect.any(String),
      sign_in_at: `${service.metadata.api}/app`,
    });
    expect(repeated).toMatchObject({ id: invited.id, role: 'admin' });
    expect((await administer(service, 'listUsers', { workspace_id: ownWorkspace.id })).data).toMatchObject([
      { id: invited.id, role: 'admin' },
    ]);

    await administer(service, 'removeUser', { workspace_id: ownWorkspace.id, email });
    expect((await administer(service, 'listUsers', { workspace_id: ownWorkspace.id })).data).toEqual([]);
    await expect(new Browser(service).signIn(email)).rejects.toThrow('user_not_found');
    await expect(administer(service, 'removeUser', { workspace_id: ownWorkspace.id, email })).rejects.toThrow(
      '404',
    );
  });

  test('sends another invitation only to users who have never signed in', async () => {
    const email = randomAddress();
    const invitationCalls = async () => {
      const since = await service.now();
      await inviteUser(service, workspace.id, { email });
      return (await service.calls(since)).filter(({ operation }) => operation === 'AdminCreateUser');
    };

    const [first, second] = [await invitationCalls(), await invitationCalls()];
    await new Browser(service).signIn(email);
    const third = await invitationCalls();

    expect(first.map(({ error }) => error)).toEqual([null]);
    expect(second.map(({ error }) => error)).toEqual(['UsernameExistsException', null]);
    expect(third.map(({ error }) => error)).toEqual(['UsernameExistsException']);
  });

  test('can repeat a removal that failed', async () => {
    const ownWorkspace = await aWorkspace(service);
    const { email } = await inviteUser(service, ownWorkspace.id);
    const removeUser = () => administer(service, 'removeUser', { workspace_id: ownWorkspace.id, email });
    await service.control('POST', '/faults', {
      service: 'cognito',
      operation: 'AdminDeleteUser',
      error: 'InternalErrorException',
    });

    await expect(removeUser()).rejects.toThrow('The user pool refused the request');
    await service.control('DELETE', '/faults');
    await removeUser();

    expect((await administer(service, 'listUsers', { workspace_id: ownWorkspace.id })).data).toEqual([]);
    await expect(new Browser(service).signIn(email)).rejects.toThrow('user_not_found');
  });

  test('a recreated user has a new id and inherits nothing from the former user', async () => {
    const [firstWorkspace, secondWorkspace] = [await aWorkspace(service), await aWorkspace(service)];
    const email = randomAddress();
    const formerUser = await inviteUser(service, firstWorkspace.id, { email });
    await inviteUser(service, secondWorkspace.id, { email });
    await deleteInPool(email);
    const { id } = await inviteUser(service, secondWorkspace.id, { email });
    // This call removes the former user from the workspace that did not invite the new user.
    await administer(service, 'removeUser', { workspace_id: firstWorkspace.id, email });
    const browser = new Browser(service);
    await browser.signIn(email);

    expect(id).not.toBe(formerUser.id);
    expect((await administer(service, 'listUsers', { workspace_id: secondWorkspace.id })).data).toMatchObject(
      [{ id }],
    );
    expect((await browser.session()).body.workspaces).toEqual([
      { id: secondWorkspace.id, name: 'Acme', role: 'member' },
    ]);
  });

  test('a changed role takes effect on the next request', async () => {
    const { browser, email } = await createSignedInUser(service, workspace.id, 'member');
    const createTopic = () =>
      browser.requestFromDashboard(workspace.id, 'POST', '/v1/topics', {
        key: `k${randomUUID().slice(0, 8)}`,
        name: 'News',
      });

    expect((await createTopic()).status).toBe(201);
    await inviteUser(service, workspace.id, { email, role: 'viewer' });

    expect((await createTopic()).body.error).toMatchObject({
      type: 'forbidden',
      message: expect.stringContaining('your role, viewer'),
    });
  });

  test.each([
    [{ email: 'none' }, 'email'],
    [{ email: 'kim@example.com', role: 'owner' }, 'role'],
    [{}, 'email'],
  ])('an invitation with %j is refused with the reason', async (input, field) => {
    await expect(administer(service, 'inviteUser', { workspace_id: workspace.id, ...input })).rejects.toThrow(
      field,
    );
  });

  test('an invitation to an unknown workspace is refused', async () => {
    const input = { workspace_id: randomUUID(), email: randomAddress() };

    await expect(administer(service, 'inviteUser', input)).rejects.toThrow('404');
  });

  test('a user of two workspaces has access to both workspaces, and keeps access to the second if the first is deleted', async () => {
    const [firstWorkspace, secondWorkspace] = [await aWorkspace(service), await aWorkspace(service)];
    const { browser, email, id } = await createSignedInUser(service, firstWorkspace.id, 'viewer');
    expect(await inviteUser(service, secondWorkspace.id, { email, role: 'admin' })).toMatchObject({ id });

    expect((await browser.session()).body.workspaces).toEqual([
      { id: firstWorkspace.id, name: 'Acme', role: 'viewer' },
      { id: secondWorkspace.id, name: 'Acme', role: 'admin' },
    ]);
    await administer(service, 'deleteWorkspace', { id: firstWorkspace.id, confirm: firstWorkspace.id });
    expect((await browser.requestFromDashboard(firstWorkspace.id, 'GET', '/v1/credential')).status).toBe(401);
    await service.settle();

    expect((await browser.session()).body.workspaces).toEqual([
      { id: secondWorkspace.id, name: 'Acme', role: 'admin' },
    ]);
    await new Browser(service).signIn(email);
    await administer(service, 'deleteWorkspace', { id: secondWorkspace.id, confirm: secondWorkspace.id });
    await service.settle();
    await expect(new Browser(service).signIn(email)).rejects.toThrow('user_not_found');
  });
});
