import { randomUUID } from 'node:crypto';
import { refusalOf } from '../../support/api-helpers';
import { hourMs, minuteMs } from '../../../shared/core/time';
import { anEmail, aWorkspace } from '../../support/factories';
import type { ApiResponse } from '../../support/service';
import { aTimestamp } from '../../support/matchers';
import { useService, useTimeTravelRuntime } from '../../support/use-service';
import { waitUntil } from '../../support/wait-until';

const service = useService();
let workspace: { id: string; key: string };

beforeAll(async () => {
  workspace = await createEstablishedWorkspace();
});

afterEach(() => service.control('DELETE', '/faults'));

/** Creates a workspace that is older than the limit for new workspaces. */
const createEstablishedWorkspace = (settings: Record<string, unknown> = {}) =>
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
  click_tracking: { hostname: string; status: string; problem: string | null };
  mail_from: { domain: string; status: string };
}

const randomDomain = (): string => `${randomUUID().slice(0, 8)}.example`;

const addDomain = (body: unknown, key = workspace.key): Promise<ApiResponse> =>
  service.api('POST', '/v1/domains', { key, body });

/** Creates an identity on a unique domain without DNS records. */
async function createIdentity(riskClass = 'transactional', key = workspace.key): Promise<Domain> {
  const domain = randomDomain();
  await removeRecords(domain);
  const created = await addDomain({ domain, risk_class: riskClass }, key);
  expect(created.status).toBe(201);
  const [identity] = created.body.data as [Domain];
  for (const { name } of identity.dns_records) await removeRecords(name);
  return identity;
}

const getDomain = async ({ id }: { id: string }, key = workspace.key): Promise<Domain> =>
  (await service.api('GET', `/v1/domains/${id}`, { key })).body;

const verifyDomain = async ({ id }: { id: string }, key = workspace.key): Promise<Domain> => {
  const checkedIdentity = await service.api('POST', `/v1/domains/${id}/verify`, { key });
  expect(checkedIdentity.status).toBe(200);
  return checkedIdentity.body;
};

const deleteDomain = ({ id }: { id: string }, key = workspace.key): Promise<ApiResponse> =>
  service.api('DELETE', `/v1/domains/${id}`, { key });

const setDns = (name: string, settings: object): Promise<unknown> =>
  service.control('PUT', `/dns/${name}`, settings);

/** Removes all DNS records of the name. */
const removeRecords = (name: string): Promise<unknown> => setDns(name, { A: [] });

/** Publishes the requested DNS records, or only the records of the given kinds. */
async function publishRecords({ dns_records: records }: Domain, kinds?: string[]): Promise<void> {
  const recordsToPublish = records.filter(({ kind }) => !kinds || kinds.includes(kind));
  for (const name of new Set(recordsToPublish.map((record) => record.name))) {
    const settings = recordsToPublish.filter((record) => record.name === name).map(dnsSettingOf);
    await setDns(name, Object.assign({}, ...settings));
  }
}

const dnsSettingOf = ({ type, value, priority }: DnsRecord) =>
  type === 'MX' ? { MX: [{ exchange: value, priority }] } : { [type]: [value] };

const dkimOnly = ['dkim'];

const statusesOf = ({ dns_records: records }: Domain): Record<string, string> =>
  Object.fromEntries(records.map(({ kind, status }) => [kind, status]));

const recordOf = ({ dns_records: records }: Domain, kind: string): DnsRecord => {
  const found = records.find((record) => record.kind === kind);
  if (!found) throw new Error(`There is no record ${kind}`);
  return found;
};

const allRecordsWith = (status: string) =>
  Object.fromEntries(
    ['dkim', 'spf', 'dmarc', 'mail_from_mx', 'mail_from_spf', 'inbound_mx', 'click_tracking'].map((kind) => [
      kind,
      status,
    ]),
  );

