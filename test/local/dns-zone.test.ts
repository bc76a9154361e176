import { join } from 'node:path';
import { Hosts } from '../../packages/local/src/network/hosts';
import { NameSettings, Zone } from '../../packages/local/src/network/zone';
import { makeTempDir } from '../support/run/run-dir';

let hosts: Hosts;
let zone: Zone;
let folder: string;

beforeEach(() => {
  folder = makeTempDir();
  hosts = new Hosts(join(folder, 'hosts.jsonl'));
  zone = new Zone(join(folder, 'dns.jsonl'), hosts);
});

afterEach(() => {
  hosts.close();
  zone.close();
});

test('an unconfigured name has only a public address and an MX', () => {
  const results = (['A', 'MX', 'AAAA', 'TXT', 'CNAME'] as const).map((type) =>
    zone.resolve('example.com', type),
  );

  expect(results).toEqual([
    { status: 'NOERROR', values: [expect.stringMatching(/^52\./)], aliases: [], name: 'example.com' },
    {
      status: 'NOERROR',
      values: [{ exchange: 'mx.example.com', priority: 10 }],
      aliases: [],
      name: 'example.com',
    },
    { status: 'NOERROR', values: [], aliases: [], name: 'example.com' },
    { status: 'NOERROR', values: [], aliases: [], name: 'example.com' },
    { status: 'NOERROR', values: [], aliases: [], name: 'example.com' },
  ]);
  expect(zone.resolve('example.com', 'A').values).toEqual(results[0]?.values);
});

test('a name under .invalid does not exist unless it is configured', () => {
  zone.put('there.invalid', { A: ['203.0.113.9'] });

  expect(zone.resolve('nobody.invalid', 'MX').status).toBe('NXDOMAIN');
  expect(zone.resolve('invalid', 'A').status).toBe('NXDOMAIN');
  expect(zone.resolve('there.invalid', 'A').values).toEqual(['203.0.113.9']);
});

test('a configured name has only the configured records', () => {
  zone.put('example.com', { TXT: ['v=spf1 -all'] });

  expect(zone.resolve('example.com', 'TXT').values).toEqual(['v=spf1 -all']);
  expect(zone.resolve('example.com', 'A')).toMatchObject({ status: 'NOERROR', values: [] });
  expect(zone.resolve('example.com', 'MX')).toMatchObject({ status: 'NOERROR', values: [] });
});

test('name comparisons ignore letter case and a trailing dot', () => {
  zone.put('Key._domainkey.Example.com.', { CNAME: ['key.dkim.amazonses.com'] });

  expect(zone.resolve('key._DOMAINKEY.example.com', 'CNAME').values).toEqual(['key.dkim.amazonses.com']);
  expect(zone.delete('KEY._domainkey.example.com')).toBe(true);
  expect(zone.resolve('key._domainkey.example.com', 'CNAME').values).toEqual([]);
});

test('a lookup of an alias returns the address or the error of its target', () => {
  zone.put('link.example.com', { CNAME: ['Edge.example.net.'] });
  zone.put('edge.example.net', { A: ['203.0.113.1', '203.0.113.2'] });
  zone.put('dead.example.com', { CNAME: ['gone.invalid'] });

  expect(zone.resolve('link.example.com', 'A')).toEqual({
    status: 'NOERROR',
    values: ['203.0.113.1', '203.0.113.2'],
    aliases: ['link.example.com'],
    name: 'edge.example.net',
  });
  expect(zone.resolve('dead.example.com', 'A').status).toBe('NXDOMAIN');
});

test('a lookup of circular aliases returns a server failure', () => {
  zone.put('a.example.com', { CNAME: ['b.example.com'] });
  zone.put('b.example.com', { CNAME: ['a.example.com'] });

  expect(zone.resolve('a.example.com', 'AAAA').status).toBe('SERVFAIL');
});

test('a mapped host resolves to its generated address, unless DNS has addresses for the host', () => {
  const { address } = hosts.put('hooks.example.com', { to: '127.0.0.1:9000' });
  expect(zone.resolve('hooks.example.com', 'A').values).toEqual([address]);

  zone.put('hooks.example.com', { TXT: ['only text'] });
  expect(zone.resolve('hooks.example.com', 'A').values).toEqual([address]);

  zone.put('hooks.example.com', { AAAA: ['2606:4700::1'] });
  expect(zone.resolve('hooks.example.com', 'A').values).toEqual([]);
  expect(zone.resolve('hooks.example.com', 'AAAA').values).toEqual(['2606:4700::1']);

  zone.put('hooks.example.com', { error: 'SERVFAIL' });
  expect(zone.resolve('hooks.example.com', 'A').status).toBe('SERVFAIL');
});

test('the configuration survives a restart on the same folder', () => {
  zone.put('example.com', { A: ['203.0.113.5'] });

  const restarted = new Zone(join(folder, 'dns.jsonl'), hosts);

  expect(restarted.list()).toEqual([{ name: 'example.com', settings: { A: ['203.0.113.5'] } }]);
  restarted.close();
});

test.each([
  [{ A: ['203.0.113.5'], MX: [{ exchange: 'mx.example.com', priority: 5 }] }, true],
  [{}, true],
  [{ error: 'TIMEOUT' }, true],
  [{ error: 'REFUSED' }, false],
  [{ error: 'NXDOMAIN', A: [] }, false],
  [{ A: ['not an address'] }, false],
  [{ A: ['2606:4700::1'] }, false],
  [{ SRV: [] }, false],
  [{ MX: ['mx.example.com'] }, false],
])('the settings %j are accepted: %s', (settings, isAccepted) => {
  expect(NameSettings.safeParse(settings).success).toBe(isAccepted);
});
