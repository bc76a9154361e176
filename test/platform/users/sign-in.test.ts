import { randomUUID } from 'node:crypto';
import {
  AdminDeleteUserCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { hourMs } from '../../../shared/core/time';
import { theService } from '../../support/the-service';
import { aWorkspace } from '../../support/factories';
import { Browser } from '../../support/users/browser';
import { administer, anAddress, aSignedIn, aUser } from '../../support/users/invite';

const service = theService();

const sessionName = '__Host-carrier-nest';
const underWayName = '__Host-carrier-nest-sign-in';
const failed = { status: 302, to: 'log?sign-in=failed', set: [] };

let workspace: { id: string; name: string };
beforeAll(async () => {
  workspace = await aWorkspace(service, { name: 'Northwind' });
});

describe('signing in', () => {
  test('leads to the user pool with a challenge, and back to the page that was asked for', async () => {
    const { email } = await aUser(service, workspace.id);
    const browser = new Browser(service);

    const wayThere = await browser.ask('/app/sign-in?to=log/some-id');

    const asked = new URL(String(wayThere.to)).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      redirect_uri: `${service.at.api}/app/signed-in`,
      scope: 'openid email',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(wayThere.set).toEqual([
      expect.stringMatching(
        new RegExp(`^${underWayName}=[\\w-]+; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=600$`),
      ),
    ]);

    const chosen = await browser.ask(`${wayThere.to}&${new URLSearchParams({ user: email })}`);
    const signedIn = await browser.ask(String(chosen.to));
    expect(signedIn).toMatchObject({
      status: 302,
      to: 'log/some-id',
      set: [
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
    'to=%s leads to the first page',
    async (page) => {
      const { email } = await aUser(service, workspace.id);
      const browser = new Browser(service);

      expect((await browser.ask(await browser.wayBack(email, page))).to).toBe('log');
    },
  );

  test('whoever did not begin cannot finish: not with the code of another browser', async () => {
    const { email } = await aUser(service, workspace.id);
    const wayBack = await new Browser(service).wayBack(email);
    const others = new Browser(service);
    await others.ask('/app/sign-in');

    expect(await new Browser(service).ask(wayBack)).toMatchObject(failed);
    expect(await others.ask(wayBack)).toMatchObject(failed);
    expect((await others.session()).body.mode).toBe('key');
  });

  test('a code opens one session, and none once it is old', async () => {
    const { email } = await aUser(service, workspace.id);
    const [browser, slow] = [new Browser(service), new Browser(service)];
    const wayBack = await browser.wayBack(email);
    const lateWayBack = await slow.wayBack(email);

    const first = await browser.ask(wayBack);
    const second = await browser.ask(wayBack);
    await service.advance(6 * 60_000);
    const late = await slow.ask(lateWayBack);

    expect(first.to).toBe('log');
    expect(second).toMatchObject(failed);
    expect(late).toMatchObject(failed);
  });

  test.each([
    ['a refusal of the pool', 'error=access_denied'],
    ['a code that it did not give', 'code=none'],
    ['two codes', 'code=a&code=b'],
    ['nothing', ''],
  ])('%s begins no session', async (_what, answered) => {
    const browser = new Browser(service);
    const { to } = await browser.ask('/app/sign-in');
    const state = new URL(String(to)).searchParams.get('state');

    expect(await browser.ask(`/app/signed-in?${answered}&state=${state}`)).toMatchObject(failed);
  });

  test('a cookie that cannot be read is as none', async () => {
    for (const value of ['x', Buffer.from('state=x').toString('base64url'), '"', '%00']) {
      const browser = new Browser(service);
      browser.cookies.set(underWayName, value);

      expect(await browser.ask('/app/signed-in?code=x&state=y')).toMatchObject(failed);
    }
  });
});

describe('a session', () => {
  test('ends after twelve hours, used or not', async () => {
    const { browser } = await aSignedIn(service, workspace.id);

    await service.advance(11.9 * hourMs);
    expect((await browser.asPage(workspace.id, 'GET', '/v1/credential')).status).toBe(200);
    await service.advance(0.2 * hourMs);

    expect(await browser.asPage(workspace.id, 'GET', '/v1/credential')).toMatchObject({
      status: 401,
      body: { error: { type: 'unauthorized', message: expect.stringContaining('sign in again') } },
    });
    expect((await browser.session()).body.mode).toBe('key');
  });

  test('is ended by signing out, in this browser and nowhere else', async () => {
    const { browser, email } = await aSignedIn(service, workspace.id);
    const stolen = new Browser(service);
    stolen.cookies.set(sessionName, browser.cookies.get(sessionName) ?? '');
    const other = new Browser(service);
    await other.signIn(email);

    const out = await browser.signOut();

    expect(out).toMatchObject({
      status: 200,
      body: { to: expect.stringContaining('/logout?client_id=') },
      set: [`${sessionName}=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0`],
    });
    // The pool knows where it may lead to from there.
    expect((await browser.ask(out.body.to)).to).toBe(`${service.at.api}/app/log`);
    expect((await stolen.asPage(workspace.id, 'GET', '/v1/credential')).status).toBe(401);
    expect((await other.asPage(workspace.id, 'GET', '/v1/credential')).status).toBe(200);
  });

  test('is not ended by another page', async () => {
    const { browser } = await aSignedIn(service, workspace.id);

    for (const from of ['cross-site', 'same-site', 'none'])
      expect(
        (await browser.ask('/app/sign-out', { method: 'POST', headers: { 'Sec-Fetch-Site': from } })).status,
      ).toBe(403);

    expect((await browser.asPage(workspace.id, 'GET', '/v1/credential')).status).toBe(200);
  });

  test('is of who is in no workspace too, and has none then', async () => {
    const { browser, email } = await aSignedIn(service, workspace.id);
    await administer(service, 'removeUser', { workspace_id: workspace.id, email });

    expect((await browser.session()).body).toEqual({ mode: 'user', email, workspaces: [] });
  });
});

/** As somebody does in the console of Cognito. */
async function deleteInPool(email: string): Promise<void> {
  const { endpoint, access_key_id: accessKeyId } = service.at.aws;
  const credentials = { accessKeyId, secretAccessKey: 'local' };
  const client = new CognitoIdentityProviderClient({ region: 'us-east-1', endpoint, credentials });
  const made = (await service.calls()).find(({ operation }) => operation === 'AdminCreateUser');
  await client.send(new AdminDeleteUserCommand({ UserPoolId: made?.target, Username: email }));
  client.destroy();
}

describe('the operator', () => {
  test('invites, changes a role, lists, and lets nobody in any more', async () => {
    const own = await aWorkspace(service);
    const email = anAddress('Ines');

    const invited = await aUser(service, own.id, { email, role: 'viewer' });
    const again = await aUser(service, own.id, { email: email.toUpperCase(), role: 'admin' });

    expect(invited).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      email: email.toLowerCase(),
      role: 'viewer',
      workspace_id: own.id,
      invited_at: expect.any(String),
      sign_in_at: `${service.at.api}/app`,
    });
    expect(again).toMatchObject({ id: invited.id, role: 'admin' });
    expect((await administer(service, 'listUsers', { workspace_id: own.id })).data).toMatchObject([
      { id: invited.id, role: 'admin' },
    ]);

    await administer(service, 'removeUser', { workspace_id: own.id, email });
    expect((await administer(service, 'listUsers', { workspace_id: own.id })).data).toEqual([]);
    await expect(new Browser(service).signIn(email)).rejects.toThrow('user_not_found');
    await expect(administer(service, 'removeUser', { workspace_id: own.id, email })).rejects.toThrow('404');
  });

  test('who has not signed in yet gets another mail with the next invitation, and nobody else', async () => {
    const email = anAddress();
    const mailed = async () => {
      const since = await service.now();
      await aUser(service, workspace.id, { email });
      return (await service.calls(since)).filter(({ operation }) => operation === 'AdminCreateUser');
    };

    const [first, second] = [await mailed(), await mailed()];
    await new Browser(service).signIn(email);
    const third = await mailed();

    expect(first.map(({ error }) => error)).toEqual([null]);
    expect(second.map(({ error }) => error)).toEqual(['UsernameExistsException', null]);
    expect(third.map(({ error }) => error)).toEqual(['UsernameExistsException']);
  });

  test('repeats a removal that failed on its way', async () => {
    const own = await aWorkspace(service);
    const { email } = await aUser(service, own.id);
    const remove = () => administer(service, 'removeUser', { workspace_id: own.id, email });
    await service.control('POST', '/faults', {
      service: 'cognito',
      operation: 'AdminDeleteUser',
      error: 'InternalErrorException',
    });

    await expect(remove()).rejects.toThrow('The user pool refused');
    await service.control('DELETE', '/faults');
    await remove();

    expect((await administer(service, 'listUsers', { workspace_id: own.id })).data).toEqual([]);
    await expect(new Browser(service).signIn(email)).rejects.toThrow('user_not_found');
  });

  test('who came back under another id is removed by it, and keeps nothing of the former', async () => {
    const [one, two] = [await aWorkspace(service), await aWorkspace(service)];
    const email = anAddress();
    const former = await aUser(service, one.id, { email });
    await aUser(service, two.id, { email });
    await deleteInPool(email);
    const { id } = await aUser(service, two.id, { email });
    // Of the workspace where nobody invited them anew it is the former who goes.
    await administer(service, 'removeUser', { workspace_id: one.id, email });
    const browser = new Browser(service);
    await browser.signIn(email);

    expect(id).not.toBe(former.id);
    expect((await administer(service, 'listUsers', { workspace_id: two.id })).data).toMatchObject([{ id }]);
    expect((await browser.session()).body.workspaces).toEqual([{ id: two.id, name: 'Acme', role: 'member' }]);
  });

  test('a role that changes holds from the next request on', async () => {
    const { browser, email } = await aSignedIn(service, workspace.id, 'member');
    const write = () =>
      browser.asPage(workspace.id, 'POST', '/v1/topics', {
        key: `k${randomUUID().slice(0, 8)}`,
        name: 'News',
      });

    expect((await write()).status).toBe(201);
    await aUser(service, workspace.id, { email, role: 'viewer' });

    expect((await write()).body.error).toMatchObject({
      type: 'forbidden',
      message: expect.stringContaining('your role, viewer'),
    });
  });

  test.each([
    [{ email: 'none' }, 'email'],
    [{ email: 'kim@example.com', role: 'owner' }, 'role'],
    [{}, 'email'],
  ])('an invitation with %j is refused, and says why', async (given, field) => {
    await expect(administer(service, 'inviteUser', { workspace_id: workspace.id, ...given })).rejects.toThrow(
      field,
    );
  });

  test('a workspace that is not there is none to invite to', async () => {
    const given = { workspace_id: randomUUID(), email: anAddress() };

    await expect(administer(service, 'inviteUser', given)).rejects.toThrow('404');
  });

  test('who has two workspaces has both, and keeps one when the other goes', async () => {
    const [one, two] = [await aWorkspace(service), await aWorkspace(service)];
    const { browser, email, id } = await aSignedIn(service, one.id, 'viewer');
    expect(await aUser(service, two.id, { email, role: 'admin' })).toMatchObject({ id });

    expect((await browser.session()).body.workspaces).toEqual([
      { id: one.id, name: 'Acme', role: 'viewer' },
      { id: two.id, name: 'Acme', role: 'admin' },
    ]);
    await administer(service, 'deleteWorkspace', { id: one.id, confirm: one.id });
    expect((await browser.asPage(one.id, 'GET', '/v1/credential')).status).toBe(401);
    await service.settle();

    expect((await browser.session()).body.workspaces).toEqual([{ id: two.id, name: 'Acme', role: 'admin' }]);
    await new Browser(service).signIn(email);
    await administer(service, 'deleteWorkspace', { id: two.id, confirm: two.id });
    await service.settle();
    await expect(new Browser(service).signIn(email)).rejects.toThrow('user_not_found');
  });
});
