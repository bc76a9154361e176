import { routes, type NamedRoute } from '../../../functions/api/routes';
import { allTools } from '../../../packages/mcp/src/tools';
import { limitedKeyScopes } from '../../../shared/core/scopes';
import { isPublic } from '../../../shared/http/route';
import { scopesOf } from '../../../shared/http/scope';
import { refusalOf } from '../../support/api-helpers';
import { saveDraft } from '../../support/saved-drafts';
import type { ApiResponse } from '../../support/service';
import { useService } from '../../support/use-service';
import { InboxWorkspace } from './support/inbox-workspace';

const service = useService();
let inboxes: InboxWorkspace;
/** The ids of records of the other inbox, by resource. */
let foreignIds: Record<string, string>;
/** The workspace's records before the requests of the limited key. */
let before: ApiResponse['body'][];

type Body = ApiResponse['body'];

beforeAll(async () => {
  inboxes = await InboxWorkspace.create(service, { requires_approval: true });
  const { workspace, other } = inboxes;
  await workspace.createTemplate('hello');
  const thread = await inboxes.receive(other.address);
  await inboxes.receive(workspace.from);
  const scheduled = await workspace.sendAccepted({ from: other.address, scheduled_at: 'in 9 hours' });
  await workspace.sendAccepted({ scheduled_at: 'in 9 hours' });
  const held = (await inboxes.send({ attachments: [{ filename: 'a', content: 'QQ==' }] }, other)).body;
  const createFeed = async (inboxId: string | null): Promise<string> =>
    (await workspace.api('POST', '/v1/feeds', { events: ['inbound', 'send'], inbox_id: inboxId })).body.id;
  await createFeed(null);
  foreignIds = {
    emails: scheduled.id,
    threads: thread.id,
    inbound: thread.messages[0].id,
    approvals: held.approval_id,
    drafts: (await saveDraft(workspace, { from: other.address })).id,
    feeds: await createFeed(other.id),
  };
  await saveDraft(workspace, { from: workspace.from });
  await saveDraft(workspace, {});
  before = await readAll();
});

const readAll = (): Promise<Body[]> =>
  Promise.all(
    ['emails', 'threads', 'inbound', 'feeds', 'approvals', 'drafts', 'templates', 'inboxes', 'domains'].map(
      async (resource) => (await inboxes.workspace.api('GET', `/v1/${resource}`)).body.data,
    ),
  );

const apiRoutes = routes.filter((route) => !route.isNonApi && !isPublic(route));
const declared = (access: NamedRoute['inboxAccess']) =>
  apiRoutes.filter(({ inboxAccess }) => inboxAccess === access).map((route) => [route.name, route] as const);

function callRoute({ method, path, resource }: NamedRoute): Promise<ApiResponse> {
  const url = path
    .replace('{proxy+}', 'v1/nothing')
    .replace('{slug}', 'hello')
    .replace('{index}', '0')
    .replace(/\{\w+\}/g, foreignIds[resource] ?? inboxes.other.id);
  const body = { decision: 'approve' };
  return inboxes.api(method === 'ANY' ? 'POST' : method, url, method === 'GET' ? undefined : body);
}

// IB-17
test.each(declared(undefined))('%s is refused to a limited key', async (_name, route) => {
  expect(refusalOf(await callRoute(route))).toMatchObject({ status: 403, type: 'forbidden' });
});

// IB-17
test.each(declared('own').filter(([, { path }]) => path.includes('{')))(
  '%s does not find the record of another inbox',
  async (_name, route) => {
    expect(refusalOf(await callRoute(route))).toMatchObject({ status: 404, type: 'not_found' });
  },
);

// IB-16
test.each(declared('own').filter(([, { path }]) => !path.includes('{')))(
  '%s sends and saves nothing from another inbox',
  async (name, { path }) => {
    const mail = inboxes.workspace.buildEmail({ from: inboxes.other.address });
    const isBatch = name === 'sendBatch';

    const { status, body } = await inboxes.api('POST', path, isBatch ? [mail] : mail);

    expect([status, (isBatch ? body.data[0] : body).error.type]).toEqual([isBatch ? 207 : 403, 'forbidden']);
  },
);

// IB-17
test.each(declared('filtered'))('%s omits the records outside the inbox', async (_name, route) => {
  const { status, body } = await callRoute(route);

  expect(status).toBe(200);
  expect(body.data).toEqual([]);
});

// IB-17
test.each(declared('shared'))('%s responds as to other keys', async (_name, route) => {
  const { status } = await callRoute(route);

  expect(status).toBe(route.name === 'refuseUnknown' ? 404 : 200);
});

// IB-17
test('the tests above cover every route that a limited key has a scope for, and change nothing', async () => {
  const reachable = apiRoutes.filter((route) => {
    const needed = scopesOf(route);
    return needed.length === 0 || needed.some((scope) => limitedKeyScopes.includes(scope));
  });

  expect(reachable.filter(({ inboxAccess }) => !inboxAccess).map(({ name }) => name)).toEqual([
    'getEmailMetrics',
    'getUsage',
    'listWebhookEndpoints',
    'listWebhookDeliveries',
  ]);
  expect(await readAll()).toEqual(before);
});

// IB-17
test('every MCP tool is an operation of the API, so the limit holds for it', () => {
  const names = new Set(apiRoutes.map(({ name }) => name));

  expect(allTools.filter(({ operation }) => !names.has(operation))).toEqual([]);
});
