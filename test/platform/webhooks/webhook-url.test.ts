import fc from 'fast-check';
import type { Address, lookUpAddresses } from '../../../shared/aws/dns';
import {
  checkDestination,
  refuseUnusableUrl,
} from '../../../shared/domain/platform/webhooks/check-destination';
import { isUrl } from '../../../shared/text/web-url';
import { ApiError } from '../../../shared/core/errors';

const notPublicError = 'url: must be a public http or https address';
const badPortError = 'url: port must be 80, 443 or 1024-65535';
const invalidUrlError = 'Validation failed: must be a URL';

const resolveNone = () => Promise.resolve<Address[]>([]);

const resolveTo =
  (...addresses: string[]) =>
  () =>
    Promise.resolve(
      addresses.map((address): Address => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

async function checkUrl(url: string, resolve: typeof lookUpAddresses = resolveNone): Promise<string> {
  try {
    await refuseUnusableUrl(url, resolve);
    return 'accepted';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    expect({ type: error.type, status: error.status }).toEqual({ type: 'invalid_request', status: 422 });
    return [error.message, ...(error.details ?? []).map(({ message }) => message)].join(': ');
  }
}

const urlCases: [description: string, verdict: string, urls: string[]][] = [
  [
    'a name that may be public',
    'accepted',
    [
      'https://hooks.acme.test',
      'https://hooks.acme.test/',
      'https://hooks.acme.test/in/1?key=a%20b#end',
      'http://acme.test',
      'HTTPS://Hooks.ACME.Test/In',
      'https://hooks.acme.test./in',
      'https://hooks.acme.test%2E/in',
      'https://a.b.c.d.e.f.acme.test/',
      'https://under_score.acme.test/',
      'https://bücher.test/',
      'https://xn--bcher-kva.test/',
      'https://例え.テスト/',
      'https://ａｃｍｅ.test/',
      'https://acme。test/',
      'https://%61cme.test/',
      'https://ac\u00adme.test/',
      'https://1a.test/',
      'https://127.0.0.1.acme.test/',
      'https://1.test/',
      'https://acme.0x1g/',
      'https://acme.1e3/',
      'https://acme.0b1/',
      'https://acme.test/http://localhost/',
      'https://acme.test/?to=http://127.0.0.1',
      'https://acme.test/@127.0.0.1',
      'https://acme.test#@127.0.0.1',
      'https://acme.test?@127.0.0.1',
    ],
  ],
  [
    'a name that resembles a reserved name',
    'accepted',
    [
      'https://localhost.test/',
      'https://notlocalhost.test/',
      'https://acme.notlocalhost/',
      'https://acme.xinternal/',
      'https://internal.acme.test/',
      'https://acme.locals/',
      'https://local.acme.test/',
      'https://localdomain.acme.test/',
      'https://home.arpa.acme.test/',
      'https://nothome.arpa/',
      'https://arpa.home/',
    ],
  ],
  [
    'a spelling that the parser normalizes',
    'accepted',
    [
      'https:acme.test/in',
      'https:/acme.test/in',
      'https:///acme.test/in',
      'https:\\\\acme.test\\in',
      'https:/\\acme.test/in',
      ' https://acme.test/in ',
      '\u0000https://acme.test/in\u001f',
      'https://ac\tme.test/in',
      'ht\ntps://acme.test/in',
      'https://acme.test/i\r\nn',
      'https://@acme.test/',
      'https://:@acme.test/',
    ],
  ],
  [
    'an allowed port',
    'accepted',
    [
      'http://acme.test:80/',
      'http://acme.test:443/',
      'https://acme.test:80/',
      'https://acme.test:443/',
      'https://acme.test:/',
      'https://acme.test:00443/',
      'https://acme.test:1024/',
      'https://acme.test:8443/',
      'https://acme.test:65535/',
      'http://93.184.216.34:8080/',
      'http://[2606:4700::1]:8080/',
    ],
  ],
  [
    'a public address',
    'accepted',
    [
      'https://93.184.216.34/',
      'https://93.184.216.34./',
      'https://1572395042/',
      'https://0x5db8d822/',
      'https://0135.0270.0330.042/',
      'https://93.12113954/',
      'https://９３.１８４.２１６.３４/',
      'https://[2606:4700::1]/',
      'https://[2606:4700:0:0:0:0:0:1]/',
      'https://[2A00:1450::1]/',
    ],
  ],
  [
    'another scheme',
    notPublicError,
    [
      'ftp://acme.test/',
      'ftps://acme.test/',
      'ws://acme.test/',
      'wss://acme.test/',
      'file:///etc/passwd',
      'file://acme.test/in',
      'gopher://acme.test/',
      'dict://acme.test:11211/',
      'ldap://acme.test/',
      'mailto:kim@acme.test',
      'tel:5550100',
      'data:,hi',
      'javascript:void(0)',
      'blob:https://acme.test/1',
      'view-source:https://acme.test/',
      'jar:https://acme.test!/',
      'about:blank',
      'acme.test:443',
      'localhost:3000',
      'httpss://acme.test/',
      'c:\\in',
    ],
  ],
  [
    'a username or password',
    notPublicError,
    [
      'https://kim@acme.test/',
      'https://kim:secret@acme.test/',
      'https://:secret@acme.test/',
      'https://kim:@acme.test/',
      'https:kim@acme.test',
      'https://acme.test@127.0.0.1/',
      'https://127.0.0.1@acme.test/',
      'https://127.0.0.1:80@acme.test/',
      'https://a@b@acme.test/',
      'https://kim%40acme.test@acme.test/',
      'https://acme.test %20@acme.test/',
      'https://kim@acme.test:22/',
      'https://kim@1.2.3.4.5/',
      'https://kim:secret@1.2.3.4.5/',
    ],
  ],
  [
    'a port below 1024, or an invalid port',
    badPortError,
    [
      'https://acme.test:0/',
      'https://acme.test:1/',
      'https://acme.test:21/',
      'https://acme.test:22/',
      'https://acme.test:25/',
      'https://acme.test:79/',
      'https://acme.test:81/',
      'https://acme.test:442/',
      'https://acme.test:444/',
      'https://acme.test:465/',
      'https://acme.test:1023/',
      'https://acme.test:022/',
      'https://acme.test:2\t2/',
      'http://127.0.0.1:22/',
      'http://localhost:25/',
      'http://[::1]:22/',
      'http://1.2.3.4.5:22/',
    ],
  ],
  [
    'an IPv4 address that is not public',
    notPublicError,
    [
      'http://127.0.0.1/',
      'http://127.0.0.1:8080/in',
      'http://127.0.0.1./',
      'http://127.0.0.1../',
      'http:127.0.0.1',
      'http:\\\\127.0.0.1',
      'http://127.0.0.1\\@acme.test/',
      'http://127.0.0.1#@acme.test/',
      'http://127.0.0.1?@acme.test/',
      'http://127.1/',
      'http://127.0.1/',
      'http://2130706433/',
      'http://0x7f000001/',
      'http://0X7F.1/',
      'http://0x7f.0.0.0x1/',
      'http://017700000001/',
      'http://0177.0.0.1/',
      'http://00000177.0.0.1/',
      'http://0x0000007f.0.0.1/',
      'http://1２7.0.0.1/',
      'http://①②⑦.0.0.1/',
      'http://127。0。0。1/',
      'http://127%2e0%2e0%2e1/',
      'http://%31%32%37.0.0.1/',
      'http://12\t7.0.0.1/',
      'http://127.0.0\u00ad.1/',
      'http://0/',
      'http://0x/',
      'http://0.0.0.0/',
      'http://10.1.2.3/',
      'http://167772161/',
      'http://012.0.0.1/',
      'http://100.64.0.1/',
      'http://169.254.169.254/latest/meta-data/',
      'http://0xa9.0xfe.0xa9.0xfe/',
      'http://0251.0376.0251.0376/',
      'http://169.254.43518/',
      'http://172.16.0.1/',
      'http://172.31.255.255/',
      'http://192.0.0.8/',
      'http://192.0.2.1/',
      'http://192.168.1.1/',
      'http://192.168.257/',
      'http://198.18.0.1/',
      'http://198.51.100.7/',
      'http://203.0.113.7/',
      'http://224.0.0.1/',
      'http://240.0.0.1/',
      'http://255.255.255.255/',
      'http://4294967295/',
      'http://0xffffffff/',
    ],
  ],
  [
    'an IPv6 address that is not public',
    notPublicError,
    [
      'http://[::]/',
      'http://[::1]/',
      'http://[0:0:0:0:0:0:0:1]/',
      'http://[0000:0000:0000:0000:0000:0000:0000:0001]/',
      'http://[::1]:8080/',
      'http://[::127.0.0.1]/',
      'http://[::7f00:1]/',
      'http://[::ffff:127.0.0.1]/',
      'http://[::ffff:7f00:1]/',
      'http://[::FFFF:7F00:0001]/',
      'http://[0:0:0:0:0:ffff:7f00:1]/',
      'http://[::ffff:93.184.216.34]/',
      'http://[::ffff:0:127.0.0.1]/',
      'http://[64:ff9b::127.0.0.1]/',
      'http://[64:ff9b::5db8:d822]/',
      'http://[64:ff9b:1::1]/',
      'http://[100::1]/',
      'http://[1fff::1]/',
      'http://[2001::1]/',
      'http://[2001:2::1]/',
      'http://[2001:10::1]/',
      'http://[2001:20::1]/',
      'http://[2001:db8::1]/',
      'http://[2002:7f00:1::]/',
      'http://[3fff::1]/',
      'http://[4000::1]/',
      'http://[5f00::1]/',
      'http://[fc00::1]/',
      'http://[fd00:ec2::254]/',
      'http://[fe80::1]/',
      'http://[fec0::1]/',
      'http://[ff02::1]/',
    ],
  ],
  [
    'a reserved name',
    notPublicError,
    [
      'http://localhost/',
      'http://LOCALHOST/',
      'http://localhost./',
      'http://localhost../',
      'http://localhost:8080/',
      'http://api.localhost/',
      'http://api.localhost./',
      'http://.localhost/',
      'http://loc%61lhost/',
      'http://ⓛocalhost/',
      'http://ｌｏｃａｌｈｏｓｔ/',
      'http://local\u00adhost/',
      'http://loc\talhost/',
      'http://internal/',
      'http://metadata.acme.internal/',
      'http://acme.INTERNAL./',
      'http://acme。internal/',
      'http://local/',
      'http://printer.local/',
      'http://localdomain/',
      'http://localhost.localdomain/',
      'http://home.arpa/',
      'http://nas.home.arpa/',
      'http://nas.home.arpa./',
    ],
  ],
  [
    'a single label',
    notPublicError,
    [
      'http://acme/',
      'http://acme./',
      'http://acme../',
      'http://.acme/',
      'http://acme:8080/',
      'http://metadata/latest',
      'http://test',
      'http://com./',
      'http://xn--bcher-kva/',
      'http://acme%2e/',
      'http://./',
      'http://../',
      'http:acme',
      'http:///acme/in',
    ],
  ],
  [
    'a number as the last label, which the parser refuses',
    notPublicError,
    [
      'http://256.256.256.256/',
      'http://1.2.3.256/',
      'http://1.2.3.4.5/',
      'http://1.2.3.4.5./',
      'http://4294967296/',
      'http://0x100000000/',
      'http://0xffffffffffffffff/',
      'http://0x7f.1.1.1.1/',
      'http://1.2.3.08/',
      'http://09/',
      'http://1..2/',
      'http://.1/',
      'http://acme.1/',
      'http://acme.test.0/',
      'http://acme.0x1f/',
      'http://acme.0X1F./',
      'http://acme.0x/',
      'http://acme.%30x1/',
      'http://acme.１/',
      'http://acme。1/',
      'http:acme.1',
      'https:\\\\acme.1\\in',
      'https://acme.1?in#in',
      ' https://acme.1/',
      'ht\ttps://acme.1/',
      'https://acme.1:8443/',
    ],
  ],
  [
    'no URL',
    invalidUrlError,
    [
      '',
      ' ',
      'acme',
      'acme.test',
      '//acme.test/in',
      '/in',
      '?in',
      'in the office',
      'http',
      'http:',
      'http://',
      'http:///',
      'https://?in',
      'https://#in',
      'https://:443/',
      'https://kim@/',
      'https://ac me.test/',
      'https://acme.test :443/',
      'https://acme.test:65536/',
      'https://acme.test:99999/',
      'https://acme.1:65536/',
      'https://acme.test:port/',
      'https://acme.test:-1/',
      'https://acme.test:80:80/',
      'https://1.2.3.4.5:80:80/',
      'https://acme%.test/',
      'https://acme%00.test/',
      'https://acme\u0000.test/',
      'https://127.0.0.1%00.acme.test/',
      'https://acme%2Ftest/',
      'https://acme%40test/',
      'https://ac<me.test/',
      'https://ac^me.test/',
      'https://ac|me.test/',
      'https://[acme.test]/',
      'https://[::1/',
      'https://::1/',
      'https://[::1]x/',
      'https://[:::1]/',
      'https://[1:2:3:4:5:6:7:8:9]/',
      'https://[::12345]/',
      'https://[::256.0.0.1]/',
      'https://[::1%25lo]/',
      'https://[fe80::1%eth0]/',
      'https://xn--/',
      'https://xn--a.test/',
      'https://acme.XN--99999999/',
      'https://\u00ad/',
      'ftp://1.2.3.4.5/',
      'ws://acme.1/',
    ],
  ],
];

const rows = urlCases.flatMap(([description, verdict, urls]) =>
  urls.map((url) => [description, url, verdict] as const),
);

// W-5, W-9
test.each(rows)('%s: %j', async (_description, url, verdict) => {
  expect(await checkUrl(url)).toBe(verdict);
});

// W-6
test('every kind of refusal is covered, and no URL is listed twice', () => {
  const urls = rows.map(([, url]) => url);

  expect(new Set(urls).size).toBe(urls.length);
  expect(new Set(rows.map(([, , verdict]) => verdict))).toEqual(
    new Set(['accepted', notPublicError, badPortError, invalidUrlError]),
  );
});

// W-8
test.each(rows)('%s: the schema accepts %j only if it is a URL', (_description, url, verdict) => {
  expect(isUrl(url)).toBe(verdict !== invalidUrlError);
});

test('a URL is parsed the same way every time', () => {
  const responses = Array.from({ length: 20_000 }, () => isUrl('https://bücher.test/'));

  expect(responses).not.toContain(false);
});

// W-8
test('a host whose last label is a number is refused as a non-public address, not as an invalid URL', async () => {
  const name = fc.stringMatching(/^[g-z]{1,5}$/);
  const labels = fc.array(fc.stringMatching(/^[a-z0-9]{1,5}$/), { maxLength: 3 });
  const number = fc.oneof(fc.stringMatching(/^\d{1,12}$/), fc.stringMatching(/^0[xX][\da-fA-F]{0,10}$/));
  const hosts = fc
    .tuple(name, labels, number, fc.constantFrom('', '.'))
    .map(([first, middleLabels, lastLabel, dot]) => [first, ...middleLabels, lastLabel].join('.') + dot);

  await fc.assert(
    fc.asyncProperty(hosts, async (host) => {
      expect(await checkUrl(`http://${host}/`)).toBe(notPublicError);
    }),
  );
});

test('for any text, the check succeeds or refuses the text with one of the three errors', async () => {
  const pieces = fc.constantFrom(
    'http:',
    'HTTPS:',
    '/',
    '\\',
    '@',
    ':',
    '.',
    '%',
    '[',
    ']',
    '1',
    '0x',
    'a',
    '\t',
  );
  const texts = fc.oneof(
    fc.string(),
    fc.array(pieces, { maxLength: 14 }).map((all) => all.join('')),
  );

  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const verdict = await checkUrl(text);

      expect(['accepted', notPublicError, badPortError, invalidUrlError]).toContain(verdict);
      expect(isUrl(text)).toBe(verdict !== invalidUrlError);
    }),
    { numRuns: 1_000 },
  );
});

