import { join } from 'node:path';
import ipaddr from 'ipaddr.js';
import { HostRoute, Hosts, routedAddresses } from '../../packages/local/src/network/hosts';
import { Zone } from '../../packages/local/src/network/zone';
import { makeTempDir } from '../support/run/run-dir';

let folder: string;
let hosts: Hosts;

beforeEach(() => {
  folder = makeTempDir();
  hosts = new Hosts(join(folder, 'hosts.jsonl'));
});

afterEach(() => hosts.close());

test('a mapped host gets a public address that does not change', () => {
  const first = hosts.put('Hooks.example.com.', { to: '127.0.0.1:9000' });
  const second = hosts.put('hooks.example.com', { to: '127.0.0.1:9001' });

  expect(ipaddr.parse(first.address).range()).toBe('unicast');
  expect(second).toEqual({ name: 'hooks.example.com', to: '127.0.0.1:9001', address: first.address });
});

test('a host with a configured address gets that address', () => {
  hosts.put('hooks.example.com', { to: '127.0.0.1:9000', address: '93.184.216.34' });

  expect(hosts.addressOf('hooks.example.com')).toBe('93.184.216.34');
});

test('two hosts never share a generated address', () => {
  const addresses = Array.from(
    { length: 500 },
    (_, i) => hosts.put(`h${i}.test`, { to: '127.0.0.1:1' }).address,
  );

  expect(new Set(addresses).size).toBe(500);
});

test('hosts survive a restart on the same folder', () => {
  hosts.put('hooks.example.com', { to: '127.0.0.1:9000' });

  const restarted = new Hosts(join(folder, 'hosts.jsonl'));

  expect(restarted.list()).toEqual(hosts.list());
  restarted.close();
});

test('a DNS change for an unmapped name notifies no listener', () => {
  const zone = new Zone(join(folder, 'dns.jsonl'), hosts);
  const onChange = jest.fn();
  routedAddresses(hosts, zone).onChange(onChange);

  zone.put('acme.example', { A: ['10.0.0.1'], TXT: ['v=spf1'] });
  zone.delete('acme.example');

  expect(onChange).not.toHaveBeenCalled();
  zone.close();
});

test('the DNS addresses of a mapped host are normalized and mapped to its port, and each change is reported', () => {
  const zone = new Zone(join(folder, 'dns.jsonl'), hosts);
  const table = routedAddresses(hosts, zone);
  const changes: number[] = [];
  table.onChange(() => changes.push(Object.keys(table.addresses()).length));

  hosts.put('hooks.example.com', { to: '127.0.0.1:9000', address: '93.184.216.34' });
  zone.put('hooks.example.com', { A: ['10.0.0.1'], AAAA: ['2606:4700:0:0:0:0:0:1', '::ffff:203.0.113.4'] });

  expect(table.addresses()).toEqual({
    '93.184.216.34': 9000,
    '10.0.0.1': 9000,
    '2606:4700::1': 9000,
    '203.0.113.4': 9000,
  });
  hosts.delete('hooks.example.com');
  expect(changes).toEqual([1, 4, 0]);
  zone.close();
});

test.each([
  [{ to: '127.0.0.1:9000' }, true],
  [{ to: '127.0.0.1:9000', address: '2606:4700::1' }, true],
  [{ to: '127.0.0.1:65535' }, true],
  [{ to: '127.0.0.1:65536' }, false],
  [{ to: '127.0.0.1' }, false],
  [{ to: '192.0.2.1:9000' }, false],
  [{ to: '127.0.0.1:9000', address: 'here' }, false],
])('the route %j is accepted: %s', (route, isAccepted) => {
  expect(HostRoute.safeParse(route).success).toBe(isAccepted);
});
