import fc from 'fast-check';
import {
  normalizeAddress,
  domainOf,
  isHostname,
  isProblem,
  parseMailbox,
  dedupeByAddress,
  type Mailbox,
} from '../../shared/text/mailbox';
import { expectCpuMsAtMost } from '../support/cpu-time';

describe('a mailbox', () => {
  test.each<[string, Mailbox]>([
    ['kim@example.com', { name: '', address: 'kim@example.com' }],
    ['  kim@example.com ', { name: '', address: 'kim@example.com' }],
    ['<kim@example.com>', { name: '', address: 'kim@example.com' }],
    ['Kim <kim@example.com>', { name: 'Kim', address: 'kim@example.com' }],
    ['Kim<kim@example.com>', { name: 'Kim', address: 'kim@example.com' }],
    ['Kim <kim@example.com> ', { name: 'Kim', address: 'kim@example.com' }],
    ['Kim < kim@example.com >', { name: 'Kim', address: 'kim@example.com' }],
    ['Kim Li <Kim@Example.COM>', { name: 'Kim Li', address: 'Kim@Example.COM' }],
    ['"Kim Li" <kim@example.com>', { name: 'Kim Li', address: 'kim@example.com' }],
    ['"Li, Kim" <kim@example.com>', { name: 'Li, Kim', address: 'kim@example.com' }],
    ['Li, Kim <kim@example.com>', { name: 'Li, Kim', address: 'kim@example.com' }],
    ['"Kim \\"K\\" Li" <kim@example.com>', { name: 'Kim "K" Li', address: 'kim@example.com' }],
    ['"" <kim@example.com>', { name: '', address: 'kim@example.com' }],
    ['"Kim <kim@example.com>', { name: '"Kim', address: 'kim@example.com' }],
    ['Kim "K" Li <kim@example.com>', { name: 'Kim "K" Li', address: 'kim@example.com' }],
    ['Größe 👍 <kim@example.com>', { name: 'Größe 👍', address: 'kim@example.com' }],
    ['=?UTF-8?B?R3LDtsOfZQ==?= <kim@example.com>', { name: 'Größe', address: 'kim@example.com' }],
    ['"=?utf-8?q?Gr=C3=B6=C3=9Fe_42?=" <kim@example.com>', { name: 'Größe 42', address: 'kim@example.com' }],
    [
      '=?UTF-8?B?R3LDtsOf?= =?UTF-8*de?B?ZQ==?= <kim@example.com>',
      { name: 'Größe', address: 'kim@example.com' },
    ],
    ['=?iso-8859-1?Q?Gr=F6=DFe?= Li <kim@example.com>', { name: 'Größe Li', address: 'kim@example.com' }],
    ['=?nothing?B?R3I=?= <kim@example.com>', { name: '=?nothing?B?R3I=?=', address: 'kim@example.com' }],
    ['=?UTF-8? <kim@example.com>', { name: '=?UTF-8?', address: 'kim@example.com' }],
    ['kim@other.test <kim@example.com>', { name: 'kim@other.test', address: 'kim@example.com' }],
    ['kim+tag@example.com', { name: '', address: 'kim+tag@example.com' }],
    ["o'hara_{x}@sub.example.co.uk", { name: '', address: "o'hara_{x}@sub.example.co.uk" }],
    ['1@2.example', { name: '', address: '1@2.example' }],
    ['kim@xn--bcher-kva.example', { name: '', address: 'kim@xn--bcher-kva.example' }],
    ['Kim@Bücher.example', { name: '', address: 'Kim@xn--bcher-kva.example' }],
  ])('%s is parsed', (text, expected) => {
    expect(parseMailbox(text)).toEqual(expected);
  });

  // E-12
  test.each([
    '',
    ' ',
    'kim',
    '@example.com',
    'kim@',
    'kim@example',
    'kim@localhost',
    'kim@@example.com',
    'kim@example..com',
    'kim@.example.com',
    'kim@example.com.',
    'kim@-example.com',
    'kim@example-.com',
    'kim@exam_ple.com',
    'kim@127.0.0.1',
    ...['/', '\\', '?', '#', ':', '%', '[', ']', ' ', '\t', '\0', '\x7f'].flatMap((character) => [
      `kim@example.com${character}x`,
      `kim@bücher.example${character}x`,
      `kim@bü${character}cher.example`,
      `Kim <kim@${character}bücher.example>`,
    ]),
    'kim@[127.0.0.1]',
    '.kim@example.com',
    'kim.@example.com',
    'k..im@example.com',
    'k im@example.com',
    'kim@exam ple.com',
    '"kim"@example.com',
    'kïm@example.com',
    'kim@example.com, li@example.com',
    'kim@example.com li@example.com',
    'Kim kim@example.com',
    'Kim <kim@example.com> Li',
    'Kim <kim@example.com',
    'Kim kim@example.com>',
    'Kim <>',
    'Kim <<kim@example.com>>',
    'Kim <kim@example.com> <li@example.com>',
    'Kim > Li <kim@example.com>',
    'Kim < Li <kim@example.com>',
    '"Kim <x>" <kim@example.com>',
    'kim@example.com\r\nBcc: li@example.com',
    'kim\n@example.com',
    'Kim <kim@example.com\r\n>x',
    'Kim\r\nBcc: li@example.com <kim@example.com>',
    'Kim\nLi <kim@example.com>',
    'Kim\rLi <kim@example.com>',
    'Kim\n <kim@example.com>',
    '\r\nKim <kim@example.com>',
    '"Kim\r\n Li" <kim@example.com>',
    '"Kim\\\nLi" <kim@example.com>',
    'Kim\0 <kim@example.com>',
    'Kim\u001b[31m <kim@example.com>',
    'Kim\u2028Li <kim@example.com>',
    '"Kim\u2029Li" <kim@example.com>',
    'Kim \u202e<moc.knab@mik.io>',
    'Kim \u202d<kim@example.com>',
  ])('%j is rejected', (text) => {
    expect(parseMailbox(text)).toEqual({ problem: expect.any(String) });
  });
});

