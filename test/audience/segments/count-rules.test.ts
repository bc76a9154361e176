import { randomUUID } from 'node:crypto';
import { useService } from '../../support/use-service';
import { aKey, refusalOf, scopesWithout } from '../../support/api-helpers';
import { ContactsWorkspace } from '../../support/contacts-workspace';
import { emptyList } from '../../support/matchers';
import { waitUntil } from '../../support/wait-until';

type Fields = Record<string, unknown>;

const service = useService();
let workspace: ContactsWorkspace;

beforeEach(async () => {
  workspace = await ContactsWorkspace.create(service);
});

afterEach(() => service.control('DELETE', '/faults'));

const countMatches = (rules: Fields = {}) =>
  workspace.api('POST', '/v1/segments/count', { audience_id: workspace.audienceId, ...rules });

/** Returns the count of a saved segment with these rules. */
async function countSaved(rules: Fields): Promise<number> {
  const body = { ...rules, audience_id: workspace.audienceId, key: randomUUID(), name: 'Saved' };
  const { id } = (await workspace.api('POST', '/v1/segments', body)).body;
  return (await workspace.api('GET', `/v1/segments/${id}/metrics`)).body.contact_count;
}

async function importContacts(): Promise<void> {
  await workspace.api('POST', '/v1/contact-properties', { key: 'seats', name: 'Seats', type: 'number' });
  await workspace.importContacts([
    { email: 'a@x.test', tags: ['vip'], attributes: { plan: 'pro', seats: 12 } },
    { email: 'b@x.test', tags: ['vip', 'old'], attributes: { plan: 'pro' } },
    { email: 'c@x.test', attributes: { seats: 3 } },
    { email: 'out@x.test', tags: ['vip'], status: 'unsubscribed' },
  ]);
  await workspace.addContact('elsewhere@x.test', { tags: ['vip'] }, await workspace.createAudience());
}

test('without rules, the count is the number of subscribed members of the audience', async () => {
  await importContacts();

  const { status, body } = await countMatches();

  expect(status).toBe(200);
  expect(body).toEqual({ contact_count: 3 });
});

test.each<[number, Fields]>([
  [2, { tags: [' VIP '] }],
  [1, { tags: ['vip'], exclude_tags: ['Old'] }],
  [2, { properties: [{ property: 'plan', operator: 'contains', value: 'PRO' }] }],
  [1, { properties: [{ property: 'seats', operator: 'gt', value: 4 }] }],
  [0, { opened_within_days: 7 }],
  [3, { exclude_unengaged_days: 7 }],
  [3, { clicked_within_days: null, topic_key: '', unknown: 'ignored', key: 7, name: '' }],
])('%i contacts match %j, and a segment with these rules has the same count', async (expected, rules) => {
  await importContacts();

  const { body } = await countMatches(rules);

  expect(body).toEqual({ contact_count: expected });
  expect(await countSaved(rules)).toBe(expected);
});

test('with a topic, only contacts subscribed to the topic are counted', async () => {
  await importContacts();
  await workspace.api('POST', '/v1/topics', { key: 'offers', name: 'Offers' });
  const choice = { email: 'a@x.test', topics: { offers: false } };
  await workspace.api('POST', '/v1/topics/preferences', choice);

  expect((await countMatches({ topic_key: ' offers ' })).body).toEqual({ contact_count: 2 });
});

test('with a topic, a choice made during a preference import overrides the import', async () => {
  await importContacts();
  await workspace.api('POST', '/v1/topics', { key: 'offers', name: 'Offers' });
  const slowUpdates = {
    service: 'dynamodb',
    operation: 'UpdateItem',
    function: 'runBackgroundJob',
    delay_ms: 10_000,
  };
  await service.settle();
  await service.control('POST', '/faults', slowUpdates);
  const since = await service.now();

  await workspace.api('POST', '/v1/topics/offers/import', { emails: ['a@x.test'], subscribed: false });
  await waitUntil(
    async () => (await listBackgroundJobCalls('BatchGetItem', since)).length >= backgroundJobReadCount,
    () => 'The background job did not read the choice',
  );
  await workspace.api('POST', '/v1/topics/preferences', { email: 'a@x.test', topics: { offers: true } });
  expect(await listBackgroundJobCalls('UpdateItem', since)).toEqual([]);
  await service.settle();
  await service.control('DELETE', '/faults');

  expect((await countMatches({ topic_key: 'offers' })).body).toEqual({ contact_count: 3 });
});

