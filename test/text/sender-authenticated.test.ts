import fc from 'fast-check';
import { isSenderAuthenticated, type SenderEvidence } from '../../shared/text/sender-authenticated';
import { expectCpuMs } from '../support/cpu-time';

/** As SES writes it, for a mail from shop.test that has no DMARC policy. */
const head =
  'amazonses.com; spf=pass (spfCheck: domain of shop.test designates 192.0.2.7 as permitted sender) ' +
  'client-ip=192.0.2.7; envelope-from=kim@shop.test; helo=mx.shop.test;';
const undecided = 'dmarc=none header.from=shop.test;';
const signed = `${head} dkim=pass header.i=@shop.test; ${undecided}`;

const evidence = (overrides: Partial<SenderEvidence> = {}): SenderEvidence => ({
  fromDomain: 'shop.test',
  dmarcVerdict: 'GRAY',
  dkimVerdict: 'PASS',
  authenticationResults: [signed],
  ...overrides,
});

const withHeaders = (...authenticationResults: string[]): boolean =>
  isSenderAuthenticated(evidence({ authenticationResults }));

describe('DMARC decides', () => {
  test('a pass is enough, without any signature', () => {
    expect(isSenderAuthenticated(evidence({ dmarcVerdict: 'PASS', dkimVerdict: 'GRAY' }))).toBe(true);
    expect(
      isSenderAuthenticated(evidence({ dmarcVerdict: 'PASS', dkimVerdict: null, authenticationResults: [] })),
    ).toBe(true);
  });

  test('a failure stands against the best signature', () => {
    expect(isSenderAuthenticated(evidence({ dmarcVerdict: 'FAIL' }))).toBe(false);
  });

  test('a failure that only the header tells counts too', () => {
    const failed = `${head} dkim=pass header.i=@shop.test; dmarc=fail header.from=shop.test;`;

    expect(isSenderAuthenticated(evidence({ dmarcVerdict: null, authenticationResults: [failed] }))).toBe(
      false,
    );
  });

  test('a pass for another domain than the reader sees is none', () => {
    const other = `${head} dkim=pass header.i=@evil.test; dmarc=pass header.from=evil.test;`;

    expect(isSenderAuthenticated(evidence({ dmarcVerdict: 'PASS', authenticationResults: [other] }))).toBe(
      false,
    );
  });

  test('a pass for the registered domain holds for what is below it', () => {
    const parent = `${head} dmarc=pass header.from=shop.test;`;

    expect(
      isSenderAuthenticated(
        evidence({ fromDomain: 'mail.shop.test', dmarcVerdict: 'PASS', authenticationResults: [parent] }),
      ),
    ).toBe(true);
  });
});

describe('where DMARC says nothing, a signature of the From domain', () => {
  test.each([['GRAY'], ['PROCESSING_FAILED'], [null]])('is enough: %s', (dmarcVerdict) => {
    expect(isSenderAuthenticated(evidence({ dmarcVerdict }))).toBe(true);
  });

  test.each([['FAIL'], ['GRAY'], ['PROCESSING_FAILED'], [null]])(
    'is none when the receipt does not say that a signature passed: %s',
    (dkimVerdict) => {
      expect(isSenderAuthenticated(evidence({ dkimVerdict }))).toBe(false);
    },
  );

  test.each([
    ['folded', signed.replaceAll('; ', ';\r\n\t')],
    ['in capitals', signed.toUpperCase()],
    ['with a version', signed.replace('amazonses.com;', 'amazonses.com 1;')],
    ['with a version of the method', signed.replace('dkim=', 'dkim/1 = ')],
    ['as header.d', signed.replace('header.i=@', 'header.d=')],
    ['as an address', signed.replace('header.i=@', 'header.i=kim@')],
    ['in quotes', signed.replace('@shop.test; dmarc', '"@shop.test"; dmarc')],
    ['with comments', signed.replace('dkim=pass', '(signature) dkim (1) = pass (good)')],
    ['beside one of the carrier', `${signed} dkim=pass header.i=@amazonses.com;`],
    ['after one of the carrier', `${head} dkim=pass header.i=@amazonses.com; dkim=pass header.i=@shop.test;`],
    ['beside one that failed', `${head} dkim=fail header.i=@shop.test; dkim=pass header.i=@shop.test;`],
    ['with nothing else', 'amazonses.com; dkim=pass header.i=@shop.test'],
  ])('is found %s', (_how, header) => {
    expect(withHeaders(header)).toBe(true);
  });

  test('is compared by the ASCII form of its name', () => {
    const header = `amazonses.com; dkim=pass header.i=@xn--bcher-kva.test`;

    expect(
      isSenderAuthenticated(evidence({ fromDomain: 'Bücher.test', authenticationResults: [header] })),
    ).toBe(true);
  });

  test.each([
    ['another domain', '@evil.test'],
    ['a domain below', '@mail.shop.test'],
    ['the domain above', '@test'],
    ['a domain that ends alike', '@myshop.test'],
    ['a domain that starts alike', '@shop.test.evil.test'],
    ['an address with the domain in its local part', 'shop.test@evil.test'],
    ['two addresses', '@shop.test@evil.test'],
    ['nobody', 'unknown'],
    ['nothing', ''],
  ])('is not that of %s', (_whom, signer) => {
    expect(withHeaders(`${head} dkim=pass header.i=${signer}; ${undecided}`)).toBe(false);
  });

  test.each(['fail', 'none', 'neutral', 'policy', 'temperror', 'permerror', 'passed', 'pass-not', ''])(
    'did not pass: %s',
    (result) => {
      expect(withHeaders(`${head} dkim=${result} header.i=@shop.test; ${undecided}`)).toBe(false);
    },
  );
});

