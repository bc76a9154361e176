import { aWorkspace } from '../../support/factories';
import { theService } from '../../support/the-service';

const service = theService();
let workspace: Awaited<ReturnType<typeof aWorkspace>>;

beforeAll(async () => {
  workspace = await aWorkspace(service);
});

const ask = (key: string | null) => service.api('GET', '/v1/credential', { key });

async function aKey(body: object): Promise<{ id: string; key: string }> {
  const { key } = workspace;
  return (await service.api('POST', '/v1/api-keys', { key, body: { name: 'Agent', ...body } })).body;
}

test('a key is told what it is and what it may do, whatever its scopes', async () => {
  const scopes = ['webhooks:read'];
  const { id, key } = await aKey({ scopes });

  expect(await ask(key)).toMatchObject({
    status: 200,
    body: {
      kind: 'api_key',
      id,
      workspace_id: workspace.id,
      workspace_name: workspace.name,
      scopes,
      daily_send_limit: null,
      allowed_recipients: [],
      requires_approval: false,
    },
  });
});

test('and what bounds it', async () => {
  const limits = {
    daily_send_limit: 7,
    allowed_recipients: ['kim@example.com', 'example.org'],
    requires_approval: true,
  };
  const { key } = await aKey({ scopes: ['emails:send'], ...limits });

  expect((await ask(key)).body).toMatchObject(limits);
});

test('never the key itself', async () => {
  const { key } = await aKey({ scopes: ['emails:send'] });

  expect(JSON.stringify((await ask(key)).body)).not.toContain(key);
});

test('a token is told the same', async () => {
  const scopes = ['emails:read'];
  const { access_token: token } = await service.control('POST', `/workspaces/${workspace.id}/tokens`, {
    scopes,
  });

  expect((await ask(token)).body).toEqual({
    kind: 'access_token',
    id: expect.any(String),
    workspace_id: workspace.id,
    workspace_name: workspace.name,
    scopes,
    daily_send_limit: null,
    allowed_recipients: [],
    requires_approval: false,
  });
});

test('nobody else is told anything', async () => {
  const { id, key } = await aKey({ scopes: ['emails:read'] });
  await service.api('DELETE', `/v1/api-keys/${id}`, { key: workspace.key });

  for (const none of [null, 'sk_live_not-this-one', key])
    expect(await ask(none)).toMatchObject({ status: 401, body: { error: { type: 'unauthorized' } } });
});