describe('adding a domain', () => {
  // DM-1, DM-6, DM-8
  test('without a risk class creates both domains under the root and returns the DNS records', async () => {
    const root = randomDomain();

    const { status, body } = await addDomain({ domain: root });

    expect(status).toBe(201);
    expect(body).toMatchObject({ object: 'list', has_more: false, next_cursor: null });
    expect(body.data).toEqual([
      pendingIdentity(`mail.${root}`, 'transactional'),
      pendingIdentity(`news.${root}`, 'marketing'),
    ]);
  });

  // DM-9
  test.each(['mail', 'news'])('with the name %s.<root> creates the same pair', async (label) => {
    const root = randomDomain();

    const { body } = await addDomain({ domain: `${label}.${root.toUpperCase()}` });

    expect(body.data.map(({ domain }: Domain) => domain)).toEqual([`mail.${root}`, `news.${root}`]);
  });

  test.each([
    ['mail.acme.co.uk', ['mail.acme.co.uk', 'news.acme.co.uk']],
    ['mail.co.uk', ['mail.mail.co.uk', 'news.mail.co.uk']],
    ['news.io', ['mail.news.io', 'news.news.io']],
  ])('%s creates %j', async (domain, domainNames) => {
    const { body } = await addDomain({ domain });

    expect(body.data.map((identity: Domain) => identity.domain)).toEqual(domainNames);
  });

  // DM-10
  test.each(['transactional', 'marketing'])(
    'with the risk class %s creates one domain with the given name',
    async (riskClass) => {
      const domain = `mail.${randomDomain()}`;

      const { status, body } = await addDomain({ domain, risk_class: riskClass });

      expect(status).toBe(201);
      expect(body.data).toEqual([pendingIdentity(domain, riskClass)]);
    },
  );

  // DM-11
  test('again returns 201 and the existing domains unchanged', async () => {
    const root = randomDomain();
    const first = await addDomain({ domain: root });
    const [mail, news] = first.body.data as [Domain, Domain];
    await publishRecords(mail, dkimOnly);
    const verified = await verifyDomain(mail);

    const addedByRoot = await addDomain({ domain: root });
    const addedByName = await addDomain({ domain: `mail.${root}`, risk_class: 'marketing' });

    expect(addedByRoot).toMatchObject({ status: 201, body: { object: 'list', data: [verified, news] } });
    expect(addedByName).toMatchObject({ status: 201, body: { object: 'list', data: [verified] } });
  });

  // DM-11
  test('again after one domain of the pair was deleted adds only the missing domain', async () => {
    const root = randomDomain();
    const [mail, news] = (await addDomain({ domain: root })).body.data as [Domain, Domain];
    await deleteDomain(news);

    const { body } = await addDomain({ domain: root });

    expect(body.data[0]).toEqual(mail);
    expect(body.data[1]).toMatchObject({ domain: `news.${root}`, status: 'pending' });
    expect(body.data[1].id).not.toBe(news.id);
  });

  test('ten times concurrently creates each identity once', async () => {
    const { key } = await createEstablishedWorkspace();
    const domain = randomDomain();

    const responses = await Promise.all(Array.from({ length: 10 }, () => addDomain({ domain }, key)));

    const ids = new Set(responses.flatMap(({ body }) => body.data?.map(({ id }: Domain) => id) ?? []));
    const listed = await service.api('GET', '/v1/domains', { key });
    expect(responses.every(({ status }) => status === 201 || status === 503)).toBe(true);
    expect(new Set(listed.body.data.map(({ id }: Domain) => id))).toEqual(ids);
    expect(ids.size).toBe(2);
  });

  // DM-12
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
  ])('%j is refused, and nothing is created', async (domain) => {
    const response = await addDomain({ domain });

    expect(refusalOf(response)).toMatchObject({ status: 422, type: 'invalid_request' });
    expect(response.body.error.message).toMatch(/^domain: /);
  });

  test.each([
    [{}, ['domain']],
    [{ domain: 1 }, ['domain']],
    [{ domain: null }, ['domain']],
    [{ domain: 'acme.test', risk_class: 'both' }, ['risk_class']],
    [{ domain: 'acme.test', risk_class: null }, ['risk_class']],
    [[], []],
  ])('%j is refused, and the error names the field', async (body, path) => {
    const response = await addDomain(body);

    expect(refusalOf(response)).toEqual({
      status: 422,
      type: 'invalid_request',
      message: 'Validation failed',
    });
    expect(response.body.error.details).toEqual([{ path, message: expect.any(String) }]);
  });

  test('that SES rejects returns 502 and can be repeated', async () => {
    const domain = randomDomain();
    await service.control('POST', '/faults', {
      service: 'sesv2',
      operation: 'CreateEmailIdentity',
      error: 'BadRequestException',
    });
    const refused = await addDomain({ domain, risk_class: 'transactional' });
    await service.control('DELETE', '/faults');

    const repeated = await addDomain({ domain, risk_class: 'transactional' });

    expect(refusalOf(refused)).toMatchObject({ status: 502, type: 'provider_error' });
    expect(repeated.body.data).toEqual([pendingIdentity(domain, 'transactional')]);
  });
});

/** Returns a new identity that has not been checked. */
function pendingIdentity(domain: string, riskClass: string) {
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
    expect.stringMatching(new RegExp(`^\\w{32}\\._domainkey\\.${domain}$`)),
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
    click_tracking: { hostname: `link.${domain}`, status: 'pending', problem: null },
    mail_from: { domain: `bounce.${domain}`, status: 'pending' },
    created_at: aTimestamp,
    verified_at: null,
    last_checked_at: null,
  };
}

