import { randomUUID } from 'node:crypto';
import { refusalOf } from '../../support/arrange';
import { hourMs, minuteMs } from '../../../shared/core/time';
import { anEmail, aWorkspace } from '../../support/factories';
import type { Answer } from '../../support/service';
import { aTime } from '../../support/matchers';
import { theService, useTravellingRuntime } from '../../support/the-service';
import { until } from '../../support/until';

const service = theService();
let workspace: { id: string; key: string };

beforeAll(async () => {
  workspace = await oldWorkspace();
});

afterEach(() => service.control('DELETE', '/faults'));

/** A workspace that is past the limit of young ones. */
const oldWorkspace = (settings: Record<string, unknown> = {}) =>
  aWorkspace(service, { created_at: '2020-01-01T00:00:00.000Z', ...settings });

interface DnsRecord {
  kind: string;
  type: 'CNAME' | 'TXT' | 'MX';
  name: string;
  value: string;
  priority: number | null;
  optional: boolean;
  status: string;
  found: string[];
}

interface Domain {
  id: string;
  domain: string;
  status: string;
  dns_records: DnsRecord[];
  click_tracking: { hostname: string; status: string };
  mail_from: { domain: string; status: string };
}

const aName = (): string => `${randomUUID().slice(0, 8)}.example`;

const add = (body: unknown, key = workspace.key): Promise<Answer> =>
  service.api('POST', '/v1/domains', { key, body });

/** An identity on a name of its own, of which nothing is published. */
async function anIdentity(riskClass = 'transactional', key = workspace.key): Promise<Domain> {
  const domain = aName();
  await unpublish(domain);
  const created = await add({ domain, risk_class: riskClass }, key);
  expect(created.status).toBe(201);
  const [identity] = created.body.data as [Domain];
  for (const { name } of identity.dns_records) await unpublish(name);
  return identity;
}

const get = async ({ id }: { id: string }, key = workspace.key): Promise<Domain> =>
  (await service.api('GET', `/v1/domains/${id}`, { key })).body;

const verify = async ({ id }: { id: string }, key = workspace.key): Promise<Domain> => {
  const checked = await service.api('POST', `/v1/domains/${id}/verify`, { key });
  expect(checked.status).toBe(200);
  return checked.body;
};

const remove = ({ id }: { id: string }, key = workspace.key): Promise<Answer> =>
  service.api('DELETE', `/v1/domains/${id}`, { key });

const setDns = (name: string, settings: object): Promise<unknown> =>
  service.control('PUT', `/dns/${name}`, settings);

/** The name has no records of any kind. */
const unpublish = (name: string): Promise<unknown> => setDns(name, { A: [] });

/** Publishes what the owner is asked to, or only some kinds of it. */
async function publish({ dns_records: records }: Domain, kinds?: string[]): Promise<void> {
  const wanted = records.filter(({ kind }) => !kinds || kinds.includes(kind));
  for (const name of new Set(wanted.map((record) => record.name))) {
    const settings = wanted.filter((record) => record.name === name).map(asSetting);
    await setDns(name, Object.assign({}, ...settings));
  }
}

const asSetting = ({ type, value, priority }: DnsRecord) =>
  type === 'MX' ? { MX: [{ exchange: value, priority }] } : { [type]: [value] };

const dkimOnly = ['dkim'];

const statusesOf = ({ dns_records: records }: Domain): Record<string, string> =>
  Object.fromEntries(records.map(({ kind, status }) => [kind, status]));

const recordOf = ({ dns_records: records }: Domain, kind: string): DnsRecord => {
  const found = records.find((record) => record.kind === kind);
  if (!found) throw new Error(`There is no record ${kind}`);
  return found;
};

const everyRecord = (status: string) =>
  Object.fromEntries(
    ['dkim', 'spf', 'dmarc', 'mail_from_mx', 'mail_from_spf', 'inbound_mx', 'click_tracking'].map((kind) => [
      kind,
      status,
    ]),
  );