/**
 * The number of reads that the job makes before it writes. The job reads addresses, contacts and preferences.
 */
const backgroundJobReadCount = 3;

const listBackgroundJobCalls = async (operation: string, since: string) =>
  (await service.calls(since)).filter(
    (call) => call.function.endsWith('-runBackgroundJob') && call.operation === operation,
  );

test('counting stores nothing, and each request counts again', async () => {
  await importContacts();

  await countMatches({ tags: ['vip'] });
  await workspace.addContact('d@x.test', { tags: ['vip'] });

  expect((await countMatches({ tags: ['vip'] })).body).toEqual({ contact_count: 3 });
  expect((await workspace.api('GET', '/v1/segments')).body).toEqual(emptyList);
});

test('a request with a used Idempotency-Key returns the earlier count', async () => {
  const request = {
    key: workspace.key,
    body: { audience_id: workspace.audienceId },
    headers: { 'Idempotency-Key': randomUUID() },
  };
  const first = await service.api('POST', '/v1/segments/count', request);
  await importContacts();

  const repeatResponse = await service.api('POST', '/v1/segments/count', request);

  expect(repeatResponse).toMatchObject({ status: 200, body: first.body });
  expect(repeatResponse.headers.get('idempotent-replay')).toBe('true');
});

test.each<[Fields, (string | number)[]]>([
  [{ audience_id: undefined }, ['audience_id']],
  [{ audience_id: null }, ['audience_id']],
  [{ opened_within_days: 0 }, ['opened_within_days']],
  [{ engaged_within_days: 3651 }, ['engaged_within_days']],
  [{ tags: Array(21).fill('t') }, ['tags']],
  [{ exclude_tags: [''] }, ['exclude_tags', 0]],
  [{ properties: Array(21).fill({ property: 'a', operator: 'exists' }) }, ['properties']],
  [{ properties: [{ property: '$a', operator: 'exists' }] }, ['properties', 0, 'property']],
  [{ topic_key: 7 }, ['topic_key']],
])('%j is refused, and the error names the field', async (rules, path) => {
  const response = await countMatches(rules);

  expect(refusalOf(response)).toEqual({ status: 422, type: 'invalid_request', message: 'Validation failed' });
  expect(response.body.error.details).toMatchObject([{ path }]);
});

test('an unknown audience is refused; if the request has the name of an audience, the error contains its id', async () => {
  const otherWorkspace = await ContactsWorkspace.create(service);

  for (const audience_id of [randomUUID(), otherWorkspace.audienceId, 'nothing', '', 'CUSTOMERS']) {
    const response = await countMatches({ audience_id, topic_key: 'nothing' });
    const created = await workspace.api('POST', '/v1/segments', { audience_id, key: 'new', name: 'New' });
    expect(refusalOf(response)).toMatchObject({ status: 422, type: 'invalid_request' });
    expect(response.body).toEqual(created.body);
  }
  expect((await countMatches({ audience_id: 'customers' })).body.error.message).toContain(
    workspace.audienceId,
  );
});

test('an unknown topic is refused', async () => {
  for (const topic_key of ['nothing', 'Offers', 'x'.repeat(3_000)]) {
    const response = await countMatches({ topic_key });
    expect(refusalOf(response)).toMatchObject({ status: 422, type: 'unknown_topic' });
    expect(response.body.error.message).toMatch(/^topic_key:/);
  }
});

test('counting requires only the contacts:read scope', async () => {
  const body = { audience_id: workspace.audienceId };
  const reader = await aKey(service, { creatorKey: workspace.key, scopes: ['contacts:read'] });
  const keyWithoutContacts = await aKey(service, {
    creatorKey: workspace.key,
    scopes: scopesWithout(['contacts:read']),
  });

  const allowed = await service.api('POST', '/v1/segments/count', { key: reader.key, body });
  const refused = await service.api('POST', '/v1/segments/count', { key: keyWithoutContacts.key, body });

  expect(allowed).toMatchObject({ status: 200, body: { contact_count: 0 } });
  expect(refusalOf(refused)).toMatchObject({ status: 403, type: 'forbidden' });
  expect(refused.body.error.message).toContain('contacts:read');
});
