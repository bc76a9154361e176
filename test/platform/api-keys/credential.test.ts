import { aWorkspace } from '../../support/factories';
import { useService } from '../../support/use-service';

const service = useService();
let workspace: Awaited<ReturnType<typeof aWorkspace>>;

beforeAll(async () => {
  workspace = await aWorkspace(service);
});

const getCredential = (key: string | null) => service.api('GET', '/v1/credential', { key });

async function aKey(body: object): Promise<{ id: string; key: string }> {
  const { key } = workspace;
  return (await service.api('POST', '/v1/api-keys', { key, body: { name: 'Agent', ...body } })).body;
}

test('a key with any scopes can read its own kind, id and scopes', async () => {
  const scopes = ['webhooks:read'];
  const { id, key } = await aKey({ scopes });

  expect(await getCredential(key)).toMatchObject({
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

test('a key can read its own guardrails', async () => {
  const limits = {
    daily_send_limit: 7,
    allowed_recipients: ['kim@example.com', 'example.org'],
    requires_approval: true,
  };
  const { key } = await aKey({ scopes: ['emails:send'], ...limits });

  expect((await getCredential(key)).body).toMatchObject(limits);
});

test('the response never contains the key itself', async () => {
  const { key } = await aKey({ scopes: ['emails:send'] });

  expect(JSON.stringify((await getCredential(key)).body)).not.toContain(key);
});

test('a token can read the same fields', async () => {
  const scopes = ['emails:read'];
  const { access_token: token } = await service.control('POST', `/workspaces/${workspace.id}/tokens`, {
    scopes,
  });

  expect((await getCredential(token)).body).toEqual({
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

test('an invalid credential is refused', async () => {
  const { id, key } = await aKey({ scopes: ['emails:read'] });
  await service.api('DELETE', `/v1/api-keys/${id}`, { key: workspace.key });

  for (const invalidCredential of [null, 'sk_live_not-this-one', key])
    expect(await getCredential(invalidCredential)).toMatchObject({
      status: 401,
      body: { error: { type: 'unauthorized' } },
    });
});