describe('the limit of root domains', () => {
  const addDomains = async (count: number, key: string): Promise<string[]> => {
    const roots = Array.from({ length: count }, randomDomain);
    for (const domain of roots) {
      expect((await addDomain({ domain, risk_class: 'transactional' }, key)).status).toBe(201);
    }
    return roots;
  };

  // DM-13
  test('is three on the free plan, and more domains under the three roots are allowed', async () => {
    const { key } = await createEstablishedWorkspace({ plan: 'free' });
    const [root = ''] = await addDomains(3, key);

    const fourth = await addDomain({ domain: randomDomain() }, key);
    const subdomain = await addDomain({ domain: `eu.${root}`, risk_class: 'marketing' }, key);
    const pair = await addDomain({ domain: root }, key);

    expect(refusalOf(fourth)).toMatchObject({ status: 402, type: 'plan_limit_reached' });
    expect([subdomain.status, pair.status]).toEqual([201, 201]);
  });

  // DM-13
  test('is five in the first seven days on every plan', async () => {
    const { key, id } = await aWorkspace(service);
    await addDomains(5, key);

    const sixth = await addDomain({ domain: randomDomain(), risk_class: 'transactional' }, key);
    await service.control('PATCH', `/workspaces/${id}`, { created_at: '2020-01-01T00:00:00.000Z' });
    const afterSevenDays = await addDomain({ domain: randomDomain(), risk_class: 'transactional' }, key);

    expect(refusalOf(sixth)).toMatchObject({ status: 402, type: 'plan_limit_reached' });
    expect(afterSevenDays.status).toBe(201);
  });

  test('applies to concurrent requests', async () => {
    const { key } = await createEstablishedWorkspace({ plan: 'free' });
    await addDomains(2, key);

    const responses = await Promise.all(
      [randomDomain(), randomDomain(), randomDomain()].map((domain) =>
        addDomain({ domain, risk_class: 'transactional' }, key),
      ),
    );

    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 402, 402]);
  });

  test('does not count deleted domains', async () => {
    const { key } = await createEstablishedWorkspace({ plan: 'free' });
    await addDomains(3, key);
    const [newest] = (await service.api('GET', '/v1/domains', { key })).body.data as [Domain];
    await deleteDomain(newest, key);

    expect((await addDomain({ domain: randomDomain(), risk_class: 'transactional' }, key)).status).toBe(201);
  });

  test('does not refuse a repeated request', async () => {
    const { key } = await createEstablishedWorkspace({ plan: 'free' });
    const [root] = await addDomains(3, key);

    expect((await addDomain({ domain: root, risk_class: 'transactional' }, key)).status).toBe(201);
  });
});

describe('the limit of sending domains', () => {
  const setMax = (id: string, identities_max: number | null) =>
    service.control('PATCH', `/workspaces/${id}`, { identities_max });

  const addSubdomain = (name: string, key: string) =>
    addDomain({ domain: `${name}.${rootOf.get(key)}`, risk_class: 'transactional' }, key);

  const rootOf = new Map<string, string>();

  /** Creates a workspace with this number of sending domains, all under one root. */
  async function createWorkspaceWith(count: number, settings: Record<string, unknown> = {}) {
    const { id, key } = await createEstablishedWorkspace(settings);
    rootOf.set(key, randomDomain());
    for (let index = 0; index < count; index += 1)
      await service.control('POST', `/workspaces/${id}/domains`, {
        domain: `d${index}.${rootOf.get(key)}`,
        risk_class: 'transactional',
        verified: false,
        tracking: false,
      });
    return { id, key };
  }

  const statusesOf = (responses: ApiResponse[]) => responses.map(({ status }) => status).toSorted();

  // DM-26
  test('is 50 unless the operator sets another', async () => {
    const { id, key } = await createWorkspaceWith(49);

    const last = await addSubdomain('last', key);
    const refused = await addSubdomain('next', key);
    const repeated = await addSubdomain('last', key);
    await setMax(id, 51);
    const afterRaise = await addSubdomain('next', key);
    const atRaised = await addSubdomain('another', key);
    const cleared = await setMax(id, null);
    const atDefault = await addSubdomain('another', key);

    expect([last, repeated, afterRaise].map(({ status }) => status)).toEqual([201, 201, 201]);
    for (const response of [refused, atRaised, atDefault])
      expect(refusalOf(response)).toMatchObject({ status: 402, type: 'plan_limit_reached' });
    expect(cleared).not.toHaveProperty('identities_max');
  });

  // DM-26
  test('refuses a root whose two domains do not both fit, and adds neither', async () => {
    const { key } = await createWorkspaceWith(1, { identities_max: 2 });

    const pair = await addDomain({ domain: randomDomain() }, key);

    expect(refusalOf(pair)).toMatchObject({ status: 402, type: 'plan_limit_reached' });
    expect((await service.api('GET', '/v1/domains', { key })).body.data).toHaveLength(1);
  });

  // DM-26
  test('applies to concurrent requests, and keeps no identity of a refused domain at SES', async () => {
    const { key } = await createWorkspaceWith(1, { identities_max: 2 });
    await service.control('POST', '/faults', {
      service: 'sesv2',
      operation: 'CreateEmailIdentity',
      delay_ms: 1_500,
      times: 2,
    });
    const since = await service.now();

    const responses = await Promise.all(['one', 'two'].map((name) => addSubdomain(name, key)));

    expect(statusesOf(responses)).toEqual([201, 402]);
    const deletions = (await service.calls(since)).filter(
      ({ operation }) => operation === 'DeleteEmailIdentity',
    );
    expect(deletions).toHaveLength(1);
  });
});