describe('adding a domain', () => {
  test('without a risk class makes the pair under the root, and says what to publish', async () => {
    const root = aName();

    const { status, body } = await add({ domain: root });

    expect(status).toBe(201);
    expect(body).toMatchObject({ object: 'list', has_more: false, next_cursor: null });
    expect(body.data).toEqual([
      pending(`mail.${root}`, 'transactional'),
      pending(`news.${root}`, 'marketing'),
    ]);
  });

  test.each(['mail', 'news'])('given as %s.<root> lands on the same root', async (label) => {
    const root = aName();

    const { body } = await add({ domain: `${label}.${root.toUpperCase()}` });

    expect(body.data.map(({ domain }: Domain) => domain)).toEqual([`mail.${root}`, `news.${root}`]);
  });

  test.each([
    ['mail.acme.co.uk', ['mail.acme.co.uk', 'news.acme.co.uk']],
    ['mail.co.uk', ['mail.mail.co.uk', 'news.mail.co.uk']],
    ['news.io', ['mail.news.io', 'news.news.io']],
  ])('%s makes %j', async (domain, made) => {
    const { body } = await add({ domain });

    expect(body.data.map((one: Domain) => one.domain)).toEqual(made);
  });

  test.each(['transactional', 'marketing'])(
    'with the risk class %s makes one, as named',
    async (riskClass) => {
      const domain = `mail.${aName()}`;

      const { status, body } = await add({ domain, risk_class: riskClass });

      expect(status).toBe(201);
      expect(body.data).toEqual([pending(domain, riskClass)]);
    },
  );

  test('again returns what is there, unchanged, with 201', async () => {
    const root = aName();
    const first = await add({ domain: root });
    const [mail, news] = first.body.data as [Domain, Domain];
    await publish(mail, dkimOnly);
    const verified = await verify(mail);

    const byRoot = await add({ domain: root });
    const byName = await add({ domain: `mail.${root}`, risk_class: 'marketing' });

    expect(byRoot).toMatchObject({ status: 201, body: { object: 'list', data: [verified, news] } });
    expect(byName).toMatchObject({ status: 201, body: { object: 'list', data: [verified] } });
  });

  test('again after one of the pair was deleted adds just that one', async () => {
    const root = aName();
    const [mail, news] = (await add({ domain: root })).body.data as [Domain, Domain];
    await remove(news);

    const { body } = await add({ domain: root });

    expect(body.data[0]).toEqual(mail);
    expect(body.data[1]).toMatchObject({ domain: `news.${root}`, status: 'pending' });
    expect(body.data[1].id).not.toBe(news.id);
  });

  test('ten times at once makes each identity once', async () => {
    const { key } = await oldWorkspace();
    const domain = aName();

    const answers = await Promise.all(Array.from({ length: 10 }, () => add({ domain }, key)));

    const ids = new Set(answers.flatMap(({ body }) => body.data?.map(({ id }: Domain) => id) ?? []));
    const listed = await service.api('GET', '/v1/domains', { key });
    expect(answers.every(({ status }) => status === 201 || status === 503)).toBe(true);
    expect(new Set(listed.body.data.map(({ id }: Domain) => id))).toEqual(ids);
    expect(ids.size).toBe(2);
  });

  test.each([
    'co.uk',
    'github.io',
    'com',
    '.acme.test',
    '-acme.test',
    'acme',
    '',
    'https://acme.test',
    'a@b.test',
  ])('%j is refused, and nothing is made', async (domain) => {
    const answer = await add({ domain });

    expect(refusalOf(answer)).toMatchObject({ status: 422, type: 'invalid_request' });
    expect(answer.body.error.message).toMatch(/^domain: /);
  });

  test.each([
    [{}, ['domain']],
    [{ domain: 1 }, ['domain']],
    [{ domain: null }, ['domain']],
    [{ domain: 'acme.test', risk_class: 'both' }, ['risk_class']],
    [{ domain: 'acme.test', risk_class: null }, ['risk_class']],
    [[], []],
  ])('%j is refused, naming the field', async (body, path) => {
    const answer = await add(body);

    expect(refusalOf(answer)).toEqual({ status: 422, type: 'invalid_request', message: 'Validation failed' });
    expect(answer.body.error.details).toEqual([{ path, message: expect.any(String) }]);
  });

  test('that the provider refuses is 502 and can be repeated', async () => {
    const domain = aName();
    await service.control('POST', '/faults', {
      service: 'sesv2',
      operation: 'CreateEmailIdentity',
      error: 'BadRequestException',
    });
    const refused = await add({ domain, risk_class: 'transactional' });
    await service.control('DELETE', '/faults');

    const repeated = await add({ domain, risk_class: 'transactional' });

    expect(refusalOf(refused)).toMatchObject({ status: 502, type: 'provider_error' });
    expect(repeated.body.data).toEqual([pending(domain, 'transactional')]);
  });
});

