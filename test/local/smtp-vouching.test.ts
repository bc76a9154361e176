import { vouchingResolver } from '../../packages/local/src/network/vouching-resolver';
import { Zone } from '../../packages/local/src/network/zone';
import { zoneResolver } from '../../packages/local/src/network/zone-resolver';
import { makeTempDir } from '../support/run/run-dir';

let zone: Zone;
beforeEach(() => {
  zone = new Zone(`${makeTempDir()}/zone.jsonl`, { addressOf: () => undefined });
});
afterEach(() => zone.close());

const resolveTxt = (name: string) => vouchingResolver(zoneResolver(zone), zone).txt(name);

test('a domain without settings permits this machine, and has a DMARC record', async () => {
  expect(await resolveTxt('shop.test')).toEqual(['v=spf1 ip4:127.0.0.1 -all']);
  expect(await resolveTxt('_dmarc.shop.test')).toEqual(['v=DMARC1; p=none']);
});

test('the settings of a domain replace its default, also if they have no TXT record', async () => {
  zone.put('shop.test', { TXT: ['v=spf1 -all'] });
  zone.put('_dmarc.shop.test', { TXT: [] });
  zone.put('down.test', { error: 'SERVFAIL' });

  expect(await resolveTxt('shop.test')).toEqual(['v=spf1 -all']);
  await expect(resolveTxt('_dmarc.shop.test')).rejects.toMatchObject({ code: 'ENODATA' });
  await expect(resolveTxt('down.test')).rejects.toMatchObject({ code: 'ESERVFAIL' });
});

test('no domain has a key by default, and names that never exist have no records', async () => {
  await expect(resolveTxt('k1._domainkey.shop.test')).rejects.toMatchObject({ code: 'ENODATA' });
  await expect(resolveTxt('shop.invalid')).rejects.toMatchObject({ code: 'ENOTFOUND' });
});
