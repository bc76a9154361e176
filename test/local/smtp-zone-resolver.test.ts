import { join } from 'node:path';
import { Zone } from '../../packages/local/src/network/zone';
import { zoneResolver } from '../../packages/local/src/network/zone-resolver';
import { makeTempDir } from '../support/run/run-dir';

let zone: Zone;
beforeEach(() => {
  zone = new Zone(join(makeTempDir(), 'dns.jsonl'), { addressOf: () => undefined });
});
afterEach(() => zone.close());

test('the resolver returns the configured records', async () => {
  zone.put('acme.test', { TXT: ['v=spf1 -all'], MX: [{ exchange: 'mx.acme.test', priority: 10 }] });
  zone.put('t._domainkey.acme.test', { CNAME: ['t.dkim.amazonses.com'] });

  const resolver = zoneResolver(zone);

  expect(await resolver.txt('acme.test')).toEqual(['v=spf1 -all']);
  expect(await resolver.mx('acme.test')).toEqual([{ exchange: 'mx.acme.test', priority: 10 }]);
  expect(await resolver.cname('t._domainkey.acme.test')).toEqual(['t.dkim.amazonses.com']);
});

test.each([
  ['ENODATA', { A: ['192.0.2.1'] }],
  ['ENOTFOUND', { error: 'NXDOMAIN' as const }],
  ['ESERVFAIL', { error: 'SERVFAIL' as const }],
  ['ETIMEOUT', { error: 'TIMEOUT' as const }],
])('the resolver rejects with %s, as the resolver of Node does', async (code, settings) => {
  zone.put('acme.test', settings);

  await expect(zoneResolver(zone).txt('acme.test')).rejects.toMatchObject({ code });
});
