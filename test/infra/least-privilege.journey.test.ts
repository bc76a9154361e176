import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { Iam, type Need } from '../../packages/local/src/aws/iam/iam';
import type { Runtime } from '../../packages/local/src/start/runtime';
import type { Deployment } from '../../packages/local/src/template/deployment';
import { keys } from '../../shared/db/keys';
import { anEmail } from '../support/factories';
import { ReferenceIam } from '../support/reference-iam';
import { startInProcessRuntime, type InProcessRuntime } from '../support/in-process-runtime';
import type { ApiResponse } from '../support/service';
import {
  driveApprovals,
  driveInbound,
  driveScheduledMail,
  driveRescheduling,
  driveRetries,
  driveLinks,
  driveTools,
  driveDeletedDomain,
  driveOptOuts,
  driveSuppressions,
  driveTemplates,
  driveTopics,
  type Caller,
  type RequestInput,
} from '../support/journeys/drive-sending';
import { driveAutomations } from '../support/journeys/drive-automations';
import { driveCampaigns } from '../support/journeys/drive-campaigns';
import { driveContactsAndSegments } from '../support/journeys/drive-contacts';
import { readFeeds, startFeeds, startReceivedList } from '../support/journeys/drive-feeds';
import { driveInboxes } from '../support/journeys/drive-inboxes';
import { driveDrafts, driveLabels } from '../support/journeys/drive-labels-and-drafts';
import { driveChunkedMail, driveUsers } from '../support/journeys/drive-users';
import { driveEngagement, driveWebhooks } from '../support/journeys/drive-webhooks';
import { ServiceTable } from '../support/table';
import { waitUntil } from '../support/wait-until';

/**
 * These tests run every function through its features, and compare the grants in the template with the
 * permissions that their calls need. The runtime shares the process of the tests, so that the tests can observe the
 * action and index of each call.
 */
let runtime: Runtime;
let deployment: Deployment;
let dataDir: string;
let stop: InProcessRuntime['stop'];
const iamRequests: { roleArn: string; need: Need; denied: boolean }[] = [];

beforeAll(async () => {
  observeIam();
  ({ runtime, deployment, dataDir, stop } = await startInProcessRuntime());
});

afterAll(async () => {
  await stop();
  jest.restoreAllMocks();
});

function observeIam(): void {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- the mock passes `this` to the method
  const originalFindDenial = Iam.prototype.findDenial;
  jest.spyOn(Iam.prototype, 'findDenial').mockImplementation(function (this: Iam, principal, needs) {
    const denial = originalFindDenial.call(this, principal, needs);
    // AWS services need no role. test/local/policies.test.ts tests the topic and queue policies that allow their calls.
    if (typeof principal !== 'string') return denial;
    for (const need of denial ? [denial.need] : needs) {
      iamRequests.push({ roleArn: principal, need, denied: denial !== undefined });
    }
    return denial;
  });
}

/** Returns the action, followed by the index or queue name and the scope of the grant, for example `dynamodb:Query byStatus`. */
const grantName = (action: string, resource: string, scope: GrantScope = unlimitedScope): string =>
  [action, /\/index\/(.+)$|^arn:aws:sqs:.*:(.+)$/.exec(resource)?.slice(1).join(''), ...namesOf(scope)]
    .filter(Boolean)
    .join(' ');

/** The calls that Lambda makes with the function's role to poll a queue. The function's code never makes these calls. */
const queuePollerActions = [
  'sqs:ReceiveMessage',
  'sqs:ChangeMessageVisibility',
  'sqs:GetQueueUrl',
  'sqs:DeleteMessage',
  'sqs:GetQueueAttributes',
];

const isPlatformGrant = (grant: string): boolean =>
  grant.startsWith('logs:') || queuePollerActions.some((action) => grant.startsWith(`${action} `));

/** A stream without a known length. */
const createStream = (text: string) => Readable.toWeb(Readable.from([Buffer.from(text)])) as ReadableStream;