/** A new identity, with nothing looked up yet. */
function pending(domain: string, riskClass: string) {
  const record = (kind: string, type: string, name: string, value: unknown, optional = false) => ({
    kind,
    type,
    name,
    value,
    priority: type === 'MX' ? 10 : null,
    optional,
    status: 'unchecked',
    found: [],
  });
  const dkim = record(
    'dkim',
    'CNAME',
    expect.stringMatching(new RegExp(`^\\w{32}\\._domainkey\\.${domain}$`)) as unknown as string,
    expect.stringMatching(/^\w{32}\.dkim\.amazonses\.com$/),
  );
  const spf = 'v=spf1 include:amazonses.com ~all';
  return {
    id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    domain,
    risk_class: riskClass,
    status: 'pending',
    dns_records: [
      dkim,
      dkim,
      dkim,
      record('spf', 'TXT', domain, spf),
      record('dmarc', 'TXT', `_dmarc.${domain}`, 'v=DMARC1; p=none;'),
      record('mail_from_mx', 'MX', `bounce.${domain}`, expect.stringMatching(/^feedback-smtp\./)),
      record('mail_from_spf', 'TXT', `bounce.${domain}`, spf),
      record('inbound_mx', 'MX', domain, expect.stringMatching(/^inbound-smtp\./), true),
      record('click_tracking', 'CNAME', `link.${domain}`, expect.any(String), true),
    ],
    click_tracking: { hostname: `link.${domain}`, status: 'pending' },
    mail_from: { domain: `bounce.${domain}`, status: 'pending' },
    created_at: aTime,
    verified_at: null,
    last_checked_at: null,
  };
}

describe('the number of root domains', () => {
  const addMany = async (count: number, key: string): Promise<string[]> => {
    const roots = Array.from({ length: count }, aName);
    for (const domain of roots) {
      expect((await add({ domain, risk_class: 'transactional' }, key)).status).toBe(201);
    }
    return roots;
  };

  test('is three on the free plan: a fourth is refused, more under the three are not', async () => {
    const { key } = await oldWorkspace({ plan: 'free' });
    const [root = ''] = await addMany(3, key);

    const fourth = await add({ domain: aName() }, key);
    const subdomain = await add({ domain: `eu.${root}`, risk_class: 'marketing' }, key);
    const pair = await add({ domain: root }, key);

    expect(refusalOf(fourth)).toMatchObject({ status: 402, type: 'plan_limit_reached' });
    expect([subdomain.status, pair.status]).toEqual([201, 201]);
  });

  test('is five in the first seven days, also without a plan', async () => {
    const { key, id } = await aWorkspace(service);
    await addMany(5, key);

    const sixth = await add({ domain: aName(), risk_class: 'transactional' }, key);
    await service.control('PATCH', `/workspaces/${id}`, { created_at: '2020-01-01T00:00:00.000Z' });
    const later = await add({ domain: aName(), risk_class: 'transactional' }, key);

    expect(refusalOf(sixth)).toMatchObject({ status: 402, type: 'plan_limit_reached' });
    expect(later.status).toBe(201);
  });

  test('is kept by requests at the same time', async () => {
    const { key } = await oldWorkspace({ plan: 'free' });
    await addMany(2, key);

    const answers = await Promise.all(
      [aName(), aName(), aName()].map((domain) => add({ domain, risk_class: 'transactional' }, key)),
    );

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 402, 402]);
  });

  test('counts a deleted domain no more', async () => {
    const { key } = await oldWorkspace({ plan: 'free' });
    await addMany(3, key);
    const [newest] = (await service.api('GET', '/v1/domains', { key })).body.data as [Domain];
    await remove(newest, key);

    expect((await add({ domain: aName(), risk_class: 'transactional' }, key)).status).toBe(201);
  });

  test('refuses no repetition at the limit', async () => {
    const { key } = await oldWorkspace({ plan: 'free' });
    const [root] = await addMany(3, key);

    expect((await add({ domain: root, risk_class: 'transactional' }, key)).status).toBe(201);
  });
});

