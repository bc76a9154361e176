import { Resolver } from 'node:dns/promises';
import { createSocket } from 'node:dgram';
import { join } from 'node:path';
import { DnsServer } from '../../packages/local/src/network/dns-server';
import { Zone } from '../../packages/local/src/network/zone';
import { makeTempDir } from '../support/run/run-dir';

let zone: Zone;
let server: DnsServer;
let resolver: Resolver;

beforeEach(async () => {
  zone = new Zone(join(makeTempDir(), 'dns.jsonl'), { addressOf: () => undefined });
  server = new DnsServer(zone);
  await server.start();
  resolver = createResolver();
});

/** Creates a resolver. The timeout applies only to names that get no response. */
function createResolver(timeoutMs = 10_000): Resolver {
  const made = new Resolver({ timeout: timeoutMs, tries: 1 });
  made.setServers([`127.0.0.1:${server.port}`]);
  return made;
}

afterEach(async () => {
  await server.stop();
  zone.close();
});

test('every record type is returned as configured', async () => {
  const longText = `v=DKIM1; p=${'x'.repeat(600)}`;
  zone.put('example.com', {
    A: ['203.0.113.1', '203.0.113.2'],
    AAAA: ['2606:4700::1'],
    MX: [{ exchange: 'inbound-smtp.eu-west-1.amazonaws.com', priority: 10 }],
    TXT: ['v=spf1 -all', longText, ''],
  });
  zone.put('key._domainkey.example.com', { CNAME: ['key.dkim.amazonses.com'] });

  expect((await resolver.resolve4('Example.COM')).sort()).toEqual(['203.0.113.1', '203.0.113.2']);
  expect(await resolver.resolve6('example.com')).toEqual(['2606:4700::1']);
  expect(await resolver.resolveMx('example.com')).toMatchObject([
    { exchange: 'inbound-smtp.eu-west-1.amazonaws.com', priority: 10 },
  ]);
  expect((await resolver.resolveTxt('example.com')).map((parts) => parts.join(''))).toEqual([
    'v=spf1 -all',
    longText,
    '',
  ]);
  expect(await resolver.resolveCname('key._domainkey.example.com')).toEqual(['key.dkim.amazonses.com']);
});

test('a lookup of an alias returns the address of its target', async () => {
  zone.put('link.example.com', { CNAME: ['edge.example.net'] });
  zone.put('edge.example.net', { A: ['203.0.113.7'] });

  expect(await resolver.resolve4('link.example.com')).toEqual(['203.0.113.7']);
});

test.each([
  ['NXDOMAIN', 'ENOTFOUND'],
  ['SERVFAIL', 'ESERVFAIL'],
  ['TIMEOUT', 'ETIMEOUT'],
] as const)('the configured error %s reaches the resolver as %s', async (error, code) => {
  zone.put('example.com', { error });
  if (error === 'TIMEOUT') resolver = createResolver(200);

  await expect(resolver.resolve4('example.com')).rejects.toMatchObject({ code });
});

test('a lookup of a missing record or of an unsupported type returns "no data"', async () => {
  await expect(resolver.resolveTxt('example.com')).rejects.toMatchObject({ code: 'ENODATA' });
  await expect(resolver.resolveSrv('example.com')).rejects.toMatchObject({ code: 'ENODATA' });
  await expect(resolver.resolveSrv('nobody.invalid')).rejects.toMatchObject({ code: 'ENOTFOUND' });
});

test('a change takes effect immediately', async () => {
  await resolver.resolve4('example.com');

  zone.put('example.com', { A: ['203.0.113.200'] });

  expect(await resolver.resolve4('example.com')).toEqual(['203.0.113.200']);
});

test('invalid packets get no response, and the server continues to respond', async () => {
  const socket = createSocket('udp4');
  for (const bytes of ['', 'x', '\0'.repeat(12), 'not a dns packet at all']) {
    await new Promise<void>((sent) => socket.send(bytes, server.port, '127.0.0.1', () => sent()));
  }
  socket.close();

  expect(await resolver.resolve4('example.com')).toHaveLength(1);
});