/** Lists the grants that the function roles need for the code of the functions, for example `sendEmail dynamodb:PutItem`. */
function listTemplateGrants(): string[] {
  const grants = deployment.roles.flatMap(({ arn }) =>
    nameOf(arn) === undefined
      ? []
      : statementsOf(arn).flatMap(({ Action, Resource, Condition }) =>
          listOf(Action).flatMap((action) =>
            listOf(Resource)
              .filter((resource) => !isPlatformGrant(grantName(action, resource)))
              .map((resource) => grantOfRole(arn, { action, resource }, scopeOf(Condition))),
          ),
        ),
  );
  return [...new Set(grants)].sort();
}

/** Returns the name of the grant that a call used. The grants of the request pipeline, which come first, are the narrowest. */
function usedGrantName(roleArn: string, need: Need): string {
  const { action, resource, context = {} } = need;
  const scope = statementsOf(roleArn)
    .filter(({ Action, Resource }) => listOf(Action).includes(action) && listOf(Resource).includes(resource))
    .map(({ Condition }) => scopeOf(Condition))
    .find((candidate) => isWithin(candidate, context));
  return grantOfRole(roleArn, need, scope);
}

/**
 * The pipeline records the last use of a key once a minute, in the function that uses the key first. Therefore that
 * grant, the only one for some attributes, counts as used by every function if it is used by one.
 */
function grantOfRole(roleArn: string, { action, resource }: Need, scope?: GrantScope): string {
  const owner = scope && scope.attributes.length > 0 ? 'every function' : nameOf(roleArn);
  return `${owner} ${grantName(action, resource, scope)}`;
}

const statementsOf = (roleArn: string) =>
  deployment.roles
    .filter(({ arn }) => arn === roleArn)
    .flatMap(({ policies }) => policies.flatMap(({ document }) => document.Statement));

/** The records and attributes to which a statement is restricted. An empty list does not restrict. */
interface GrantScope {
  only: string[];
  except: string[];
  attributes: string[];
}

const unlimitedScope: GrantScope = { only: [], except: [], attributes: [] };

function scopeOf(condition: unknown): GrantScope {
  const operators = (condition ?? {}) as Record<string, Record<string, unknown>>;
  const valuesOf = (operator: string, key: string) =>
    listOf(operators[`ForAllValues:${operator}`]?.[`dynamodb:${key}`]);
  return {
    only: valuesOf('StringLike', 'LeadingKeys'),
    except: valuesOf('StringNotLike', 'LeadingKeys'),
    attributes: valuesOf('StringEquals', 'Attributes'),
  };
}

const namesOf = ({ only, except, attributes }: GrantScope): string[] => [
  ...only,
  ...except.map((pattern) => `!${pattern}`),
  ...attributes,
];

function isWithin({ only, except, attributes }: GrantScope, context: NonNullable<Need['context']>): boolean {
  const isAllowed = (key: string): boolean =>
    (only.length === 0 || only.some((pattern) => isLike(key, pattern))) &&
    !except.some((pattern) => isLike(key, pattern));
  return (
    listOf(context['dynamodb:LeadingKeys']).every(isAllowed) &&
    (attributes.length === 0 ||
      listOf(context['dynamodb:Attributes']).every((attribute) => attributes.includes(attribute)))
  );
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
    .find((item) => item.roleArn === roleArn)
    ?.name.replace(/^carrier-nest-local-/, '');
}

/** The roles of schedules belong to no function. */
const isFunctionRole = (roleArn: string): boolean => nameOf(roleArn) !== undefined;

interface Workspace {
  id: string;
  key: string;
}

const aWorkspace = async (): Promise<Workspace> =>
  (await runtime.admin.administer('createWorkspace', { name: 'Acme' })) as unknown as Workspace;