describe('reading domains', () => {
  test('lists every identity, newest first, unpaged, and as it was last checked', async () => {
    const { key } = await oldWorkspace();
    const first = (await add({ domain: aName() }, key)).body.data as Domain[];
    const second = (await add({ domain: aName() }, key)).body.data as Domain[];

    const listed = await service.api('GET', '/v1/domains?limit=1&cursor=garbage', { key });

    expect(listed.status).toBe(200);
    expect(listed.body).toEqual({
      object: 'list',
      data: [...first, ...second].toReversed(),
      has_more: false,
      next_cursor: null,
    });
  });

  test('one is what the list has', async () => {
    const identity = await anIdentity();

    expect(await get(identity)).toEqual(identity);
  });

  test.each([
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/verify'],
  ])('%s of a name instead of an id is 404 and says the id', async (method, action) => {
    const { id, domain } = await anIdentity();

    const own = await service.api(method, `/v1/domains/${domain.toUpperCase()}${action}`, workspace);
    const elsewhere = await service.api(method, `/v1/domains/${domain}${action}`);

    expect(refusalOf(own)).toMatchObject({ status: 404, type: 'not_found' });
    expect(own.body.error.message).toContain(id);
    expect(refusalOf(elsewhere)).toMatchObject({ status: 404, type: 'not_found' });
    expect(elsewhere.body.error.message).not.toContain(id);
    expect(await get({ id })).toMatchObject({ status: 'pending' });
  });
});

describe('verifying a domain', () => {
  test('of which nothing is published says so, and is no error', async () => {
    const identity = await anIdentity();

    const checked = await verify(identity);

    expect(checked).toMatchObject({ status: 'pending', verified_at: null, last_checked_at: aTime });
    expect(statusesOf(checked)).toEqual(everyRecord('missing'));
    expect(checked.dns_records.every(({ found }) => found.length === 0)).toBe(true);
    expect(await get(identity)).toEqual(checked);
  });

  test('of which everything is published makes it verified, its Return-Path and tracking active', async () => {
    const identity = await anIdentity();
    await publish(identity);

    const checked = await verify(identity);

    expect(statusesOf(checked)).toEqual(everyRecord('ok'));
    expect(checked).toMatchObject({
      status: 'verified',
      mail_from: { domain: `bounce.${identity.domain}`, status: 'active' },
      click_tracking: { hostname: `link.${identity.domain}`, status: 'active' },
      verified_at: aTime,
      last_checked_at: aTime,
    });
    expect(recordOf(checked, 'inbound_mx').found).toEqual([`10 ${recordOf(identity, 'inbound_mx').value}`]);
  });

  test('is decided by DKIM alone', async () => {
    const [signed, unsigned] = [await anIdentity(), await anIdentity()];
    await publish(signed, dkimOnly);
    await publish(unsigned, ['spf', 'dmarc', 'mail_from_mx', 'mail_from_spf', 'click_tracking']);

    expect(await verify(signed)).toMatchObject({
      status: 'verified',
      mail_from: { status: 'pending' },
      click_tracking: { status: 'pending' },
    });
    expect(await verify(unsigned)).toMatchObject({ status: 'pending' });
  });

  test('shows what DNS has instead of what is asked for', async () => {
    const identity = await anIdentity();
    await setDns(identity.domain, {
      TXT: ['v=spf1 include:other.example -all', 'google-site-verification=1'],
      MX: [{ exchange: 'mx.other.example', priority: 5 }],
    });
    await setDns(`link.${identity.domain}`, { CNAME: ['elsewhere.example'] });
    await setDns(`_dmarc.${identity.domain}`, { TXT: ['v=DMARC1; p=reject'] });

    const checked = await verify(identity);

    expect(recordOf(checked, 'spf')).toMatchObject({
      status: 'mismatch',
      found: ['v=spf1 include:other.example -all'],
    });
    expect(recordOf(checked, 'inbound_mx')).toMatchObject({
      status: 'mismatch',
      found: ['5 mx.other.example'],
    });
    expect(recordOf(checked, 'click_tracking')).toMatchObject({
      status: 'mismatch',
      found: ['elsewhere.example'],
    });
    expect(recordOf(checked, 'dmarc')).toMatchObject({ status: 'ok', found: ['v=DMARC1; p=reject'] });
  });

  test('keeps the earlier result of a record that the resolver cannot tell about', async () => {
    const identity = await anIdentity();
    await publish(identity);
    const before = await verify(identity);
    await setDns(identity.domain, { error: 'SERVFAIL' });
    await setDns(`link.${identity.domain}`, { error: 'SERVFAIL' });

    const unsure = await verify(identity);
    await setDns(identity.domain, { error: 'NXDOMAIN' });
    const sure = await verify(identity);

    expect(unsure.dns_records).toEqual(before.dns_records);
    expect(unsure).toMatchObject({ status: 'verified', click_tracking: { status: 'active' } });
    expect(statusesOf(sure)).toMatchObject({ spf: 'missing', inbound_mx: 'missing', dkim: 'ok' });
  });

  test('keeps the status when the provider does not answer', async () => {
    const [known, fresh] = [await anIdentity(), await anIdentity()];
    await publish(known);
    await publish(fresh);
    await verify(known);
    const error = 'BadRequestException';
    await service.control('POST', '/faults', { service: 'sesv2', operation: 'GetEmailIdentity', error });

    expect(await verify(known)).toMatchObject({ status: 'verified', mail_from: { status: 'active' } });
    expect(await verify(fresh)).toMatchObject({ status: 'pending', mail_from: { status: 'pending' } });
  });

  test('tracking ends when its name leads elsewhere, and comes back with it', async () => {
    const identity = await anIdentity();
    await publish(identity);
    await verify(identity);

    await unpublish(`link.${identity.domain}`);
    const without = await verify(identity);
    await publish(identity, ['click_tracking']);
    const again = await verify(identity);

    expect(without).toMatchObject({ status: 'verified', click_tracking: { status: 'pending' } });
    expect(again).toMatchObject({ click_tracking: { status: 'active' } });
  });

  test('a domain that loses its DKIM records is doubted, keeps its first verification, and recovers', async () => {
    const identity = await anIdentity();
    await publish(identity);
    const first = await verify(identity);

    for (const { name } of identity.dns_records.slice(0, 3)) await unpublish(name);
    const doubted = await verify(identity);
    await publish(identity, dkimOnly);
    const recovered = await verify(identity);

    expect(doubted.status).toBe('temporary_failure');
    expect(recovered).toMatchObject({
      status: 'verified',
      verified_at: (first as Domain & { verified_at: string }).verified_at,
    });
  });
});