describe('the host of a URL', () => {
  // W-7
  test.each([
    [['93.184.216.34'], 'accepted'],
    [['93.184.216.34', '2606:4700::1'], 'accepted'],
    [['10.0.0.1'], notPublicError],
    [['93.184.216.34', '127.0.0.1'], notPublicError],
    [['93.184.216.34', '::1'], notPublicError],
    [['93.184.216.34', '::ffff:93.184.216.34'], notPublicError],
    [[], 'accepted'],
  ])('that resolves to %j has the result: %s', async (addresses, verdict) => {
    expect(await checkUrl('https://hooks.acme.test/', resolveTo(...addresses))).toBe(verdict);
  });

  test('is not looked up if the URL is refused or contains an IP address', async () => {
    const lookedUpNames: string[] = [];
    const resolve = (name: string) => {
      lookedUpNames.push(name);
      return resolveNone();
    };

    await checkUrl('https://acme.test:22/', resolve);
    await checkUrl('https://nas.local/', resolve);
    await checkUrl('https://93.184.216.34/', resolve);
    await checkUrl('https://Bücher.test:8443/in', resolve);

    expect(lookedUpNames).toEqual(['xn--bcher-kva.test']);
  });
});

describe('the destination of a delivery', () => {
  const blockedDestination = (error: string) => ({ kind: 'blocked', error });
  const privateAddressError = 'destination resolves to a non-public address';
  const portError = 'destination port is not allowed: use 80, 443 or 1024-65535';

  // W-24
  test('includes every address of the host', async () => {
    const destination = await checkDestination(
      'https://acme.test/',
      resolveTo('93.184.216.34', '2606:4700::1'),
    );

    expect(destination).toEqual({
      kind: 'ok',
      addresses: [
        { address: '93.184.216.34', family: 4 },
        { address: '2606:4700::1', family: 6 },
      ],
    });
  });

  test.each([
    ['https://93.184.216.34/', { address: '93.184.216.34', family: 4 }],
    ['https://1572395042/', { address: '93.184.216.34', family: 4 }],
    ['https://[2606:4700:0::1]:8443/', { address: '2606:4700::1', family: 6 }],
  ])('of %s is the address in the URL', async (url, address) => {
    expect(await checkDestination(url, resolveTo('10.0.0.1'))).toEqual({ kind: 'ok', addresses: [address] });
  });

  test.each([
    ['https://acme.test/', [], 'could not resolve the host'],
    ['https://acme.test/', ['10.0.0.1'], privateAddressError],
    ['https://acme.test/', ['93.184.216.34', '10.0.0.1'], privateAddressError],
    ['https://acme.test/', ['93.184.216.34', 'fe80::1'], privateAddressError],
    ['https://acme.test:22/', [], portError],
    ['https://acme.test:22/', ['10.0.0.1'], portError],
    ['http://127.0.0.1:22/', [], portError],
    ['http://127.0.0.1/', ['93.184.216.34'], privateAddressError],
    ['http://[::1]/', ['93.184.216.34'], privateAddressError],
    ['http://localhost/', ['93.184.216.34'], privateAddressError],
    ['http://acme/', ['93.184.216.34'], privateAddressError],
    ['http://1.2.3.4.5/', ['93.184.216.34'], privateAddressError],
    ['ftp://acme.test/', ['93.184.216.34'], privateAddressError],
    ['https://kim:secret@acme.test/', ['93.184.216.34'], privateAddressError],
    ['acme.test', ['93.184.216.34'], privateAddressError],
  ])('of %s, which resolves to %j, is blocked: %s', async (url, addresses, error) => {
    expect(await checkDestination(url, resolveTo(...addresses))).toEqual(blockedDestination(error));
  });
});