describe('reading domains', () => {
  // DM-7, R-39
  test('lists every identity with its last check on a single page, newest first', async () => {
    const { key } = await createEstablishedWorkspace();
    const first = (await addDomain({ domain: randomDomain() }, key)).body.data as Domain[];
    const second = (await addDomain({ domain: randomDomain() }, key)).body.data as Domain[];

    const listed = await service.api('GET', '/v1/domains?limit=1&cursor=garbage', { key });

    expect(listed.status).toBe(200);
    expect(listed.body).toEqual({
      object: 'list',
      data: [...first, ...second].toReversed(),
      has_more: false,
      next_cursor: null,
    });
  });

  test('returns the same domain by id as in the list', async () => {
    const identity = await createIdentity();

    expect(await getDomain(identity)).toEqual(identity);
  });

  //
  test.each([
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/verify'],
  ])(
    'with %s and a domain name instead of the id returns 404, and the error contains the id',
    async (method, action) => {
      const { id, domain } = await createIdentity();

      const ownResponse = await service.api(
        method,
        `/v1/domains/${domain.toUpperCase()}${action}`,
        workspace,
      );
      const foreignResponse = await service.api(method, `/v1/domains/${domain}${action}`);

      expect(refusalOf(ownResponse)).toMatchObject({ status: 404, type: 'not_found' });
      expect(ownResponse.body.error.message).toContain(id);
      expect(refusalOf(foreignResponse)).toMatchObject({ status: 404, type: 'not_found' });
      expect(foreignResponse.body.error.message).not.toContain(id);
      expect(await getDomain({ id })).toMatchObject({ status: 'pending' });
    },
  );
});

describe('verifying a domain', () => {
  // DM-15
  test('without published records reports them as missing, without an error', async () => {
    const identity = await createIdentity();

    const checkedIdentity = await verifyDomain(identity);

    expect(checkedIdentity).toMatchObject({
      status: 'pending',
      verified_at: null,
      last_checked_at: aTimestamp,
    });
    expect(statusesOf(checkedIdentity)).toEqual(allRecordsWith('missing'));
    expect(checkedIdentity.dns_records.every(({ found }) => found.length === 0)).toBe(true);
    expect(await getDomain(identity)).toEqual(checkedIdentity);
  });

  // DM-15
  test('with all records published verifies the domain and activates the Return-Path and tracking', async () => {
    const identity = await createIdentity();
    await publishRecords(identity);

    const checkedIdentity = await verifyDomain(identity);

    expect(statusesOf(checkedIdentity)).toEqual(allRecordsWith('ok'));
    expect(checkedIdentity).toMatchObject({
      status: 'verified',
      mail_from: { domain: `bounce.${identity.domain}`, status: 'active' },
      click_tracking: { hostname: `link.${identity.domain}`, status: 'active' },
      verified_at: aTimestamp,
      last_checked_at: aTimestamp,
    });
    expect(recordOf(checkedIdentity, 'inbound_mx').found).toEqual([
      `10 ${recordOf(identity, 'inbound_mx').value}`,
    ]);
  });

  // DM-4
  test('depends only on DKIM', async () => {
    const [dkimIdentity, withoutDkim] = [await createIdentity(), await createIdentity()];
    await publishRecords(dkimIdentity, dkimOnly);
    await publishRecords(withoutDkim, ['spf', 'dmarc', 'mail_from_mx', 'mail_from_spf', 'click_tracking']);

    expect(await verifyDomain(dkimIdentity)).toMatchObject({
      status: 'verified',
      mail_from: { status: 'pending' },
      click_tracking: { status: 'pending' },
    });
    expect(await verifyDomain(withoutDkim)).toMatchObject({ status: 'pending' });
  });

  // DM-2
  test('shows the records that DNS has instead of the expected records', async () => {
    const identity = await createIdentity();
    await setDns(identity.domain, {
      TXT: ['v=spf1 include:other.example -all', 'google-site-verification=1'],
      MX: [{ exchange: 'mx.other.example', priority: 5 }],
    });
    await setDns(`link.${identity.domain}`, { CNAME: ['elsewhere.example'] });
    await setDns(`_dmarc.${identity.domain}`, { TXT: ['v=DMARC1; p=reject'] });

    const checkedIdentity = await verifyDomain(identity);

    expect(recordOf(checkedIdentity, 'spf')).toMatchObject({
      status: 'mismatch',
      found: ['v=spf1 include:other.example -all'],
    });
    expect(recordOf(checkedIdentity, 'inbound_mx')).toMatchObject({
      status: 'mismatch',
      found: ['5 mx.other.example'],
    });
    expect(recordOf(checkedIdentity, 'click_tracking')).toMatchObject({
      status: 'mismatch',
      found: ['elsewhere.example'],
    });
    expect(recordOf(checkedIdentity, 'dmarc')).toMatchObject({ status: 'ok', found: ['v=DMARC1; p=reject'] });
  });

  // DM-16
  test('keeps the earlier result of a record when the resolver fails', async () => {
    const identity = await createIdentity();
    await publishRecords(identity);
    const before = await verifyDomain(identity);
    await setDns(identity.domain, { error: 'SERVFAIL' });
    await setDns(`link.${identity.domain}`, { error: 'SERVFAIL' });

    const afterResolverError = await verifyDomain(identity);
    await setDns(identity.domain, { error: 'NXDOMAIN' });
    const afterNxdomain = await verifyDomain(identity);

    expect(afterResolverError.dns_records).toEqual(before.dns_records);
    expect(afterResolverError).toMatchObject({ status: 'verified', click_tracking: { status: 'active' } });
    expect(statusesOf(afterNxdomain)).toMatchObject({ spf: 'missing', inbound_mx: 'missing', dkim: 'ok' });
  });

  // DM-16
  test('keeps the status when SES does not respond', async () => {
    const [verifiedIdentity, newIdentity] = [await createIdentity(), await createIdentity()];
    await publishRecords(verifiedIdentity);
    await publishRecords(newIdentity);
    await verifyDomain(verifiedIdentity);
    const error = 'BadRequestException';
    await service.control('POST', '/faults', { service: 'sesv2', operation: 'GetEmailIdentity', error });

    expect(await verifyDomain(verifiedIdentity)).toMatchObject({
      status: 'verified',
      mail_from: { status: 'active' },
    });
    expect(await verifyDomain(newIdentity)).toMatchObject({
      status: 'pending',
      mail_from: { status: 'pending' },
    });
  });

  // DM-19
  test('stops tracking when the CNAME points elsewhere, and resumes tracking when the CNAME points back', async () => {
    const identity = await createIdentity();
    await publishRecords(identity);
    await verifyDomain(identity);

    await removeRecords(`link.${identity.domain}`);
    const withoutRecords = await verifyDomain(identity);
    await publishRecords(identity, ['click_tracking']);
    const repeated = await verifyDomain(identity);

    expect(withoutRecords).toMatchObject({ status: 'verified', click_tracking: { status: 'pending' } });
    expect(repeated).toMatchObject({ click_tracking: { status: 'active' } });
  });

  test('whose DKIM records were removed sets temporary_failure and keeps verified_at until the records are restored', async () => {
    const identity = await createIdentity();
    await publishRecords(identity);
    const first = await verifyDomain(identity);

    for (const { name } of identity.dns_records.slice(0, 3)) await removeRecords(name);
    const withoutDkimRecords = await verifyDomain(identity);
    await publishRecords(identity, dkimOnly);
    const recovered = await verifyDomain(identity);

    expect(withoutDkimRecords.status).toBe('temporary_failure');
    expect(recovered).toMatchObject({
      status: 'verified',
      verified_at: (first as Domain & { verified_at: string }).verified_at,
    });
  });
});