/** contract.md, D45. */
describe('a name that several workspaces use', () => {
  let other: { id: string; key: string };

  beforeAll(async () => {
    other = await oldWorkspace();
  });

  const addedByOther = async ({ domain }: Domain): Promise<Domain> =>
    (await add({ domain, risk_class: 'transactional' }, other.key)).body.data[0];

  const ownership = (identity: Domain) => identity.dns_records.filter(({ kind }) => kind === 'ownership');

  const isAskedFor = (domain: string, status: string) => [
    {
      kind: 'ownership',
      type: 'TXT',
      name: `_carrier-nest.${domain}`,
      value: expect.stringMatching(/^carrier-nest=./),
      priority: null,
      optional: false,
      status,
      found: [],
    },
  ];

  test('asks each that is not verified for a record of its own', async () => {
    const ours = await anIdentity();
    expect(ownership(ours)).toEqual([]);

    const theirs = await addedByOther(ours);

    expect(ownership(theirs)).toEqual(isAskedFor(ours.domain, 'unchecked'));
    expect(ownership(await get(ours))).toEqual(isAskedFor(ours.domain, 'unchecked'));
    expect(ownership(await get(ours))[0]?.value).not.toBe(ownership(theirs)[0]?.value);
  });

  test('is verified only for those whose record stands beside those of DKIM', async () => {
    const ours = await anIdentity();
    const theirs = await addedByOther(ours);
    await publish(ours, dkimOnly);

    expect([await verify(ours), await verify(theirs, other.key)]).toMatchObject([
      { status: 'pending', verified_at: null },
      { status: 'pending', verified_at: null },
    ]);
    await publish(theirs, ['ownership']);
    expect([await verify(ours), await verify(theirs, other.key)]).toMatchObject([
      { status: 'pending', verified_at: null },
      { status: 'verified', verified_at: aTime },
    ]);
    expect(ownership(await get(ours))).toMatchObject([
      { status: 'mismatch', found: [recordOf(theirs, 'ownership').value] },
    ]);
    await setDns(recordOf(theirs, 'ownership').name, {
      TXT: [recordOf(theirs, 'ownership').value, recordOf(await get(ours), 'ownership').value],
    });
    expect([await verify(ours), await verify(theirs, other.key)]).toMatchObject([
      { status: 'verified' },
      { status: 'verified' },
    ]);
    await unpublish(recordOf(theirs, 'ownership').name);
    expect([await verify(ours), await verify(theirs, other.key)]).toMatchObject([
      { status: 'temporary_failure' },
      { status: 'temporary_failure' },
    ]);
  });

  test('stays verified for whoever was before the others came, until its DKIM fails', async () => {
    const ours = await anIdentity();
    await publish(ours);
    expect(await verify(ours)).toMatchObject({ status: 'verified' });

    const theirs = await addedByOther(ours);
    expect(ownership(await verify(ours))).toEqual([]);
    expect(await verify(theirs, other.key)).toMatchObject({ status: 'pending' });
    expect(await get(ours)).toMatchObject({ status: 'verified' });

    for (const { name, kind } of ours.dns_records) if (kind === 'dkim') await unpublish(name);
    const lapsed = await verify(ours);
    expect(lapsed).toMatchObject({ status: 'temporary_failure' });
    await publish(ours, dkimOnly);
    expect(await verify(ours)).toMatchObject({ status: 'temporary_failure' });
    await publish(lapsed, ['ownership']);
    expect(await verify(ours)).toMatchObject({ status: 'verified' });
    expect(await verify(theirs, other.key)).toMatchObject({ status: 'pending' });
  });

  test('asks both when they add it at the same time', async () => {
    const domain = aName();
    const body = { domain, risk_class: 'transactional' };
    const added = await Promise.all([add(body), add(body, other.key)]);
    const [ours, theirs] = added.map((answer) => answer.body.data[0] as Domain);
    if (!ours || !theirs) throw new Error('Not added');
    await publish(ours, dkimOnly);

    const checked = [await verify(ours), await verify(theirs, other.key)];

    expect(checked).toMatchObject([{ status: 'pending' }, { status: 'pending' }]);
    expect(checked.map((one) => ownership(one).length)).toEqual([1, 1]);
  });

  test('needs the record also once the others are gone', async () => {
    const ours = await anIdentity();
    const theirs = await addedByOther(ours);
    await publish(ours, dkimOnly);
    await remove(ours);

    expect(await verify(theirs, other.key)).toMatchObject({ status: 'pending' });
  });
});

