import { randomUUID } from 'node:crypto';
import { encodeCursor } from '../../shared/db/cursor';
import { aWorkspace } from '../support/factories';
import { unknownId } from '../support/matchers';
import { type Service } from '../support/service';
import { useService } from '../support/use-service';

const service = useService();
const headerName = 'cn-ignored-fields';

type Options = Parameters<Service['api']>[2];

const ignoredBy = async (method: string, path: string, options: Options = {}): Promise<string | null> =>
  (await service.api(method, path, options)).headers.get(headerName);

/** Sends a body to an endpoint that ignores unknown fields. */
const ignoredOf = (body: object): Promise<string | null> => ignoredBy('POST', '/v1/contacts', { body });

//
describe('the response names ignored body fields', () => {
  test('of a key whose guardrails are misspelled', async () => {
    const body = { name: 'Agent', scopes: ['emails:send'], require_approval: true, daily_limit: 10 };
    const response = await service.api('POST', '/v1/api-keys', { body });

    expect(response.status).toBe(201);
    expect(response.headers.get(headerName)).toBe('require_approval,daily_limit');
  });

  const trigger = { kind: 'tag_added', tag: 'trial', event: 'x' };
  test.each<[string, string, string, object | undefined, string]>([
    [
      'of a campaign',
      'POST',
      '/v1/broadcasts',
      { reply_to: 'a@b.test', text: 'Hi', from: 'x' },
      'reply_to,text,from',
    ],
    ['of an automation', 'POST', '/v1/automations', { stop_on_reply: true }, 'stop_on_reply'],
    [
      'of the elements of a list',
      'POST',
      '/v1/automations',
      { steps: [{}, { delay: 5, subject: 'x' }] },
      'steps.1.delay',
    ],
    ['of one of several kinds', 'POST', '/v1/automations', { trigger }, 'trigger.event'],
    ['of one contact', 'POST', `/v1/audiences/${unknownId}/contacts`, { email: 'a@b.test', vip: 1 }, 'vip'],
    [
      'of several contacts',
      'POST',
      `/v1/audiences/${unknownId}/contacts`,
      [{}, { vip: 1 }] as object,
      '1.vip',
    ],
    ['of a body that is checked late', 'PATCH', `/v1/broadcasts/${unknownId}`, { reply_to: 'x' }, 'reply_to'],
    ['of an endpoint without a body', 'POST', `/v1/domains/${unknownId}/verify`, { force: true }, 'force'],
    ['of a DELETE', 'DELETE', `/v1/emails/${unknownId}`, { reason: 'late' }, 'reason'],
  ])('%s', async (_case, method, path, body, names) => {
    expect(await ignoredBy(method, path, { body })).toBe(names);
  });

  test('of a replayed request', async () => {
    const options = {
      body: { key: 'offers', name: 'Offers', defalt_subscribed: false },
      headers: { 'Idempotency-Key': randomUUID() },
    };
    await service.api('POST', '/v1/topics', options);
    const replayed = await service.api('POST', '/v1/topics', options);

    expect(replayed.headers.get('idempotent-replay')).toBe('true');
    expect(replayed.headers.get(headerName)).toBe('defalt_subscribed');
  });

  test('of a body that the ingress parks', async () => {
    const { key } = await aWorkspace(service);

    expect(await ignoredBy('POST', '/v1/contacts', { key, body: { emial: ' '.repeat(3_500_000) } })).toBe(
      'emial',
    );
  });
});