describe('limits', () => {
  const localPart = (length: number) => 'k'.repeat(length);
  /** Returns a host name of exactly this length. */
  const hostname = (length: number) => {
    const text = `${'a'.repeat(60)}.`.repeat(5);
    return `${text.slice(text.length - (length - 4), text.length)}test`;
  };

  // E-11
  test('a name has at most 100 characters, not counting the quotes', () => {
    const address = 'kim@example.com';
    const longest = 'n'.repeat(100);

    expect(parseMailbox(`${longest} <${address}>`)).toEqual({ name: longest, address });
    expect(parseMailbox(`"${longest}" <${address}>`)).toEqual({ name: longest, address });
    expect(parseMailbox(`${longest}n <${address}>`)).toHaveProperty('problem');
    expect(parseMailbox(`"${longest}n" <${address}>`)).toHaveProperty('problem');
  });

  test('a local part has at most 64 characters and an address at most 254', () => {
    const longest = `${localPart(64)}@${hostname(189)}`;

    expect(longest).toHaveLength(254);
    expect(parseMailbox(longest)).toEqual({ name: '', address: longest });
    expect(parseMailbox(`${localPart(65)}@example.com`)).toHaveProperty('problem');
    expect(parseMailbox(`${localPart(64)}@${hostname(190)}`)).toHaveProperty('problem');
  });

  test('a label has at most 63 characters', () => {
    expect(isHostname(`${'a'.repeat(63)}.test`)).toBe(true);
    expect(isHostname(`${'a'.repeat(64)}.test`)).toBe(false);
  });
});

describe('two addresses are compared', () => {
  // E-15
  test('regardless of letter case', () => {
    expect(normalizeAddress('Kim@EXAMPLE.com')).toBe('kim@example.com');
    expect(domainOf('kim@Mail.EXAMPLE.com')).toBe('mail.example.com');
  });

  test('in the ASCII form of an international domain, which SES reports', () => {
    expect(normalizeAddress('Kim@Bücher.example')).toBe('kim@xn--bcher-kva.example');
    expect(normalizeAddress('kim@xn--bcher-kva.example')).toBe('kim@xn--bcher-kva.example');
    expect(domainOf('kim@Bücher.example')).toBe('xn--bcher-kva.example');
  });
});

describe('a list without duplicates', () => {
  const mailbox = (name: string, address: string): Mailbox => ({ name, address });

  // E-14
  test('keeps the first name of an address and the order of the addresses', () => {
    const list = [mailbox('A', 'a@x.test'), mailbox('B', 'b@x.test'), mailbox('Other', 'A@X.test')];

    expect(dedupeByAddress(list)).toEqual([mailbox('A', 'a@x.test'), mailbox('B', 'b@x.test')]);
  });

  test('keeps no name if the first occurrence has no name', () => {
    expect(dedupeByAddress([mailbox('', 'a@x.test'), mailbox('A', 'a@x.test')])).toEqual([
      mailbox('', 'a@x.test'),
    ]);
  });
});

describe('with arbitrary text', () => {
  const arbitraryText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...Array.from('ab@.<>", \\\r\n\t\0:;()')) }),
    fc
      .tuple(fc.string({ unit: 'binary' }), fc.emailAddress())
      .map(([name, address]) => `${name} <${address}>`),
  );

  test('the parser returns a mailbox or a problem and never throws', () => {
    fc.assert(
      fc.property(arbitraryText, (text) => {
        const parsed = parseMailbox(text);

        expect(isProblem(parsed) ? typeof parsed.problem : typeof parsed.address).toBe('string');
      }),
    );
  });

  test('a parsed mailbox cannot break a header', () => {
    fc.assert(
      fc.property(arbitraryText, (text) => {
        const parsed = parseMailbox(text);
        if (isProblem(parsed)) return;

        expect(parsed.name).not.toMatch(/[\p{Cc}<>]/u);
        expect(parsed.name.length).toBeLessThanOrEqual(100);
        expect(parsed.address).toMatch(/^[^\s<>,;:()"\\]+@[^\s<>,;:()"\\@]+$/u);
      }),
      { numRuns: 500 },
    );
  });

  test('a formatted mailbox is parsed to the same name and address', () => {
    const name = fc
      .string({ unit: 'grapheme', maxLength: 30 })
      .filter((text) => text === text.trim() && !/[\p{Cc}<>"\\]/u.test(text) && text.length <= 100);
    const address = fc
      .tuple(fc.stringMatching(/^[a-z0-9+_-]{1,20}$/), fc.domain())
      .map(([localPart, domain]) => `${localPart}@${domain}`);

    fc.assert(
      fc.property(name, address, (displayName, mailAddress) => {
        expect(parseMailbox(`"${displayName}" <${mailAddress}>`)).toEqual({
          name: displayName,
          address: mailAddress,
        });
        if (displayName)
          expect(parseMailbox(`${displayName} <${mailAddress}>`)).toEqual({
            name: displayName,
            address: mailAddress,
          });
      }),
    );
  });

  test('the parser reads every text within its time limit', () => {
    const longTexts = ['<', '"', 'a.', ' ', '> ', '\\', '@', '\n'].map((unit) => `a${unit.repeat(100_000)}b`);
    for (const text of longTexts) {
      expectCpuMsAtMost(() => {
        parseMailbox(text);
        parseMailbox(`${text} <x@example.com>`);
        parseMailbox(`"${text}" <x@example.com`);
      }, 200);
    }
  });
});
