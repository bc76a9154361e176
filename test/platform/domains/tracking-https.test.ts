import { createServer as createPlainServer } from 'node:http';
import { createServer, type Server, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { RequestListener } from 'node:http';
import { CertificateAuthority } from '../../../packages/local/src/network/certificate-authority';
import { keys } from '../../../shared/db/keys';
import { aDomain, aWorkspace } from '../../support/factories';
import { ServiceTable } from '../../support/table';
import { useService } from '../../support/use-service';

const service = useService({ checksDomains: true });

const servers: { close(): unknown; closeAllConnections(): void }[] = [];

afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

/** A verified domain whose tracking host can be routed to a server of the test. */
interface LinkDomain {
  id: string;
  workspaceId: string;
  key: string;
  hostname: string;
  target: string;
}

async function aLinkDomain({ tracking = false } = {}): Promise<LinkDomain> {
  const { id: workspaceId, key } = await aWorkspace(service);
  const { id } = await aDomain(service, workspaceId, { tracking });
  const { dns_records } = (await service.api('GET', `/v1/domains/${id}`, { key })).body;
  const { name, value } = dns_records.find(({ kind }: { kind: string }) => kind === 'click_tracking');
  return { id, workspaceId, key, hostname: name, target: value };
}

const publishCname = (hostname: string, target: string) =>
  service.control('PUT', `/dns/${hostname}`, { CNAME: [target] });

/** Checks the domain, and returns its tracking as the API shows it. */
const checkTracking = async ({ id, key }: LinkDomain) =>
  (await service.api('POST', `/v1/domains/${id}/verify`, { key })).body.click_tracking;

const notFound: RequestListener = (_request, response) => void response.writeHead(404).end();

/** Starts a server, and routes the tracking host to it. Returns the requested paths. */
async function routeTo(server: Server | ReturnType<typeof createPlainServer>, { hostname }: LinkDomain) {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await service.control('PUT', `/hosts/${hostname}`, { to: `127.0.0.1:${port}` });
}

/** Returns a server with a certificate of the runtime's authority for the name. */
async function secureServer(name: string, listener: RequestListener = notFound): Promise<Server> {
  const authority = await CertificateAuthority.open(join(service.dataDir, 'tls'));
  const context = await authority.contextFor(name);
  const options: ServerOptions = { SNICallback: (_host, callback) => callback(null, context) };
  return createServer(options, listener);
}

/** Returns a server with a certificate of an authority that the functions do not trust. */
async function untrustedServer({ hostname }: LinkDomain): Promise<Server> {
  const authority = await CertificateAuthority.open(join(service.dataDir, `untrusted-${hostname}`));
  const context = await authority.contextFor(hostname);
  return createServer({ SNICallback: (_host, callback) => callback(null, context) }, notFound);
}

const active = (hostname: string) => ({ hostname, status: 'active', problem: null });

const respondWith =
  (status: number, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, headers).end();

/** The hosts that cannot serve tracked links, with the reason in `problem`. `HOST` is the host name. */
const unusableHosts: [title: string, problem: string, serve: (domain: LinkDomain) => Promise<unknown>][] = [
  [
    'has a certificate for another name',
    'The server of HOST has no valid certificate for this name. The operator can add one.',
    async (domain) => routeTo(await secureServer('link.other.example'), domain),
  ],
  [
    'has a certificate of an unknown authority',
    'The server of HOST has no valid certificate for this name. The operator can add one.',
    async (domain) => routeTo(await untrustedServer(domain), domain),
  ],
  [
    'responds only to plain HTTP',
    'The server of HOST refused the TLS handshake.',
    async (domain) => routeTo(createPlainServer(notFound), domain),
  ],
  [
    'responds with a server error',
    'HOST responded with status 502.',
    async (domain) => routeTo(await secureServer(domain.hostname, respondWith(502)), domain),
  ],
  [
    'refuses the connection',
    'A request to https://HOST/ failed: connection refused.',
    ({ hostname }) => service.control('PUT', `/hosts/${hostname}`, { to: '127.0.0.1:1' }),
  ],
  [
    'has a private address',
    'A request to https://HOST/ failed: destination resolves to a non-public address.',
    ({ hostname, target }) =>
      service.control('PUT', `/dns/${hostname}`, { CNAME: [target], A: ['10.0.0.7'] }),
  ],
  [
    'does not respond',
    'A request to https://HOST/ failed: timed out after 5 seconds.',
    async (domain) => routeTo(await secureServer(domain.hostname, () => undefined), domain),
  ],
];

// DM-19
test.each(unusableHosts)('tracking stays pending if the tracking host %s', async (_title, problem, serve) => {
  const domain = await aLinkDomain();
  await publishCname(domain.hostname, domain.target);
  await serve(domain);

  const tracking = await checkTracking(domain);

  expect(tracking).toEqual({
    hostname: domain.hostname,
    status: 'pending',
    problem: problem.replace('HOST', domain.hostname),
  });
});

test('a tracking host that points to SES itself stays pending, because SES has no certificate for it', async () => {
  const domain = await aLinkDomain();
  await publishCname(domain.hostname, 'r.us-east-1.awstrack.me');

  const { status, problem } = await checkTracking(domain);

  expect({ status, problem }).toEqual({
    status: 'pending',
    problem: `The CNAME record of ${domain.hostname} is missing or has another value.`,
  });
});

test.each([
  ['a redirect', respondWith(301, { location: 'http://10.0.0.7/' })],
  ['404', respondWith(404)],
])('tracking becomes active if the host responds with %s over TLS', async (_title, listener) => {
  const domain = await aLinkDomain();
  await publishCname(domain.hostname, domain.target);
  await routeTo(await secureServer(domain.hostname, listener), domain);

  expect(await checkTracking(domain)).toEqual(active(domain.hostname));
});

test('an active host that fails for a reason that may pass stays active', async () => {
  const domain = await aLinkDomain({ tracking: true });
  await routeTo(await secureServer(domain.hostname, respondWith(503)), domain);

  expect(await checkTracking(domain)).toEqual({
    ...active(domain.hostname),
    problem: `${domain.hostname} responded with status 503.`,
  });
});

test('an active host that fails for an hour stops being active', async () => {
  const domain = await aLinkDomain({ tracking: true });
  await routeTo(await secureServer(domain.hostname, respondWith(503)), domain);
  await checkTracking(domain);
  await service.control('POST', '/clock', { advance_ms: 3_600_000 });

  expect((await checkTracking(domain)).status).toBe('pending');
});

test('an active host that loses its certificate stops being active, until it has one again', async () => {
  const domain = await aLinkDomain({ tracking: true });
  await routeTo(await secureServer('link.other.example'), domain);
  const withoutCertificate = await checkTracking(domain);
  await routeTo(await secureServer(domain.hostname), domain);

  expect([withoutCertificate.status, await checkTracking(domain)]).toEqual([
    'pending',
    active(domain.hostname),
  ]);
});

test('if SES fails to stop tracking, the next check retries, even if the host then fails for a reason that may pass', async () => {
  const domain = await aLinkDomain({ tracking: true });
  const stop = 'DeleteConfigurationSetEventDestination';
  await service.control('POST', '/faults', {
    service: 'sesv2',
    operation: stop,
    error: 'BadRequestException',
    times: 1,
  });
  await routeTo(await secureServer('link.other.example'), domain);
  await checkTracking(domain);
  await routeTo(await secureServer(domain.hostname, respondWith(503)), domain);
  const before = await service.now();

  const { status } = await checkTracking(domain);

  expect(status).toBe('pending');
  expect(
    (await service.calls(before)).filter(({ operation }: { operation: string }) => operation === stop),
  ).toHaveLength(1);
});

describe('a domain that an earlier version activated', () => {
  /** The record of a version that pointed tracking hosts to SES and did not require HTTPS. */
  const moveToEarlierVersion = ({ workspaceId, hostname }: LinkDomain) =>
    ServiceTable.with(service, async (table) => {
      const key = keys.domain(workspaceId, hostname.replace('link.', ''));
      const record = await table.get(key);
      const dnsRecords = record?.['dnsRecords'] as { kind: string }[];
      await table.update(key, {
        tracking: { hostname, status: 'active', isReported: true },
        dnsRecords: dnsRecords.map((dnsRecord) =>
          dnsRecord.kind === 'click_tracking'
            ? { ...dnsRecord, value: 'r.us-east-1.awstrack.me' }
            : dnsRecord,
        ),
      });
    });

  const trackingCalls = async (since: string) =>
    (await service.calls(since))
      .map(({ operation }: { operation: string }) => operation)
      .filter((operation: string) => operation.includes('TrackingOptions'));

  test('stays active until the next check', async () => {
    const domain = await aLinkDomain({ tracking: true });
    await moveToEarlierVersion(domain);

    const { body } = await service.api('GET', `/v1/domains/${domain.id}`, { key: domain.key });

    expect(body.click_tracking).toEqual(active(domain.hostname));
  });

  test('requires HTTPS from the next check on, once', async () => {
    const domain = await aLinkDomain({ tracking: true });
    await moveToEarlierVersion(domain);
    const before = await service.now();

    const tracking = await checkTracking(domain);
    await checkTracking(domain);

    expect(tracking).toEqual(active(domain.hostname));
    expect(await trackingCalls(before)).toEqual(['PutConfigurationSetTrackingOptions']);
  });

  test('is no longer active after the next check if its host points to SES, and shows the new record', async () => {
    const domain = await aLinkDomain({ tracking: true });
    await moveToEarlierVersion(domain);
    await publishCname(domain.hostname, 'r.us-east-1.awstrack.me');

    const { status } = await checkTracking(domain);
    const { body } = await service.api('GET', `/v1/domains/${domain.id}`, { key: domain.key });

    expect(status).toBe('pending');
    expect(body.dns_records.find(({ kind }: { kind: string }) => kind === 'click_tracking')).toMatchObject({
      value: domain.target,
      status: 'mismatch',
      found: ['r.us-east-1.awstrack.me'],
    });
  });
});
