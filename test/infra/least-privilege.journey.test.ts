import { Readable } from 'node:stream';
import { Iam, type Need } from '../../packages/local/src/aws/iam/iam';
import type { Runtime } from '../../packages/local/src/start/runtime';
import type { Deployment } from '../../packages/local/src/template/deployment';
import { keys } from '../../shared/db/keys';
import { anEmail } from '../support/factories';
import { startInProcess, type InProcess } from '../support/runtime-in-process';
import type { Answer } from '../support/service';
import {
  driveApprovals,
  driveInbound,
  driveLaterMail,
  driveHoldBacks,
  driveRetries,
  driveLinks,
  driveTools,
  driveLostMail,
  driveOptOuts,
  driveSuppressions,
  driveTemplates,
  driveTopics,
  type Caller,
  type Request,
} from '../support/journeys/drive-sending';
import { driveAutomations } from '../support/journeys/drive-automations';
import { driveCampaigns } from '../support/journeys/drive-campaigns';
import { drivePeople } from '../support/journeys/drive-people';
import { driveMailInPieces, driveUsers } from '../support/journeys/drive-users';
import { driveEngagement, driveWebhooks } from '../support/journeys/drive-webhooks';
import { until } from '../support/until';

/**
 * Drives every function through all that it does, and compares what the roles of the template grant with what
 * was asked of IAM. In this process, because that shows which action on which index each call asked for.
 */
let runtime: Runtime;
let deployment: Deployment;
let stop: InProcess['stop'];
const asked: { roleArn: string; need: Need; denied: boolean }[] = [];

beforeAll(async () => {
  observeIam();
  ({ runtime, deployment, stop } = await startInProcess());
});

afterAll(async () => {
  await stop();
  jest.restoreAllMocks();
});

function observeIam(): void {
  const decide = Iam.prototype.findDenial;
  jest.spyOn(Iam.prototype, 'findDenial').mockImplementation(async function (this: Iam, principal, needs) {
    const denial = await decide.call(this, principal, needs);
    // What services may do is in the policies of topics and queues: test/local/policies.test.ts.
    if (typeof principal !== 'string') return denial;
    for (const need of denial ? [denial.need] : needs) {
      asked.push({ roleArn: principal, need, denied: denial !== undefined });
    }
    return denial;
  });
}

/** An action, of tables which index or partitions, of queues which one: `dynamodb:Query byStatus`. */
const grantOn = (action: string, resource: string, partitions: readonly string[] = []): string =>
  [action, /\/index\/(.+)$|^arn:aws:sqs:.*:(.+)$/.exec(resource)?.slice(1).join(''), ...partitions]
    .filter(Boolean)
    .join(' ');

/** Lambda itself reads the queue under the function's role: no call of the function's code needs these. */
const forTheQueueReader = [
  'sqs:ReceiveMessage',
  'sqs:ChangeMessageVisibility',
  'sqs:GetQueueUrl',
  'sqs:DeleteMessage',
  'sqs:GetQueueAttributes',
];

const isForThePlatform = (grant: string): boolean =>
  grant.startsWith('logs:') || forTheQueueReader.some((action) => grant.startsWith(`${action} `));

/** Of no known length. */
const streamOf = (text: string) => Readable.toWeb(Readable.from([Buffer.from(text)])) as ReadableStream;

/** `sendEmail dynamodb:PutItem`, for each grant of each role that code of ours runs under. */
function grantsOfTheTemplate(): string[] {
  const grants = deployment.roles.flatMap(({ arn }) => {
    const name = nameOf(arn);
    if (!name) return [];
    return statementsOf(arn)
      .flatMap(({ Action, Resource, Condition }) =>
        listOf(Action).flatMap((action) =>
          listOf(Resource).map((resource) => grantOn(action, resource, partitionsOf(Condition))),
        ),
      )
      .filter((grant) => !isForThePlatform(grant))
      .map((grant) => `${name} ${grant}`);
  });
  return [...new Set(grants)].sort();
}

