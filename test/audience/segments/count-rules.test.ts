import { randomUUID } from 'node:crypto';
import { theService } from '../../support/the-service';
import { aKey, refusalOf, scopesWithout } from '../../support/arrange';
import { People } from '../../support/people';
import { emptyList } from '../../support/matchers';
import { until } from '../../support/until';

type Fields = Record<string, unknown>;

const service = theService();
let people: People;

beforeEach(async () => {
  people = await People.create(service);
});

afterEach(() => service.control('DELETE', '/faults'));

const count = (rules: Fields = {}) =>
  people.api('POST', '/v1/segments/count', { audience_id: people.audienceId, ...rules });

/** As a segment with these rules is counted. */
async function countSaved(rules: Fields): Promise<number> {
  const body = { ...rules, audience_id: people.audienceId, key: randomUUID(), name: 'Saved' };
  const { id } = (await people.api('POST', '/v1/segments', body)).body;
  return (await people.api('GET', `/v1/segments/${id}/metrics`)).body.contact_count;
}

async function somePeople(): Promise<void> {
  await people.api('POST', '/v1/contact-properties', { key: 'seats', name: 'Seats', type: 'number' });
  await people.import([
    { email: 'a@x.test', tags: ['vip'], attributes: { plan: 'pro', seats: 12 } },
    { email: 'b@x.test', tags: ['vip', 'old'], attributes: { plan: 'pro' } },
    { email: 'c@x.test', attributes: { seats: 3 } },
    { email: 'out@x.test', tags: ['vip'], status: 'unsubscribed' },
  ]);
  await people.add('elsewhere@x.test', { tags: ['vip'] }, await people.anAudience());
}

test('without rules it counts who is on the audience and has not unsubscribed', async () => {
  await somePeople();

  const { status, body } = await count();

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
])('%i people keep %j, as a segment with these rules says', async (expected, rules) => {
  await somePeople();

  const { body } = await count(rules);

  expect(body).toEqual({ contact_count: expected });
  expect(await countSaved(rules)).toBe(expected);
});

test('of a topic it counts who gets mail about it', async () => {
  await somePeople();
  await people.api('POST', '/v1/topics', { key: 'offers', name: 'Offers' });
  const choice = { email: 'a@x.test', topics: { offers: false } };
  await people.api('POST', '/v1/topics/preferences', choice);

  expect((await count({ topic_key: ' offers ' })).body).toEqual({ contact_count: 2 });
});

test('of a topic, who chooses anew while an import of choices is shown is counted by their last choice', async () => {
  await somePeople();
  await people.api('POST', '/v1/topics', { key: 'offers', name: 'Offers' });
  const slowly = { service: 'dynamodb', operation: 'UpdateItem', function: 'followUp', delay_ms: 10_000 };
  await service.settle();
  await service.control('POST', '/faults', slowly);
  const since = await service.now();

  await people.api('POST', '/v1/topics/offers/import', { emails: ['a@x.test'], subscribed: false });
  await until(
    async () => (await callsOfFollowUp('BatchGetItem', since)).length >= readsOfFollowUp,
    () => 'The choice is not read',
  );
  await people.api('POST', '/v1/topics/preferences', { email: 'a@x.test', topics: { offers: true } });
  expect(await callsOfFollowUp('UpdateItem', since)).toEqual([]);
  await service.settle();
  await service.control('DELETE', '/faults');

  expect((await count({ topic_key: 'offers' })).body).toEqual({ contact_count: 3 });
});

/** Of the addresses, of their contacts, and of what they chose: then it is shown. */
const readsOfFollowUp = 3;

const callsOfFollowUp = async (operation: string, since: string) =>
  (await service.calls(since)).filter(
    (call) => call.function.endsWith('-followUp') && call.operation === operation,
  );

test('it saves nothing, and counts anew each time', async () => {
  await somePeople();

  await count({ tags: ['vip'] });
  await people.add('d@x.test', { tags: ['vip'] });

  expect((await count({ tags: ['vip'] })).body).toEqual({ contact_count: 3 });
  expect((await people.api('GET', '/v1/segments')).body).toEqual(emptyList);
});

test('under an Idempotency-Key that was used, the count of then is answered again', async () => {
  const request = {
    key: people.key,
    body: { audience_id: people.audienceId },
    headers: { 'Idempotency-Key': randomUUID() },
  };
  const first = await service.api('POST', '/v1/segments/count', request);
  await somePeople();

  const again = await service.api('POST', '/v1/segments/count', request);

  expect(again).toMatchObject({ status: 200, body: first.body });
  expect(again.headers.get('idempotent-replay')).toBe('true');
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
])('%j is refused, naming the field', async (rules, path) => {
  const answer = await count(rules);

  expect(refusalOf(answer)).toEqual({ status: 422, type: 'invalid_request', message: 'Validation failed' });
  expect(answer.body.error.details).toMatchObject([{ path }]);
});

test('an audience that there is not is refused as by a new segment; given its name, with its id', async () => {
  const other = await People.create(service);

  for (const audience_id of [randomUUID(), other.audienceId, 'nothing', '', 'CUSTOMERS']) {
    const answer = await count({ audience_id, topic_key: 'nothing' });
    const created = await people.api('POST', '/v1/segments', { audience_id, key: 'new', name: 'New' });
    expect(refusalOf(answer)).toMatchObject({ status: 422, type: 'invalid_request' });
    expect(answer.body).toEqual(created.body);
  }
  expect((await count({ audience_id: 'customers' })).body.error.message).toContain(people.audienceId);
});

test('a topic that there is not is refused', async () => {
  for (const topic_key of ['nothing', 'Offers', 'x'.repeat(3_000)]) {
    const answer = await count({ topic_key });
    expect(refusalOf(answer)).toMatchObject({ status: 422, type: 'unknown_topic' });
    expect(answer.body.error.message).toMatch(/^topic_key:/);
  }
});

test('a key that may read contacts alone may count, and one that may all but that may not', async () => {
  const body = { audience_id: people.audienceId };
  const reader = await aKey(service, { by: people.key, scopes: ['contacts:read'] });
  const others = await aKey(service, { by: people.key, scopes: scopesWithout(['contacts:read']) });

  const allowed = await service.api('POST', '/v1/segments/count', { key: reader.key, body });
  const refused = await service.api('POST', '/v1/segments/count', { key: others.key, body });

  expect(allowed).toMatchObject({ status: 200, body: { contact_count: 0 } });
  expect(refusalOf(refused)).toMatchObject({ status: 403, type: 'forbidden' });
  expect(refused.body.error.message).toContain('contacts:read');
});