describe('sending', () => {
  const sendFrom = (domain: string) =>
    service.api('POST', '/v1/emails', { key: workspace.key, body: anEmail({ from: `desk@${domain}` }) });

  test('is refused until the domain is verified, and works from then on', async () => {
    const identity = await anIdentity();

    const before = await sendFrom(identity.domain);
    await publish(identity, dkimOnly);
    await verify(identity);
    const after = await sendFrom(identity.domain);

    expect(refusalOf(before)).toMatchObject({ status: 422, type: 'no_verified_identity' });
    expect(before.body.error.message).toMatch(
      new RegExp(`^No verified transactional sending domain for ${identity.domain}`),
    );
    expect(after).toMatchObject({ status: 202, body: { status: 'sent' } });
  });

  test('transactional mail is refused from a marketing domain', async () => {
    const identity = await anIdentity('marketing');
    await publish(identity);
    await verify(identity);

    expect(refusalOf(await sendFrom(identity.domain))).toMatchObject({ type: 'no_verified_identity' });
  });
});

describe('deleting a domain', () => {
  test('removes it and leaves its sister, its emails and a later one of that name alone', async () => {
    const [mail, news] = (await add({ domain: aName() })).body.data as [Domain, Domain];
    await publish(mail, dkimOnly);
    await verify(mail);
    const from = `desk@${mail.domain}`;
    const sent = await service.api('POST', '/v1/emails', { key: workspace.key, body: anEmail({ from }) });

    const deleted = await remove(mail);
    const next = await service.api('POST', '/v1/emails', { key: workspace.key, body: anEmail({ from }) });
    const history = await service.api('GET', `/v1/emails/${sent.body.id}`, { key: workspace.key });

    expect(deleted).toMatchObject({ status: 200, body: { id: mail.id, deleted: true } });
    expect(Object.keys(deleted.body)).toEqual(['id', 'deleted']);
    expect(refusalOf(await service.api('GET', `/v1/domains/${mail.id}`, workspace)).status).toBe(404);
    expect(refusalOf(await remove(mail)).status).toBe(404);
    expect(await get(news)).toEqual(news);
    expect(refusalOf(next).type).toBe('no_verified_identity');
    expect(history).toMatchObject({ status: 200, body: { from } });
  });

  test('and adding it again yields new DKIM tokens, which nothing published fits', async () => {
    const identity = await anIdentity();
    await publish(identity);
    await verify(identity);
    await remove(identity);

    const [again] = (await add({ domain: identity.domain, risk_class: 'transactional' })).body.data as [
      Domain,
    ];

    expect(again).toMatchObject({ status: 'pending', domain: identity.domain });
    expect(again.id).not.toBe(identity.id);
    expect(recordOf(again, 'dkim').name).not.toBe(recordOf(identity, 'dkim').name);
    expect(await verify(again)).toMatchObject({ status: 'pending' });
  });

  test.each(['DeleteEmailIdentity', 'DeleteConfigurationSet'])(
    'while the provider refuses %s is 502 and keeps it; a retry finishes',
    async (operation) => {
      const identity = await anIdentity();
      const error = 'ConcurrentModificationException';
      await service.control('POST', '/faults', { service: 'sesv2', operation, error });

      const refused = await remove(identity);
      const kept = await get(identity);
      await service.control('DELETE', '/faults');
      const retried = await remove(identity);

      expect(refusalOf(refused)).toMatchObject({ status: 502, type: 'provider_error' });
      expect(kept).toEqual(identity);
      expect(retried).toMatchObject({ status: 200, body: { id: identity.id, deleted: true } });
    },
  );

  test('that another workspace uses too leaves it verified there', async () => {
    const other = await oldWorkspace();
    const identity = await anIdentity();
    const body = { domain: identity.domain, risk_class: 'transactional' };
    const [theirs] = (await add(body, other.key)).body.data as [Domain];
    await publish(theirs);

    await remove(identity);

    expect(await verify(theirs, other.key)).toMatchObject({ status: 'verified' });
  });

  test('ten times at once: it is gone, and nothing else answered than 200 or 404', async () => {
    const identity = await anIdentity();

    const answers = await Promise.all(Array.from({ length: 10 }, () => remove(identity)));

    expect(answers.map(({ status }) => status)).toContain(200);
    expect(answers.every(({ status }) => status === 200 || status === 404)).toBe(true);
    expect((await service.api('GET', `/v1/domains/${identity.id}`, workspace)).status).toBe(404);
  });
});