/** `sendEmail dynamodb:PutItem`, where the role has several for it the narrowest: a wider one was not needed. */
function grantUsed(roleArn: string, { action, resource, context }: Need): string {
  const touched = listOf(context?.['dynamodb:LeadingKeys']);
  const narrow = statementsOf(roleArn)
    .filter(({ Action, Resource }) => listOf(Action).includes(action) && listOf(Resource).includes(resource))
    .map(({ Condition }) => partitionsOf(Condition))
    .find((patterns) => touched.every((key) => patterns.some((pattern) => isLike(key, pattern))));
  return `${nameOf(roleArn)} ${grantOn(action, resource, touched.length > 0 ? narrow : [])}`;
}

const statementsOf = (roleArn: string) =>
  deployment.roles
    .filter(({ arn }) => arn === roleArn)
    .flatMap(({ policies }) => policies.flatMap(({ document }) => document.Statement));

/** The partitions of the table that a statement is about; none where it is about all of them. */
function partitionsOf(condition: unknown): string[] {
  const { 'ForAllValues:StringLike': like = {} } = (condition ?? {}) as Record<
    string,
    Record<string, unknown>
  >;
  return listOf(like['dynamodb:LeadingKeys']);
}

const isLike = (text: string, pattern: string): boolean =>
  new RegExp(
    `^${pattern
      .replace(/[^\w*]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('\\?', '.')}$`,
  ).test(text);

const listOf = (value: unknown): string[] => (value === undefined ? [] : [value].flat().map(String));

function nameOf(roleArn: string): string | undefined {
  if (roleArn === deployment.ingress.roleArn) return 'ingress';
  return deployment.functions
    .find((one) => one.roleArn === roleArn)
    ?.name.replace(/^carrier-nest-local-/, '');
}

/** Schedules ring under roles of their own. */
const runsCode = (roleArn: string): boolean => nameOf(roleArn) !== undefined;

interface Workspace {
  id: string;
  key: string;
}

const aWorkspace = async (): Promise<Workspace> =>
  (await runtime.operator.administer('createWorkspace', { name: 'Acme' })) as unknown as Workspace;