describe('a header that the sender wrote', () => {
  const unsigned = `${head} dkim=pass header.i=@evil.test; ${undecided}`;

  test.each<[string, string[]]>([
    ['under that of SES', [unsigned, signed]],
    ['under that of SES, many times', [unsigned, signed, signed, signed]],
    ['with another identifier', [signed.replace('amazonses.com', 'mx.evil.test')]],
    ['with an identifier below', [signed.replace('amazonses.com', 'mx.amazonses.com')]],
    ['with an identifier that starts alike', [signed.replace('amazonses.com', 'amazonses.com.evil.test')]],
    ['with the identifier in a comment', [signed.replace('amazonses.com', 'mx.evil.test (amazonses.com)')]],
    ['with the identifier second', [`mx.evil.test; ${signed}`]],
    ['with the identifier and more', [signed.replace('amazonses.com', 'amazonses.com evil.test')]],
    ['without an identifier', [signed.replace('amazonses.com;', '')]],
    ['under that of another server', ['mx.evil.test; spf=pass', signed]],
    ['under an empty one', ['', signed]],
    ['that says nothing', ['amazonses.com; none']],
  ])('counts for nothing %s', (_where, headers) => {
    expect(withHeaders(...headers)).toBe(false);
  });

  test('no header at all', () => {
    expect(withHeaders()).toBe(false);
  });
});

describe('text of the sender inside the header of SES passes for no result', () => {
  const forged = 'dkim=pass header.i=@shop.test';

  test.each([
    ['a comment', `amazonses.com; spf=pass (domain of x; ${forged}; y) helo=a; dkim=none;`],
    ['a comment in a comment', `amazonses.com; spf=pass (a (b) ; ${forged}; ) helo=a; dkim=none;`],
    ['a comment with an escaped end', `amazonses.com; spf=pass (a \\) ; ${forged}; ) helo=a; dkim=none;`],
    ['a comment that is never closed', `amazonses.com; spf=pass (a; ${forged}`],
    ['a quoted local part', `amazonses.com; spf=pass envelope-from="a; ${forged}; "@evil.test; dkim=none;`],
    [
      'a local part that lost its quotes',
      `amazonses.com; envelope-from=a; ${forged}; @evil.test; helo=b; dkim=none`,
    ],
    ['the reason of another result', `amazonses.com; dkim=fail reason="; ${forged};" header.i=@evil.test`],
    ['a property of another result', `amazonses.com; dkim=fail header.b=${forged}`],
    ['another method', `amazonses.com; x-dkim=pass header.i=@shop.test`],
    ['the signer named twice', `amazonses.com; dkim=pass header.i=@evil.test header.i=@shop.test`],
  ])('%s', (_where, header) => {
    expect(withHeaders(header)).toBe(false);
  });

  test('whatever the sender puts into comments and quotes', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', ';', ' ', '=', 'dkim=pass', 'header.i=@shop.test', '@'),
    });

    fc.assert(
      fc.property(text, text, (comment, quoted) => {
        const header = `amazonses.com; spf=pass (${comment}) envelope-from="${quoted}"@evil.test; helo=b; dkim=none;`;

        expect(withHeaders(header)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});

test('a mail from nowhere is from nobody', () => {
  expect(isSenderAuthenticated(evidence({ fromDomain: '', dmarcVerdict: 'PASS' }))).toBe(false);
});

test('no header takes long to read', () => {
  expectCpuMs(() => {
    for (const unit of [
      '(',
      '"',
      '; dkim=pass ',
      ' header.i=@',
      'a=',
      '=',
      'helo=;',
      '\\',
      'a',
      ' ',
      '/',
      '1',
    ])
      withHeaders(`amazonses.com; dkim=pass ${unit.repeat(100_000)}`);
  }, 2_000);
});