describe('the background monitor', () => {
  useTravellingRuntime({ checksDomains: true });

  beforeAll(async () => {
    workspace = await oldWorkspace();
  });

  test('makes a pending domain verified within a minute or so of its publication', async () => {
    const identity = await anIdentity();
    await publish(identity);

    await service.advance(90_000);

    expect(await get(identity)).toMatchObject({
      status: 'verified',
      mail_from: { status: 'active' },
      click_tracking: { status: 'active' },
    });
  });

  test('looks at a pending domain every minute and at a verified one every ten', async () => {
    const [waiting, signed] = [await anIdentity(), await anIdentity()];
    await publish(signed, dkimOnly);
    const verified = await verify(signed);

    await service.advance(5 * minuteMs);
    const [waitingAfter5, signedAfter5] = [await get(waiting), await get(signed)];
    await service.advance(6 * minuteMs);

    const checkedAt = (domain: Domain) => (domain as Domain & { last_checked_at: string }).last_checked_at;
    const now = await service.now();
    expect(Date.parse(now) - Date.parse(checkedAt(waitingAfter5))).toBeLessThan(8 * minuteMs);
    expect(checkedAt(signedAfter5)).toBe(checkedAt(verified));
    expect(checkedAt(await get(signed))).not.toBe(checkedAt(verified));
  });

  /** contract.md, D45. */
  test('looks at what proves a name that several workspaces use', async () => {
    const other = await oldWorkspace();
    const ours = await anIdentity();
    const added = await add({ domain: ours.domain, risk_class: 'transactional' }, other.key);
    const theirs = added.body.data[0] as Domain;
    const proof = theirs.dns_records.filter(({ kind }) => kind === 'ownership');
    await publish(ours, dkimOnly);
    for (const { name, value } of proof) await setDns(name, { TXT: [value] });

    await service.advance(90_000);
    const [oursPublished, theirsPublished] = [await get(ours), await get(theirs, other.key)];
    for (const { name } of proof) await unpublish(name);
    await service.advance(11 * minuteMs);

    expect(proof).toHaveLength(1);
    expect([oursPublished, theirsPublished]).toMatchObject([{ status: 'pending' }, { status: 'verified' }]);
    expect(await get(theirs, other.key)).toMatchObject({ status: 'temporary_failure' });
  });

  test('asks the provider for one domain after the other, at the pace that the deployment is set to', async () => {
    for (let at = 0; at < 6; at += 1) await anIdentity();
    const since = await service.now();

    await service.advance(2 * minuteMs);

    const asked = (await service.calls(since)).filter(
      (call) => call.function.endsWith('monitorDomains') && call.operation === 'GetEmailIdentity',
    );
    // Those that were there at the turn of a minute are looked at before the others.
    const times = asked.map(({ at }) => Date.parse(at)).sort();
    const together = asked.filter(({ request_id }) => request_id === asked.at(-1)?.request_id).length;
    expect(times.length).toBeGreaterThanOrEqual(6);
    // Twenty a second here, as packages/local/src/template/settings.json says.
    expect(together).toBeGreaterThan(1);
    expect((times.at(-1) ?? 0) - (times.at(-together) ?? 0)).toBeGreaterThan((together - 1) * 50 - 40);
  });

  test('does not bring back a domain that is deleted while it is being checked', async () => {
    const identity = await anIdentity();
    await publish(identity);
    // From now on every run of the monitor has it.
    await service.advance(35_000);
    const since = await service.now();
    await service.control('POST', '/faults', {
      service: 'sesv2',
      operation: 'GetEmailIdentity',
      function: 'monitorDomains',
      delay_ms: 1_500,
    });

    const moved = service.advance(90_000);
    await untilMonitorReads(since);
    const deleted = await remove(identity);
    await moved;
    await service.control('DELETE', '/faults');
    await service.advance(2 * minuteMs);

    expect(deleted).toMatchObject({ status: 200 });
    expect((await service.api('GET', `/v1/domains/${identity.id}`, workspace)).status).toBe(404);
    expect((await service.api('GET', '/v1/domains', workspace)).body.data).not.toContainEqual(
      expect.objectContaining({ domain: identity.domain }),
    );
  });

  /** The monitor has the domains that are due, and does not yet have the provider's answer. */
  async function untilMonitorReads(since: string): Promise<void> {
    const hasRead = async () =>
      (await service.calls(since)).some(
        (call) => call.function.endsWith('monitorDomains') && call.operation === 'Query',
      );
    await until(hasRead, () => 'The monitor reads no domains');
  }

  test('gives up after three days: on a Return-Path, and on a domain until its owner asks', async () => {
    const [signed, waiting] = [await anIdentity(), await anIdentity()];
    await publish(signed, dkimOnly);
    await verify(signed);
    await service.advance(72 * hourMs);
    await service.advance(11 * minuteMs);
    const [signedAfter, waitingAfter] = [await get(signed), await get(waiting)];

    await publish(signed);
    await publish(waiting);
    await service.advance(11 * minuteMs);
    const leftAlone = await get(waiting);
    const asked = await verify(waiting);
    await verify(signed);
    const resumed = await verify(signed);

    expect(signedAfter).toMatchObject({ status: 'verified', mail_from: { status: 'failed' } });
    expect(waitingAfter).toMatchObject({ status: 'failed', mail_from: { status: 'failed' } });
    expect(leftAlone.status).toBe('failed');
    expect(asked.status).toBe('verified');
    expect(resumed).toMatchObject({ status: 'verified', mail_from: { status: 'active' } });
  });
});