/** See DM-20 to DM-22. */
describe('a domain name that several workspaces use', () => {
  let otherWorkspace: { id: string; key: string };

  beforeAll(async () => {
    otherWorkspace = await createEstablishedWorkspace();
  });

  const addInOtherWorkspace = async ({ domain }: Domain): Promise<Domain> =>
    (await addDomain({ domain, risk_class: 'transactional' }, otherWorkspace.key)).body.data[0];

  const ownershipRecords = (identity: Domain) =>
    identity.dns_records.filter(({ kind }) => kind === 'ownership');

  const expectedOwnershipRecord = (domain: string, status: string) => [
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

  // DM-20
  test('requires an ownership record from each unverified workspace', async () => {
    const ownIdentity = await createIdentity();
    expect(ownershipRecords(ownIdentity)).toEqual([]);

    const otherIdentity = await addInOtherWorkspace(ownIdentity);

    expect(ownershipRecords(otherIdentity)).toEqual(expectedOwnershipRecord(ownIdentity.domain, 'unchecked'));
    expect(ownershipRecords(await getDomain(ownIdentity))).toEqual(
      expectedOwnershipRecord(ownIdentity.domain, 'unchecked'),
    );
    expect(ownershipRecords(await getDomain(ownIdentity))[0]?.value).not.toBe(
      ownershipRecords(otherIdentity)[0]?.value,
    );
  });

  // DM-21
  test('is verified only for workspaces with both DKIM and their ownership record', async () => {
    const ownIdentity = await createIdentity();
    const otherIdentity = await addInOtherWorkspace(ownIdentity);
    await publishRecords(ownIdentity, dkimOnly);

    expect([
      await verifyDomain(ownIdentity),
      await verifyDomain(otherIdentity, otherWorkspace.key),
    ]).toMatchObject([
      { status: 'pending', verified_at: null },
      { status: 'pending', verified_at: null },
    ]);
    await publishRecords(otherIdentity, ['ownership']);
    expect([
      await verifyDomain(ownIdentity),
      await verifyDomain(otherIdentity, otherWorkspace.key),
    ]).toMatchObject([
      { status: 'pending', verified_at: null },
      { status: 'verified', verified_at: aTimestamp },
    ]);
    expect(ownershipRecords(await getDomain(ownIdentity))).toMatchObject([
      { status: 'mismatch', found: [recordOf(otherIdentity, 'ownership').value] },
    ]);
    await setDns(recordOf(otherIdentity, 'ownership').name, {
      TXT: [
        recordOf(otherIdentity, 'ownership').value,
        recordOf(await getDomain(ownIdentity), 'ownership').value,
      ],
    });
    expect([
      await verifyDomain(ownIdentity),
      await verifyDomain(otherIdentity, otherWorkspace.key),
    ]).toMatchObject([{ status: 'verified' }, { status: 'verified' }]);
    await removeRecords(recordOf(otherIdentity, 'ownership').name);
    expect([
      await verifyDomain(ownIdentity),
      await verifyDomain(otherIdentity, otherWorkspace.key),
    ]).toMatchObject([{ status: 'temporary_failure' }, { status: 'temporary_failure' }]);
  });

  // DM-22
  test('remains verified for the first workspace until its DKIM fails', async () => {
    const ownIdentity = await createIdentity();
    await publishRecords(ownIdentity);
    expect(await verifyDomain(ownIdentity)).toMatchObject({ status: 'verified' });

    const otherIdentity = await addInOtherWorkspace(ownIdentity);
    expect(ownershipRecords(await verifyDomain(ownIdentity))).toEqual([]);
    expect(await verifyDomain(otherIdentity, otherWorkspace.key)).toMatchObject({ status: 'pending' });
    expect(await getDomain(ownIdentity)).toMatchObject({ status: 'verified' });

    for (const { name, kind } of ownIdentity.dns_records) if (kind === 'dkim') await removeRecords(name);
    const failedIdentity = await verifyDomain(ownIdentity);
    expect(failedIdentity).toMatchObject({ status: 'temporary_failure' });
    await publishRecords(ownIdentity, dkimOnly);
    expect(await verifyDomain(ownIdentity)).toMatchObject({ status: 'temporary_failure' });
    await publishRecords(failedIdentity, ['ownership']);
    expect(await verifyDomain(ownIdentity)).toMatchObject({ status: 'verified' });
    expect(await verifyDomain(otherIdentity, otherWorkspace.key)).toMatchObject({ status: 'pending' });
  });

  // DM-20
  test('requires the record from both workspaces if they add the name concurrently', async () => {
    const domain = randomDomain();
    const body = { domain, risk_class: 'transactional' };
    const responses = await Promise.all([addDomain(body), addDomain(body, otherWorkspace.key)]);
    const [ownIdentity, otherIdentity] = responses.map((response) => response.body.data[0] as Domain);
    if (!ownIdentity || !otherIdentity) throw new Error('Not added');
    await publishRecords(ownIdentity, dkimOnly);

    const checkedIdentity = [
      await verifyDomain(ownIdentity),
      await verifyDomain(otherIdentity, otherWorkspace.key),
    ];

    expect(checkedIdentity).toMatchObject([{ status: 'pending' }, { status: 'pending' }]);
    expect(checkedIdentity.map((identity) => ownershipRecords(identity).length)).toEqual([1, 1]);
  });

  test('requires the record even after the other workspaces delete the domain', async () => {
    const ownIdentity = await createIdentity();
    const otherIdentity = await addInOtherWorkspace(ownIdentity);
    await publishRecords(ownIdentity, dkimOnly);
    await deleteDomain(ownIdentity);

    expect(await verifyDomain(otherIdentity, otherWorkspace.key)).toMatchObject({ status: 'pending' });
  });
});

describe('sending', () => {
  const sendFrom = (domain: string) =>
    service.api('POST', '/v1/emails', { key: workspace.key, body: anEmail({ from: `desk@${domain}` }) });

  test('is refused until the domain is verified', async () => {
    const identity = await createIdentity();

    const before = await sendFrom(identity.domain);
    await publishRecords(identity, dkimOnly);
    await verifyDomain(identity);
    const after = await sendFrom(identity.domain);

    expect(refusalOf(before)).toMatchObject({ status: 422, type: 'no_verified_identity' });
    expect(before.body.error.message).toMatch(
      new RegExp(`^No verified transactional sending domain for ${identity.domain}`),
    );
    expect(after).toMatchObject({ status: 202, body: { status: 'sent' } });
  });

  // DM-5, E-32
  test('transactional email is refused from a marketing domain', async () => {
    const identity = await createIdentity('marketing');
    await publishRecords(identity);
    await verifyDomain(identity);

    expect(refusalOf(await sendFrom(identity.domain))).toMatchObject({ type: 'no_verified_identity' });
  });
});

describe('deleting a domain', () => {
  // DM-23, R-24
  test('keeps the sibling domain and the emails of the domain', async () => {
    const [mail, news] = (await addDomain({ domain: randomDomain() })).body.data as [Domain, Domain];
    await publishRecords(mail, dkimOnly);
    await verifyDomain(mail);
    const from = `desk@${mail.domain}`;
    const sent = await service.api('POST', '/v1/emails', { key: workspace.key, body: anEmail({ from }) });

    const deleted = await deleteDomain(mail);
    const nextSend = await service.api('POST', '/v1/emails', { key: workspace.key, body: anEmail({ from }) });
    const history = await service.api('GET', `/v1/emails/${sent.body.id}`, { key: workspace.key });

    expect(deleted).toMatchObject({ status: 200, body: { id: mail.id, deleted: true } });
    expect(Object.keys(deleted.body)).toEqual(['id', 'deleted']);
    expect(refusalOf(await service.api('GET', `/v1/domains/${mail.id}`, workspace)).status).toBe(404);
    expect(refusalOf(await deleteDomain(mail)).status).toBe(404);
    expect(await getDomain(news)).toEqual(news);
    expect(refusalOf(nextSend).type).toBe('no_verified_identity');
    expect(history).toMatchObject({ status: 200, body: { from } });
  });

  test('and adding it again yields new DKIM tokens that do not match the published records', async () => {
    const identity = await createIdentity();
    await publishRecords(identity);
    await verifyDomain(identity);
    await deleteDomain(identity);

    const [repeated] = (await addDomain({ domain: identity.domain, risk_class: 'transactional' })).body
      .data as [Domain];

    expect(repeated).toMatchObject({ status: 'pending', domain: identity.domain });
    expect(repeated.id).not.toBe(identity.id);
    expect(recordOf(repeated, 'dkim').name).not.toBe(recordOf(identity, 'dkim').name);
    expect(await verifyDomain(repeated)).toMatchObject({ status: 'pending' });
  });

  // DM-24
  test.each(['DeleteEmailIdentity', 'DeleteConfigurationSet'])(
    'while SES rejects %s returns 502 and keeps the domain, and a retry deletes the domain',
    async (operation) => {
      const identity = await createIdentity();
      const error = 'ConcurrentModificationException';
      await service.control('POST', '/faults', { service: 'sesv2', operation, error });

      const refused = await deleteDomain(identity);
      const afterFailure = await getDomain(identity);
      await service.control('DELETE', '/faults');
      const retried = await deleteDomain(identity);

      expect(refusalOf(refused)).toMatchObject({ status: 502, type: 'provider_error' });
      expect(afterFailure).toEqual(identity);
      expect(retried).toMatchObject({ status: 200, body: { id: identity.id, deleted: true } });
    },
  );

  // DM-25
  test('keeps the domain verified in another workspace', async () => {
    const otherWorkspace = await createEstablishedWorkspace();
    const identity = await createIdentity();
    const body = { domain: identity.domain, risk_class: 'transactional' };
    const [otherIdentity] = (await addDomain(body, otherWorkspace.key)).body.data as [Domain];
    await publishRecords(otherIdentity);

    await deleteDomain(identity);

    expect(await verifyDomain(otherIdentity, otherWorkspace.key)).toMatchObject({ status: 'verified' });
  });

  test('ten times concurrently returns only 200 or 404', async () => {
    const identity = await createIdentity();

    const responses = await Promise.all(Array.from({ length: 10 }, () => deleteDomain(identity)));

    expect(responses.map(({ status }) => status)).toContain(200);
    expect(responses.every(({ status }) => status === 200 || status === 404)).toBe(true);
    expect((await service.api('GET', `/v1/domains/${identity.id}`, workspace)).status).toBe(404);
  });
});

describe('the background monitor', () => {
  useTimeTravelRuntime({ checksDomains: true });

  beforeAll(async () => {
    workspace = await createEstablishedWorkspace();
  });

  test('verifies a pending domain about a minute after the records are published', async () => {
    const identity = await createIdentity();
    await publishRecords(identity);

    await service.advance(90_000);

    expect(await getDomain(identity)).toMatchObject({
      status: 'verified',
      mail_from: { status: 'active' },
      click_tracking: { status: 'active' },
    });
  });

  // DM-17
  test('checks a pending domain every minute and a verified domain every ten minutes', async () => {
    const [pendingDomain, dkimIdentity] = [await createIdentity(), await createIdentity()];
    await publishRecords(dkimIdentity, dkimOnly);
    const verified = await verifyDomain(dkimIdentity);

    await service.advance(5 * minuteMs);
    const [pendingAfter5, verifiedAfter5] = [await getDomain(pendingDomain), await getDomain(dkimIdentity)];
    await service.advance(6 * minuteMs);

    const checkedAt = (domain: Domain) => (domain as Domain & { last_checked_at: string }).last_checked_at;
    const now = await service.now();
    expect(Date.parse(now) - Date.parse(checkedAt(pendingAfter5))).toBeLessThan(8 * minuteMs);
    expect(checkedAt(verifiedAfter5)).toBe(checkedAt(verified));
    expect(checkedAt(await getDomain(dkimIdentity))).not.toBe(checkedAt(verified));
  });

  /** See DM-20 to DM-22. */
  test('checks the ownership record of a name that several workspaces use', async () => {
    const otherWorkspace = await createEstablishedWorkspace();
    const ownIdentity = await createIdentity();
    const responses = await addDomain(
      { domain: ownIdentity.domain, risk_class: 'transactional' },
      otherWorkspace.key,
    );
    const otherIdentity = responses.body.data[0] as Domain;
    const ownershipProof = otherIdentity.dns_records.filter(({ kind }) => kind === 'ownership');
    await publishRecords(ownIdentity, dkimOnly);
    for (const { name, value } of ownershipProof) await setDns(name, { TXT: [value] });

    await service.advance(90_000);
    const [ownAfterPublication, otherAfterPublication] = [
      await getDomain(ownIdentity),
      await getDomain(otherIdentity, otherWorkspace.key),
    ];
    for (const { name } of ownershipProof) await removeRecords(name);
    await service.advance(11 * minuteMs);

    expect(ownershipProof).toHaveLength(1);
    expect([ownAfterPublication, otherAfterPublication]).toMatchObject([
      { status: 'pending' },
      { status: 'verified' },
    ]);
    expect(await getDomain(otherIdentity, otherWorkspace.key)).toMatchObject({ status: 'temporary_failure' });
  });

  test('checks domains in SES sequentially and at the configured rate', async () => {
    for (let at = 0; at < 6; at += 1) await createIdentity();
    const since = await service.now();

    await service.advance(2 * minuteMs);

    const providerChecks = (await service.calls(since)).filter(
      (call) => call.function.endsWith('monitorDomains') && call.operation === 'GetEmailIdentity',
    );
    // The monitor first checks domains that were due before the minute began.
    const times = providerChecks.map(({ at }) => Date.parse(at)).sort();
    const callsInLastRun = providerChecks.filter(
      ({ request_id }) => request_id === providerChecks.at(-1)?.request_id,
    ).length;
    expect(times.length).toBeGreaterThanOrEqual(6);
    // The rate of twenty checks per second is set in packages/local/src/template/settings.json.
    expect(callsInLastRun).toBeGreaterThan(1);
    expect((times.at(-1) ?? 0) - (times.at(-callsInLastRun) ?? 0)).toBeGreaterThan(
      (callsInLastRun - 1) * 50 - 40,
    );
  });

  test('does not restore a domain that is deleted during its check', async () => {
    const identity = await createIdentity();
    await publishRecords(identity);
    // After this point, every run of the monitor checks this domain.
    await service.advance(35_000);
    const since = await service.now();
    await service.control('POST', '/faults', {
      service: 'sesv2',
      operation: 'GetEmailIdentity',
      function: 'monitorDomains',
      delay_ms: 1_500,
    });

    const clockAdvance = service.advance(90_000);
    await waitUntilMonitorReads(since);
    const deleted = await deleteDomain(identity);
    await clockAdvance;
    await service.control('DELETE', '/faults');
    await service.advance(2 * minuteMs);

    expect(deleted).toMatchObject({ status: 200 });
    expect((await service.api('GET', `/v1/domains/${identity.id}`, workspace)).status).toBe(404);
    expect((await service.api('GET', '/v1/domains', workspace)).body.data).not.toContainEqual(
      expect.objectContaining({ domain: identity.domain }),
    );
  });

  /** Waits until the monitor has read the due domains. The response of SES is delayed. */
  async function waitUntilMonitorReads(since: string): Promise<void> {
    const hasMonitorRead = async () =>
      (await service.calls(since)).some(
        (call) => call.function.endsWith('monitorDomains') && call.operation === 'Query',
      );
    await waitUntil(hasMonitorRead, () => 'The monitor did not read any domains');
  }

  // DM-17, DM-18
  test('stops checking the Return-Path and unverified domains after three days, until the owner verifies the domain', async () => {
    const [dkimIdentity, pendingDomain] = [await createIdentity(), await createIdentity()];
    await publishRecords(dkimIdentity, dkimOnly);
    await verifyDomain(dkimIdentity);
    await service.advance(72 * hourMs);
    await service.advance(11 * minuteMs);
    const [verifiedAfter, pendingAfter] = [await getDomain(dkimIdentity), await getDomain(pendingDomain)];

    await publishRecords(dkimIdentity);
    await publishRecords(pendingDomain);
    await service.advance(11 * minuteMs);
    const afterGivingUp = await getDomain(pendingDomain);
    const providerChecks = await verifyDomain(pendingDomain);
    await verifyDomain(dkimIdentity);
    const resumed = await verifyDomain(dkimIdentity);

    expect(verifiedAfter).toMatchObject({ status: 'verified', mail_from: { status: 'failed' } });
    expect(pendingAfter).toMatchObject({ status: 'failed', mail_from: { status: 'failed' } });
    expect(afterGivingUp.status).toBe('failed');
    expect(providerChecks.status).toBe('verified');
    expect(resumed).toMatchObject({ status: 'verified', mail_from: { status: 'active' } });
  });
});