async function api(
  { key }: Workspace,
  method: string,
  path: string,
  { body, headers, parked }: RequestInput = {},
) {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const stream = parked && createStream(text ?? '{}');
  const response = await fetch(`${runtime.addresses.api}${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
    ...(stream ? { body: stream, duplex: 'half' } : { body: text }),
  });
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return {
    status: response.status,
    body: (isJson ? await response.json() : undefined) as ApiResponse['body'],
  };
}

async function control(method: string, path: string, body?: unknown): Promise<ApiResponse['body']> {
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

/** Publishes DNS records of these kinds, as the owner of the domain would. */
async function publishDnsRecords({ dns_records }: Domain, ...kinds: string[]): Promise<void> {
  for (const { kind, type, name, value } of dns_records) {
    if (!kinds.includes(kind)) continue;
    const values = type === 'MX' ? [{ exchange: value, priority: 10 }] : [value];
    await control('PUT', `/dns/${name}`, { [type]: values });
  }
}

/** Deletes a DNS record. */
async function deleteDnsRecord({ dns_records }: Domain, kind: string): Promise<void> {
  const record = dns_records.find((item) => item.kind === kind);
  await control('DELETE', `/dns/${record?.name}`);
}

async function addDomain(workspace: Workspace, domain: string, options: RequestInput = {}): Promise<Domain> {
  const body = { domain, risk_class: 'transactional' };
  const created = await api(workspace, 'POST', '/v1/domains', { body, ...options });
  if (created.status !== 201) throw new Error(JSON.stringify(created.body));
  return created.body.data[0];
}

/** Adds a domain while the operator uses up the limit, so that the function deletes the domain at SES. */
async function addBeyondLimit(workspace: Workspace): Promise<void> {
  const { id } = workspace;
  const { data } = (await api(workspace, 'GET', '/v1/domains')).body as { data: Domain[] };
  await runtime.admin.administer('updateWorkspace', { id, identities_max: data.length + 1 });
  const { now: since } = await control('GET', '/clock');
  const isCreatedAtSes = (): boolean =>
    runtime.calls
      .since(since)
      .some((row) => row.function.endsWith('-createDomain') && row.operation === 'CreateEmailIdentity');
  const writeFault = { service: 'dynamodb', operation: 'TransactWriteItems', function: 'createDomain' };
  await control('POST', '/faults', { ...writeFault, delay_ms: 6_000, times: 1 });

  const body = { domain: 'refused.example', risk_class: 'transactional' };
  const refused = api(workspace, 'POST', '/v1/domains', { body });
  await waitUntil(isCreatedAtSes, () => 'The domain was not created at SES');
  const last = { domain: 'last.example', risk_class: 'transactional' };
  await runtime.admin.administer('createDomain', { workspace_id: id, ...last });
  const { status } = await refused;
  if (status !== 402) throw new Error(`${status} for a domain beyond the limit`);
  await runtime.admin.administer('updateWorkspace', { id, identities_max: null });
}

/** Makes the next function find an event destination that an earlier attempt created, so that the function updates the destination. */
const simulateExistingDestination = () =>
  control('POST', '/faults', {
    service: 'sesv2',
    operation: 'CreateConfigurationSetEventDestination',
    error: 'AlreadyExistsException',
    applied: true,
    times: 1,
  });

const idempotencyOptions = { headers: { 'Idempotency-Key': 'one' } };

async function driveKeys(workspace: Workspace): Promise<void> {
  const body = { name: 'Second', scopes: ['emails:read'] };
  const { id } = (await api(workspace, 'POST', '/v1/api-keys', { body, ...idempotencyOptions, parked: true }))
    .body;
  await api(workspace, 'GET', '/v1/api-keys');
  await api(workspace, 'PATCH', `/v1/api-keys/${id}`, { body: { name: 'Third' }, parked: true });
  await api(workspace, 'DELETE', `/v1/api-keys/${id}`, { parked: true });
  await api(workspace, 'GET', '/v1/openapi.json');
  await api(workspace, 'POST', '/v1/nothing', { body: {}, parked: true });
}

/** Sends an oversized body of unknown length, which makes the ingress delete its copy of the body from S3. */
async function driveIngress(workspace: Workspace): Promise<void> {
  const { status } = await api(workspace, 'POST', '/v1/emails', {
    body: 'x'.repeat(16_000_000),
    parked: true,
  });
  if (status !== 413) throw new Error(`${status} for a body of 16 MB`);
}

/** Uses each feature of domains, including the repair of a Return-Path that failed because its MX record was missing. */
async function driveDomains(workspace: Workspace, other: Workspace): Promise<void> {
  await simulateExistingDestination();
  const otherDomain = await addDomain(other, 'asked.example');
  const [iamRequests, monitoredDomain] = [
    await addDomain(workspace, 'asked.example', { ...idempotencyOptions, parked: true }),
    await addDomain(workspace, 'monitored.example'),
  ];
  await addBeyondLimit(workspace);
  await publishDnsRecords(iamRequests, 'dkim', 'click_tracking', 'ownership');
  await simulateExistingDestination();
  await api(workspace, 'POST', `/v1/domains/${iamRequests.id}/verify`, {
    ...idempotencyOptions,
    parked: true,
  });
  await publishDnsRecords(monitoredDomain, 'dkim', 'click_tracking');
  await simulateExistingDestination();
  await control('POST', '/clock', { advance_ms: 2 * 60_000 });

  // Jumps the clock, because `advance_ms` would run the domain monitor 4,000 times.
  runtime.clock.jumpTo(runtime.clock.now() + 80 * 3_600_000);
  await control('POST', '/settle', {});
  await api(workspace, 'POST', `/v1/domains/${iamRequests.id}/verify`);
  await control('POST', '/clock', { advance_ms: 11 * 60_000 });
  await publishDnsRecords(iamRequests, 'mail_from_mx');
  await api(workspace, 'POST', `/v1/domains/${iamRequests.id}/verify`);
  await publishDnsRecords(monitoredDomain, 'mail_from_mx');
  await control('POST', '/clock', { advance_ms: 11 * 60_000 });

  await deleteDnsRecord(iamRequests, 'click_tracking');
  await api(workspace, 'POST', `/v1/domains/${iamRequests.id}/verify`);
  await publishDnsRecords(iamRequests, 'click_tracking');
  await api(workspace, 'POST', `/v1/domains/${iamRequests.id}/verify`);
  await deleteDnsRecord(monitoredDomain, 'click_tracking');
  await control('POST', '/clock', { advance_ms: 11 * 60_000 });

  await api(workspace, 'GET', '/v1/domains');
  await api(workspace, 'GET', `/v1/domains/${iamRequests.id}`);
  await api(other, 'DELETE', `/v1/domains/${otherDomain.id}`, { parked: true });
  await api(workspace, 'DELETE', `/v1/domains/${monitoredDomain.id}`);
}

/** Sends from the domain that `driveDomains` has verified. */
async function driveEmails(workspace: Workspace): Promise<void> {
  const email = anEmail({ from: 'desk@asked.example', to: 'bounce@simulator.amazonses.com' });
  const html = `<p>${Array.from({ length: 2_000 }, () => Math.random().toString(36)).join('')}</p>`;
  const sent = await api(workspace, 'POST', '/v1/emails', {
    body: { ...email, html },
    ...idempotencyOptions,
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

const createCaller = (workspace: Workspace): Caller => ({
  workspaceId: workspace.id,
  api: (...call) => api(workspace, ...call),
  apiAs:
    (key) =>
    (...call) =>
      api({ ...workspace, key }, ...call),
  control,
  visitPage: async (url, form) => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const posted = form !== undefined && {
      method: 'POST',
      headers,
      body: createStream(form),
      duplex: 'half',
    };
    const result = await fetch(url, (posted || {}) as RequestInit);
    if (result.status !== 200) throw new Error(`${url}: ${result.status}`);
  },
  deliver: async (job, message) => {
    const record = {
      messageId: job,
      body: JSON.stringify(message),
      attributes: { ApproximateReceiveCount: '1' },
      messageAttributes: {},
    };
    const outcome = await runtime.pool.invoke(
      `carrier-nest-local-${job}`,
      JSON.stringify({ Records: [record] }),
    );
    expect(outcome).toMatchObject({ kind: 'response', payload: '{"batchItemFailures":[]}' });
    await control('POST', '/settle', {});
  },
  receiveMail: async (raw, rcpt) => {
    const url = `${runtime.addresses.console}/control/inbound?mail_from=kim@example.com&rcpt=${rcpt}`;
    await fetch(url, { method: 'POST', headers: { 'Content-Type': 'message/rfc822' }, body: raw });
    await control('POST', '/settle', {});
  },
  rawMail: async (id) => (await fetch(`${runtime.addresses.console}/control/outbox/${id}/raw`)).text(),
});

async function driveSending(workspace: Workspace): Promise<void> {
  const caller = createCaller(workspace);
  const desk = 'desk@asked.example';
  await driveTemplates(caller);
  await driveTopics(caller);
  await driveScheduledMail(caller, desk);
  await driveRetries(caller, desk);
  await driveApprovals(caller, desk);
  const feedId = await startFeeds(caller, 'asked.example');
  await driveInbound(caller, desk);
  await driveInboxes(caller, 'asked.example', abandonAddress);
  await driveLabels(caller);
  await driveDrafts(caller, desk, () =>
    ServiceTable.with({ dataDir }, (table) => table.update(keys.draftCount(workspace.id), { drafts: 1_000 })),
  );
  await driveWebhooks(caller, desk);
  await driveEngagement(caller, desk);
  await readFeeds(caller, feedId);
  await driveSuppressions(caller, desk);
  await driveContactsAndSegments(caller, desk);
  await driveDeletedDomain(caller, await addVerifiedDomain(workspace, 'lost.example', 'transactional'));
  await runtime.admin.administer('updateWorkspace', { id: workspace.id, postal_address: '1 Lane' });
  const { domain } = await addVerifiedDomain(workspace, 'news.example', 'marketing', { warmup: true });
  await driveLinks(caller, `news@${domain}`);
  await driveTools(caller);
  await driveRescheduling(caller, desk, `news@${domain}`);
  await driveOptOuts(caller, `news@${domain}`);
  const series = await addVerifiedDomain(workspace, 'series.example', 'marketing');
  await driveAutomations(caller, series);
  const warming = await addVerifiedDomain(workspace, 'october.example', 'marketing', { warmup: true });
  await driveCampaigns(caller, { warm: series.id, warming: warming.id });
}

/** Makes a workspace that no longer exists hold the address. */
const abandonAddress = (address: string): Promise<void> =>
  ServiceTable.with({ dataDir }, (table) =>
    table.update(keys.inboxAddress(address), { workspaceId: randomUUID(), inboxId: randomUUID() }),
  );

const addVerifiedDomain = (
  { id }: Workspace,
  domain: string,
  risk_class: string,
  options: object = {},
): Promise<Domain> => control('POST', `/workspaces/${id}/domains`, { domain, risk_class, ...options });

async function driveOperator(workspace: Workspace): Promise<void> {
  const { admin } = runtime;
  await admin.administer('updateWorkspace', { id: workspace.id, requests_per_minute: 500 });
  await admin.administer('updateWorkspace', { id: workspace.id, mail_retention_days: 7 });
  await control('POST', '/clock', { advance_ms: 60_000 });
  await control('POST', '/settle', { timeout_ms: 60_000 });
  await admin.administer('listWorkspaces', {});
  await admin.administer('createApiKey', { workspace_id: workspace.id, name: 'Operator' });
  await simulateExistingDestination();
  const operatorDomain = await addVerifiedDomain(workspace, 'operated.example', 'marketing');
  await deleteDnsRecord(operatorDomain, 'click_tracking');
  await admin.administer('verifyDomain', { workspace_id: workspace.id, id: operatorDomain.id });
  const { access_token: key } = await control('POST', `/workspaces/${workspace.id}/tokens`, {
    scopes: ['emails:read'],
  });
  await admin.administer('listApiKeys', { workspace_id: workspace.id });
  await admin.administer('listDomains', { workspace_id: workspace.id });
  await api({ id: workspace.id, key }, 'GET', '/v1/emails');
}

async function driveSignedInUsers(workspace: Workspace): Promise<void> {
  const { addresses, admin } = runtime;
  const { api, smtp } = addresses;
  // The console serves the pages of the user pool.
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
    administer: (action, input) => admin.administer(action, input),
  });
  await driveChunkedMail(api);
}

/** Deletes a workspace with records of every kind. */
async function driveDeletion({ id }: Workspace): Promise<void> {
  await runtime.admin.administer('deleteWorkspace', { id, confirm: id });
  await control('POST', '/settle', { timeout_ms: 60_000 });
  await runtime.admin.administer('showDeletion', { id });
}

/** The function that creates a key, and its request. */
interface KeyCreation {
  name: string;
  path: string;
  body: object;
}

/** Changes the rate limit while a key is created, so that the function reads the rate limit again. */
async function driveAllowanceRace(
  workspace: Workspace,
  requestsPerMinute: number,
  { name, path, body }: KeyCreation,
): Promise<void> {
  const { now: since } = await control('GET', '/clock');
  const isCallerAuthenticated = (): boolean =>
    runtime.calls
      .since(since)
      .some((row) => row.function.endsWith(`-${name}`) && row.operation === 'GetItem');
  const writeFault = { service: 'dynamodb', operation: 'TransactWriteItems', function: name };
  await control('POST', '/faults', { ...writeFault, delay_ms: 6_000, times: 1 });

  const creation = api(workspace, 'POST', path, { body });
  await waitUntil(isCallerAuthenticated, () => 'The caller was not authenticated');
  const changes = { id: workspace.id, requests_per_minute: requestsPerMinute };
  await runtime.admin.administer('updateWorkspace', changes);
  const { status } = await creation;
  if (status !== 201) throw new Error(`${status} for ${name}`);
}

const lateKey = { name: 'Late', scopes: ['emails:read'] };

const keyCreation: KeyCreation = { name: 'createApiKey', path: '/v1/api-keys', body: lateKey };

const inboxCreation: KeyCreation = {
  name: 'createInbox',
  path: '/v1/inboxes',
  body: { client_id: 'late', key: lateKey },
};

async function driveEverything(): Promise<void> {
  const [workspace, other] = [await aWorkspace(), await aWorkspace()];
  await driveKeys(workspace);
  await driveIngress(workspace);
  await driveAllowanceRace(workspace, 400, keyCreation);
  await driveDomains(workspace, other);
  await driveEmails(workspace);
  await startReceivedList(createCaller(workspace));
  await driveAllowanceRace(workspace, 450, inboxCreation);
  await driveSending(workspace);
  await driveOperator(workspace);
  await driveSignedInUsers(workspace);
  await driveDeletion(workspace);
}

test('every function uses each permission that its role grants, and needs no other permission', async () => {
  // A missing permission makes a step fail. The test compares the grants before it checks `failure`, to report
  // which permission is missing.
  const failure = await driveEverything().catch((error: unknown) => error);

  const listGrants = (denied: boolean) =>
    iamRequests
      .filter((item) => item.denied === denied && isFunctionRole(item.roleArn))
      .map(({ roleArn, need }) => usedGrantName(roleArn, need));
  const refused = runtime.calls.since().filter(({ error }) => error === 'AccessDenied');
  expect({
    denied: [...new Set(listGrants(true))],
    refused: refused.map((row) => `${row.function} ${row.service} ${row.operation}`),
  }).toEqual({ denied: [], refused: [] });
  expect(failure).toBeUndefined();
  expect([...new Set(listGrants(false))].sort()).toEqual(listTemplateGrants());
});

test('an independent evaluator decides each of these requests alike', async () => {
  const { roles, keys, queues, topics } = deployment;
  const reference = new ReferenceIam(roles, [...keys, ...queues, ...topics]);
  const distinctRequests = new Map(iamRequests.map((request) => [JSON.stringify(request), request]));
  const disagreements = [];
  for (const request of distinctRequests.values()) {
    const decision = await reference.decide(request.roleArn, request.need);
    if (decision !== (request.denied ? 'denied' : 'allowed')) disagreements.push({ ...request, decision });
  }

  expect(distinctRequests.size).toBeGreaterThan(1_000);
  expect(disagreements).toEqual([]);
});

test('a read-only function can write only the records of the request pipeline', () => {
  const table = deployment.tables[0];
  const iam = new Iam(deployment.roles);
  const [roleArn = ''] = deployment.functions
    .filter(({ name }) => name === 'carrier-nest-local-listEmails')
    .map((item) => item.roleArn);
  const canUpdate = (...partitions: string[]): boolean => {
    const context = {
      'dynamodb:LeadingKeys': partitions,
      'dynamodb:Attributes': ['pk', 'sk', 'lastUsedAt'],
    };
    const need = { action: 'dynamodb:UpdateItem', resource: table?.arn ?? '', context };
    return iam.findDenial(roleArn, [need]) === undefined;
  };
  const [allowance, apiKey] = [keys.requestCount('hash', 1).pk, keys.apiKey('w', 'k').pk];

  expect(canUpdate(allowance)).toBe(true);
  expect(canUpdate(apiKey)).toBe(true);
  expect(canUpdate(keys.email('w', 'e').pk)).toBe(false);
  expect(canUpdate(keys.workspace('w').pk)).toBe(false);
  expect(canUpdate(keys.credential('hash').pk)).toBe(false);
  expect(canUpdate(allowance, keys.credential('hash').pk)).toBe(false);
});