async function api(
  { key }: Workspace,
  method: string,
  path: string,
  { body, headers, parked }: Request = {},
) {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const stream = parked && streamOf(text ?? '{}');
  const response = await fetch(`${runtime.addresses.api}${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
    ...(stream ? { body: stream, duplex: 'half' } : { body: text }),
  } as RequestInit);
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return { status: response.status, body: (isJson ? await response.json() : undefined) as Answer['body'] };
}

async function control(method: string, path: string, body?: unknown): Promise<Answer['body']> {
  const response = await fetch(`${runtime.addresses.console}/control${path}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
  return response.json();
}

type DnsRecord = { kind: string; type: string; name: string; value: string };
type Domain = { id: string; domain: string; dns_records: DnsRecord[] };

/** Publishes the records of these kinds, as the domain's owner would. */
async function publish({ dns_records }: Domain, ...kinds: string[]): Promise<void> {
  for (const { kind, type, name, value } of dns_records) {
    if (!kinds.includes(kind)) continue;
    const values = type === 'MX' ? [{ exchange: value, priority: 10 }] : [value];
    await control('PUT', `/dns/${name}`, { [type]: values });
  }
}

/** Takes a record away again. */
async function withdraw({ dns_records }: Domain, kind: string): Promise<void> {
  const record = dns_records.find((one) => one.kind === kind);
  await control('DELETE', `/dns/${record?.name}`);
}

async function addDomain(workspace: Workspace, domain: string, options: Request = {}): Promise<Domain> {
  const body = { domain, risk_class: 'transactional' };
  const created = await api(workspace, 'POST', '/v1/domains', { body, ...options });
  if (created.status !== 201) throw new Error(JSON.stringify(created.body));
  return created.body.data[0];
}

const keyed = { headers: { 'Idempotency-Key': 'one' } };

async function driveKeys(workspace: Workspace): Promise<void> {
  const body = { name: 'Second', scopes: ['emails:read'] };
  const { id } = (await api(workspace, 'POST', '/v1/api-keys', { body, ...keyed, parked: true })).body;
  await api(workspace, 'GET', '/v1/api-keys');
  await api(workspace, 'PATCH', `/v1/api-keys/${id}`, { body: { name: 'Third' }, parked: true });
  await api(workspace, 'DELETE', `/v1/api-keys/${id}`, { parked: true });
  await api(workspace, 'GET', '/v1/openapi.json');
  await api(workspace, 'POST', '/v1/nothing', { body: {}, parked: true });
}

/** Of no known length and too large: what S3 has of it is taken back. */
async function driveIngress(workspace: Workspace): Promise<void> {
  const { status } = await api(workspace, 'POST', '/v1/emails', {
    body: 'x'.repeat(16_000_000),
    parked: true,
  });
  if (status !== 413) throw new Error(`${status} for a body of 16 MB`);
}

/** Domains whose Return-Path the provider gave up, because its MX was missing for three days. */
async function driveDomains(workspace: Workspace, other: Workspace): Promise<void> {
  const shared = await addDomain(other, 'asked.example');
  const [asked, monitored] = [
    await addDomain(workspace, 'asked.example', { ...keyed, parked: true }),
    await addDomain(workspace, 'monitored.example'),
  ];
  await publish(asked, 'dkim', 'click_tracking', 'ownership');
  await api(workspace, 'POST', `/v1/domains/${asked.id}/verify`, { ...keyed, parked: true });
  await publish(monitored, 'dkim', 'click_tracking');
  await control('POST', '/clock', { advance_ms: 2 * 60_000 });

  // At once: minute by minute the monitor would run 4,000 times on the way.
  runtime.clock.jumpTo(runtime.clock.now() + 80 * 3_600_000);
  await control('POST', '/settle', {});
  await api(workspace, 'POST', `/v1/domains/${asked.id}/verify`);
  await control('POST', '/clock', { advance_ms: 11 * 60_000 });
  await publish(asked, 'mail_from_mx');
  await api(workspace, 'POST', `/v1/domains/${asked.id}/verify`);
  await publish(monitored, 'mail_from_mx');
  await control('POST', '/clock', { advance_ms: 11 * 60_000 });

  await withdraw(asked, 'click_tracking');
  await api(workspace, 'POST', `/v1/domains/${asked.id}/verify`);
  await publish(asked, 'click_tracking');
  await api(workspace, 'POST', `/v1/domains/${asked.id}/verify`);
  await withdraw(monitored, 'click_tracking');
  await control('POST', '/clock', { advance_ms: 11 * 60_000 });

  await api(workspace, 'GET', '/v1/domains');
  await api(workspace, 'GET', `/v1/domains/${asked.id}`);
  await api(other, 'DELETE', `/v1/domains/${shared.id}`, { parked: true });
  await api(workspace, 'DELETE', `/v1/domains/${monitored.id}`);
}

/** From the domain that `driveDomains` left verified. */
async function driveEmails(workspace: Workspace): Promise<void> {
  const email = anEmail({ from: 'desk@asked.example', to: 'bounce@simulator.amazonses.com' });
  const html = `<p>${Array.from({ length: 2_000 }, () => Math.random().toString(36)).join('')}</p>`;
  const sent = await api(workspace, 'POST', '/v1/emails', {
    body: { ...email, html },
    ...keyed,
    parked: true,
  });
  if (sent.status !== 202) throw new Error(JSON.stringify(sent.body));
  await control('POST', '/settle', {});
  await api(workspace, 'POST', '/v1/emails', { body: email });
  await api(workspace, 'GET', `/v1/emails/${sent.body.id}`);
  await api(workspace, 'GET', '/v1/emails');
  await api(workspace, 'GET', '/v1/emails?status=rejected');
  await api(workspace, 'GET', '/v1/emails?to=bounce@simulator.amazonses.com');
}

const callerOf = (workspace: Workspace): Caller => ({
  workspaceId: workspace.id,
  api: (...call) => api(workspace, ...call),
  apiAs:
    (key) =>
    (...call) =>
      api({ ...workspace, key }, ...call),
  control,
  page: async (url, form) => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const posted = form !== undefined && { method: 'POST', headers, body: streamOf(form), duplex: 'half' };
    const answer = await fetch(url, (posted || {}) as RequestInit);
    if (answer.status !== 200) throw new Error(`${url}: ${answer.status}`);
  },
  deliver: async (job, message) => {
    const record = {
      messageId: job,
      body: JSON.stringify(message),
      attributes: { ApproximateReceiveCount: '1' },
    };
    const outcome = await runtime.pool.invoke(
      `carrier-nest-local-${job}`,
      JSON.stringify({ Records: [record] }),
    );
    expect(outcome).toMatchObject({ kind: 'answer', payload: '{"batchItemFailures":[]}' });
    await control('POST', '/settle', {});
  },
  arrives: async (raw, rcpt) => {
    const url = `${runtime.addresses.console}/control/inbound?mail_from=kim@example.com&rcpt=${rcpt}`;
    await fetch(url, { method: 'POST', headers: { 'Content-Type': 'message/rfc822' }, body: raw });
    await control('POST', '/settle', {});
  },
  rawMail: async (id) => (await fetch(`${runtime.addresses.console}/control/outbox/${id}/raw`)).text(),
});