//
describe('the response names ignored query parameters', () => {
  const audience = `/v1/audiences/${unknownId}/contacts`;
  const recipients = `/v1/broadcasts/${unknownId}/recipients`;
  test.each([
    ['an unknown name', '/v1/emails?state=bounced', 'state'],
    [
      'a name of every object',
      '/v1/emails?constructor=1&__proto__=2&toString=3',
      'constructor,__proto__,toString',
    ],
    ['an endpoint without parameters', '/v1/topics?limit=10&cursor=x', 'limit,cursor'],
    ['a list that is not paged', `/v1/webhook-endpoints/${unknownId}/events?cursor=x`, 'cursor'],
    ['an unreadable cursor', '/v1/emails?cursor=garbage', 'cursor'],
    ['a cursor of another list', `/v1/threads?cursor=${encodeCursor(unknownId)}`, 'cursor'],
    ['an unreadable cursor of contacts', '/v1/contacts?cursor=garbage', 'cursor'],
    ['an unreadable cursor of a segment', `/v1/segments/${unknownId}/contacts?cursor=x%7Cy`, 'cursor'],
    ['an unreadable cursor of recipients', `${recipients}?cursor=garbage`, 'cursor'],
    ['an unreadable alias of a cursor', `${recipients}?after=garbage`, 'after'],
    ['a word instead of a number', '/v1/emails?limit=many', 'limit'],
    ['a word instead of days', '/v1/emails/metrics?days=week', 'days'],
    ['a word instead of a boolean', '/v1/contacts?unsubscribed=yes', 'unsubscribed'],
    ['the last of several values', '/v1/emails?limit=5&limit=many', 'limit'],
    ['the unreadable value before unknown names', '/v1/emails?state=x&cursor=garbage', 'cursor,state'],
    ['a repeated name once', '/v1/emails?state=a&state=b', 'state'],

    ['no cursor that the list continues from', `/v1/emails?cursor=${encodeCursor(unknownId)}`, null],
    ['no position in the contacts', `/v1/contacts?cursor=2026-10-02T09:00:00.000Z%7C${unknownId}`, null],
    ['no address, which is a cursor too', '/v1/contacts?cursor=kim@example.com', null],
    ['no position in the members', `${audience}?cursor=kim@example.com`, null],
    ['no position in the recipients', `${recipients}?cursor=${unknownId}`, null],
    ['no lowered or raised number', '/v1/emails?limit=5000', null],
    ['no number below 1', '/v1/emails?limit=-1', null],
    ['no fraction', '/v1/emails?limit=2.5', null],
    ['no empty value', '/v1/emails?cursor=&limit=', null],
  ])('%s', async (_case, path, names) => {
    expect(await ignoredBy('GET', path)).toBe(names);
  });

  test('together with body fields, and each name once', async () => {
    expect(await ignoredBy('POST', '/v1/contacts?emial=x&dry_run=1', { body: { emial: 'x', a: 1 } })).toBe(
      'emial,dry_run,a',
    );
  });
});

//
describe('the header has at most 20 names and 1,024 characters, and only harmless ones', () => {
  const fields = (count: number, nameOf: (index: number) => string) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [nameOf(index), index]));

  test.each<[string, object, string]>([
    ['separators', { 'a,b': 1, 'c.d': 1 }, 'a%2Cb,c%2Ed'],
    ['line breaks', { 'a\r\nSet-Cookie: b=c': 1 }, 'a%0D%0ASet-Cookie%3A%20b%3Dc'],
    ['other scripts', { größe: 1, 名: 1 }, 'gr%C3%B6%C3%9Fe,%E5%90%8D'],
    ['an empty name', { '': 1, x: 1 }, 'x'],
    ['names of every object', { constructor: 1, toString: 1 }, 'constructor,toString'],
  ])('%s', async (_case, body, header) => {
    expect(await ignoredOf(body)).toBe(header);
  });

  test('the name __proto__', async () => {
    expect(await ignoredBy('POST', '/v1/contacts', { raw: '{"__proto__": {"a": 1}}' })).toBe('__proto__');
  });

  test.each([20, 21])('%i names', async (count) => {
    expect((await ignoredOf(fields(count, (index) => `f${index}`)))?.split(',')).toHaveLength(20);
  });

  test.each([
    [14, 1_024],
    [15, 1_009],
  ])('ten names of 100 characters and one of %i have %i characters', async (lastLength, length) => {
    const longNames = Array.from({ length: 10 }, (_, index) => `${index}`.padStart(100, 'x'));
    const body = Object.fromEntries([...longNames, 'y'.repeat(lastLength)].map((name) => [name, 1]));

    expect(await ignoredOf(body)).toHaveLength(length);
  });

  test('a long name is cut, even in the middle of a character', async () => {
    expect(await ignoredOf({ [`${'x'.repeat(99)}😀`]: 1 })).toBe(`${'x'.repeat(99)}%EF%BF%BD`);
  });

  test('100,000 unknown fields cost hardly more than 20', async () => {
    const raw = JSON.stringify(fields(100_000, (index) => `f${index}`));
    await ignoredBy('POST', '/v1/contacts', { raw });
    const startedAt = performance.now();

    expect((await ignoredBy('POST', '/v1/contacts', { raw }))?.split(',')).toHaveLength(20);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });
});

test('a web page names nothing, because other programs add parameters to links', async () => {
  expect(await ignoredBy('GET', '/unsubscribe/garbage?utm_source=x', { key: null })).toBeNull();
  expect(await ignoredBy('GET', '/v1/nothing?utm_source=x')).toBeNull();
});
