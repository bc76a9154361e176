import { isIP } from 'node:net';
import fc from 'fast-check';
import { isPublicAddress } from '../../shared/text/public-ip';

const lastIpv6Groups = ':ffff:ffff:ffff:ffff:ffff:ffff';

/** Reserved ranges with their first and last addresses. */
const privateRanges: [description: string, first: string, last: string][] = [
  ['this network', '0.0.0.0', '0.255.255.255'],
  ['private 10', '10.0.0.0', '10.255.255.255'],
  ['carrier-grade NAT', '100.64.0.0', '100.127.255.255'],
  ['loopback', '127.0.0.0', '127.255.255.255'],
  ['link-local', '169.254.0.0', '169.254.255.255'],
  ['private 172.16', '172.16.0.0', '172.31.255.255'],
  ['protocol assignments', '192.0.0.0', '192.0.0.255'],
  ['documentation 1', '192.0.2.0', '192.0.2.255'],
  ['AS112', '192.31.196.0', '192.31.196.255'],
  ['AMT', '192.52.193.0', '192.52.193.255'],
  ['6to4 relays', '192.88.99.0', '192.88.99.255'],
  ['private 192.168', '192.168.0.0', '192.168.255.255'],
  ['direct delegation AS112', '192.175.48.0', '192.175.48.255'],
  ['benchmarking', '198.18.0.0', '198.19.255.255'],
  ['documentation 2', '198.51.100.0', '198.51.100.255'],
  ['documentation 3', '203.0.113.0', '203.0.113.255'],
  ['multicast', '224.0.0.0', '239.255.255.255'],
  ['reserved and broadcast', '240.0.0.0', '255.255.255.255'],
  ['unspecified and loopback', '::', '::1'],
  ['IPv4-compatible', '::7f00:1', '::808:808'],
  ['IPv4-mapped', '::ffff:0:0', '::ffff:ffff:ffff'],
  ['IPv4-translated', '::ffff:0:0:0', '::ffff:0:ffff:ffff'],
  ['NAT64', '64:ff9b::', '64:ff9b::ffff:ffff'],
  ['NAT64 for local use', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['discard', '100::', '100::ffff:ffff:ffff:ffff'],
  ['below global unicast', '200::', `1fff:ffff${lastIpv6Groups}`],
  ['Teredo', '2001::', `2001:0${lastIpv6Groups}`],
  ['port control', '2001:1::1', '2001:1::3'],
  ['IPv6 benchmarking', '2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff'],
  ['IPv6 AMT', '2001:3::', `2001:3${lastIpv6Groups}`],
  ['IPv6 AS112', '2001:4:112::', '2001:4:112:ffff:ffff:ffff:ffff:ffff'],
  ['old ORCHID', '2001:10::', `2001:1f${lastIpv6Groups}`],
  ['ORCHID', '2001:20::', `2001:2f${lastIpv6Groups}`],
  ['drone ids', '2001:30::', `2001:3f${lastIpv6Groups}`],
  ['IPv6 protocol assignments', '2001:40::', `2001:1ff${lastIpv6Groups}`],
  ['IPv6 documentation', '2001:db8::', `2001:db8${lastIpv6Groups}`],
  ['6to4', '2002::', `2002:ffff${lastIpv6Groups}`],
  ['IPv6 direct delegation AS112', '2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff'],
  ['newer IPv6 documentation', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['above global unicast', '4000::', `fbff:ffff${lastIpv6Groups}`],
  ['segment routing', '5f00::', `5f00:ffff${lastIpv6Groups}`],
  ['unique local', 'fc00::', `fdff:ffff${lastIpv6Groups}`],
  ['IPv6 link-local', 'fe80::', `febf:ffff${lastIpv6Groups}`],
  ['old site-local', 'fec0::', `feff:ffff${lastIpv6Groups}`],
  ['IPv6 multicast', 'ff00::', `ffff:ffff${lastIpv6Groups}`],
];

/** The addresses next to the reserved ranges, except those in another reserved range, and some other public addresses. */
const publicAddresses: string[] = [
  '1.0.0.0',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '191.255.255.255',
  '192.0.1.0',
  '192.0.1.255',
  '192.0.3.0',
  '192.31.195.255',
  '192.31.197.0',
  '192.52.192.255',
  '192.52.194.0',
  '192.88.98.255',
  '192.88.100.0',
  '192.167.255.255',
  '192.169.0.0',
  '192.175.47.255',
  '192.175.49.0',
  '198.17.255.255',
  '198.20.0.0',
  '198.51.99.255',
  '198.51.101.0',
  '203.0.112.255',
  '203.0.114.0',
  '223.255.255.255',
  '2000::',
  `2000:ffff${lastIpv6Groups}`,
  '2001:200::',
  `2001:db7${lastIpv6Groups}`,
  '2001:db9::',
  `2001:ffff${lastIpv6Groups}`,
  '2003::',
  '2606:4700::1111',
  '2606:4700::1.2.3.4',
  '2620:4f:7fff:ffff:ffff:ffff:ffff:ffff',
  '2620:4f:8001::',
  '2A00:1450:4001::200E',
  `3ffe:ffff${lastIpv6Groups}`,
  '3fff:1000::',
  `3fff:ffff${lastIpv6Groups}`,
];

/** Spellings that another parser could read as an address or as a different address. */
const rejectedSpellings = [
  '',
  ' ',
  '8',
  '8.8',
  '8.8.8',
  '8.8.8.8.',
  '.8.8.8.8',
  '8.8.8.8.8',
  '8.8.8.256',
  '8.8.8.-8',
  '+8.8.8.8',
  '8.8.8.8 ',
  ' 8.8.8.8',
  '8.8.8.8\n',
  '8.8.8.8/32',
  '8.8.8.8:80',
  '010.8.8.8',
  '8.8.8.010',
  '8.8.8.08',
  '0x8.8.8.8',
  '0x08080808',
  '134744072',
  '01002004010',
  '８.8.8.8',
  '8。8。8。8',
  '[2606:4700::1111]',
  '2606:4700::1111%eth0',
  '2606:4700::1111%',
  '2606:4700::1111/128',
  '2606:4700::1111 ',
  '2606:4700:::1111',
  '2606:4700::1111::',
  '2606:4700::11111',
  '2606:4700::8.8.8.256',
  '2606:4700:0:0:0:0:0:0:1111',
  '2606:4700',
  'fe80::1%eth0',
  '::ffff:8.8.8.8',
  '::8.8.8.8',
  'example.com',
];

// W-6
test.each(privateRanges)('%s is not public', (_description, first, last) => {
  expect([first, last].map(isIP)).not.toContain(0);
  expect([isPublicAddress(first), isPublicAddress(last)]).toEqual([false, false]);
});

test.each(publicAddresses)('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each(rejectedSpellings)('the spelling %j is not accepted as a public address', (text) => {
  expect(isPublicAddress(text)).toBe(false);
});

test('every accepted address is an IP address in the canonical spelling that a URL keeps', () => {
  const unusualText = fc.stringMatching(/^[0-9a-fx.:%[\]]{1,24}$/);
  const parts = fc.array(fc.integer({ min: -1, max: 300 }), { minLength: 1, maxLength: 5 });
  const texts = fc.oneof(
    fc.string(),
    unusualText,
    fc.ipV6(),
    parts.map((octets) => octets.join('.')),
  );

  fc.assert(
    fc.property(texts, (text) => {
      if (!isPublicAddress(text)) return;
      const hostname = new URL(isIP(text) === 6 ? `http://[${text}]` : `http://${text}`).hostname;

      expect(isIP(text)).not.toBe(0);
      expect(isPublicAddress(hostname.replace(/^\[|\]$/g, ''))).toBe(true);
      if (isIP(text) === 4) expect(hostname).toBe(text);
    }),
    { numRuns: 1_000 },
  );
});

test('an embedded IPv4 address does not make an IPv6 address public', () => {
  fc.assert(
    fc.property(fc.ipV4(), (ipv4) => {
      const embeddingAddresses = [
        `::${ipv4}`,
        `::ffff:${ipv4}`,
        `::ffff:0:${ipv4}`,
        `64:ff9b::${ipv4}`,
        `64:ff9b:1::${ipv4}`,
      ];

      expect(embeddingAddresses.filter(isPublicAddress)).toEqual([]);
    }),
  );
});