async function driveSending(workspace: Workspace): Promise<void> {
  const caller = callerOf(workspace);
  const desk = 'desk@asked.example';
  await driveTemplates(caller);
  await driveTopics(caller);
  await driveLaterMail(caller, desk);
  await driveRetries(caller, desk);
  await driveApprovals(caller, desk);
  await driveInbound(caller, desk);
  await driveWebhooks(caller, desk);
  await driveEngagement(caller, desk);
  await driveSuppressions(caller, desk);
  await drivePeople(caller, desk);
  await driveLostMail(caller, await addVerified(workspace, 'lost.example', 'transactional'));
  await runtime.operator.administer('updateWorkspace', { id: workspace.id, postal_address: '1 Lane' });
  const { domain } = await addVerified(workspace, 'news.example', 'marketing', { warmup: true });
  await driveLinks(caller, `news@${domain}`);
  await driveTools(caller);
  await driveHoldBacks(caller, desk, `news@${domain}`);
  await driveOptOuts(caller, `news@${domain}`);
  const series = await addVerified(workspace, 'series.example', 'marketing');
  await driveAutomations(caller, series);
  const warming = await addVerified(workspace, 'october.example', 'marketing', { warmup: true });
  await driveCampaigns(caller, { warm: series.id, warming: warming.id });
}

const addVerified = (
  { id }: Workspace,
  domain: string,
  risk_class: string,
  more: object = {},
): Promise<Domain> => control('POST', `/workspaces/${id}/domains`, { domain, risk_class, ...more });

async function driveOperator(workspace: Workspace): Promise<void> {
  const { operator } = runtime;
  await operator.administer('updateWorkspace', { id: workspace.id, requests_per_minute: 500 });
  await operator.administer('updateWorkspace', { id: workspace.id, mail_retention_days: 7 });
  await control('POST', '/clock', { advance_ms: 60_000 });
  await control('POST', '/settle', { timeout_ms: 60_000 });
  await operator.administer('listWorkspaces', {});
  await operator.administer('createApiKey', { workspace_id: workspace.id, name: 'Operator' });
  const operated = await addVerified(workspace, 'operated.example', 'marketing');
  await withdraw(operated, 'click_tracking');
  await operator.administer('verifyDomain', { workspace_id: workspace.id, id: operated.id });
  const { access_token: key } = await control('POST', `/workspaces/${workspace.id}/tokens`, {
    scopes: ['emails:read'],
  });
  await operator.administer('listApiKeys', { workspace_id: workspace.id });
  await operator.administer('listDomains', { workspace_id: workspace.id });
  await api({ id: workspace.id, key }, 'GET', '/v1/emails');
}

async function drivePeopleWhoSignIn(workspace: Workspace): Promise<void> {
  const { addresses, operator } = runtime;
  const { api, smtp } = addresses;
  // The pages of the user pool are the console's.
  runtime.openDashboard({
    workspace: { id: workspace.id, name: 'Acme' },
    key: workspace.key,
    api,
    smtp,
    domains: { transactional: '', marketing: '' },
  });
  await driveUsers({
    api,
    workspaceId: workspace.id,
    administer: (action, input) => operator.administer(action, input),
  });
  await driveMailInPieces(api);
}

/** Of a workspace that has something of everything. */
async function driveDeletion({ id }: Workspace): Promise<void> {
  await runtime.operator.administer('deleteWorkspace', { id, confirm: id });
  await control('POST', '/settle', { timeout_ms: 60_000 });
  await runtime.operator.administer('showDeletion', { id });
}

/** The operator changes the allowance while a key is made, which then has to look for it. */
async function driveLateAllowance(workspace: Workspace): Promise<void> {
  const { now: since } = await control('GET', '/clock');
  const isCallerKnown = (): boolean =>
    runtime.calls
      .since(since)
      .some((row) => row.function.endsWith('-createApiKey') && row.operation === 'GetItem');
  const writing = { service: 'dynamodb', operation: 'TransactWriteItems', function: 'createApiKey' };
  await control('POST', '/faults', { ...writing, delay_ms: 6_000, times: 1 });

  const body = { name: 'Late', scopes: ['emails:read'] };
  const making = api(workspace, 'POST', '/v1/api-keys', { body });
  await until(isCallerKnown, () => 'The caller was not looked for');
  await runtime.operator.administer('updateWorkspace', { id: workspace.id, requests_per_minute: 400 });
  await making;
}

async function driveEverything(): Promise<void> {
  const [workspace, other] = [await aWorkspace(), await aWorkspace()];
  await driveKeys(workspace);
  await driveIngress(workspace);
  await driveLateAllowance(workspace);
  await driveDomains(workspace, other);
  await driveEmails(workspace);
  await driveSending(workspace);
  await driveOperator(workspace);
  await drivePeopleWhoSignIn(workspace);
  await driveDeletion(workspace);
}

test('every function uses each permission that its role grants, and asks for no other', async () => {
  // A missing permission makes the journey fail somewhere; what is missing says more, so it is looked at first.
  const failure = await driveEverything().catch((error: unknown) => error);

  const named = (denied: boolean) =>
    asked
      .filter((one) => one.denied === denied && runsCode(one.roleArn))
      .map(({ roleArn, need }) => grantUsed(roleArn, need));
  const refused = runtime.calls.since().filter(({ error }) => error === 'AccessDenied');
  expect({
    denied: [...new Set(named(true))],
    refused: refused.map((row) => `${row.function} ${row.service} ${row.operation}`),
  }).toEqual({ denied: [], refused: [] });
  expect(failure).toBeUndefined();
  expect([...new Set(named(false))].sort()).toEqual(grantsOfTheTemplate());
});

test('a function that only reads can write what the pipeline keeps of requests, and nothing else', async () => {
  const table = deployment.tables[0];
  const iam = new Iam(deployment.roles);
  const [roleArn = ''] = deployment.functions
    .filter(({ name }) => name === 'carrier-nest-local-listEmails')
    .map((one) => one.roleArn);
  const mayUpdate = async (...partitions: string[]): Promise<boolean> => {
    const context = { 'dynamodb:LeadingKeys': partitions };
    const need = { action: 'dynamodb:UpdateItem', resource: table?.arn ?? '', context };
    return (await iam.findDenial(roleArn, [need])) === undefined;
  };
  const [allowance, apiKey] = [keys.allowance('hash', 1).pk, keys.apiKey('w', 'k').pk];

  expect(await mayUpdate(allowance)).toBe(true);
  expect(await mayUpdate(apiKey)).toBe(true);
  expect(await mayUpdate(keys.email('w', 'e').pk)).toBe(false);
  expect(await mayUpdate(keys.workspace('w').pk)).toBe(false);
  expect(await mayUpdate(keys.credential('hash').pk)).toBe(false);
  expect(await mayUpdate(allowance, keys.credential('hash').pk)).toBe(false);
});
