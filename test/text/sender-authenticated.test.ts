import fc from 'fast-check';
import { isSenderAuthenticated, type SenderEvidence } from '../../shared/text/sender-authenticated';
import { expectCpuMsAtMost } from '../support/cpu-time';

/** The results header of SES for a message from shop.test, which has no DMARC policy. */
const resultsPrefix =
  'amazonses.com; spf=pass (spfCheck: domain of shop.test designates 192.0.2.7 as permitted sender) ' +
  'client-ip=192.0.2.7; envelope-from=kim@shop.test; helo=mx.shop.test;';
const noDmarcResult = 'dmarc=none header.from=shop.test;';
const signedResults = `${resultsPrefix} dkim=pass header.i=@shop.test; ${noDmarcResult}`;

const buildEvidence = (overrides: Partial<SenderEvidence> = {}): SenderEvidence => ({
  fromDomain: 'shop.test',
  dmarcVerdict: 'GRAY',
  dkimVerdict: 'PASS',
  authenticationResults: [signedResults],
  ...overrides,
});

const isAuthenticatedBy = (...authenticationResults: string[]): boolean =>
  isSenderAuthenticated(buildEvidence({ authenticationResults }));

describe('a DMARC verdict determines the result', () => {
  // IN-11
  test('a pass is sufficient without a signature', () => {
    expect(isSenderAuthenticated(buildEvidence({ dmarcVerdict: 'PASS', dkimVerdict: 'GRAY' }))).toBe(true);
    expect(
      isSenderAuthenticated(
        buildEvidence({ dmarcVerdict: 'PASS', dkimVerdict: null, authenticationResults: [] }),
      ),
    ).toBe(true);
  });

  // IN-11
  test('a failure outweighs a valid signature', () => {
    expect(isSenderAuthenticated(buildEvidence({ dmarcVerdict: 'FAIL' }))).toBe(false);
  });

  test('a failure that only the header reports also prevents authentication', () => {
    const failedResults = `${resultsPrefix} dkim=pass header.i=@shop.test; dmarc=fail header.from=shop.test;`;

    expect(
      isSenderAuthenticated(buildEvidence({ dmarcVerdict: null, authenticationResults: [failedResults] })),
    ).toBe(false);
  });

  test('a pass for a domain other than the visible sender’s is ignored', () => {
    const otherDomainResults = `${resultsPrefix} dkim=pass header.i=@evil.test; dmarc=pass header.from=evil.test;`;

    expect(
      isSenderAuthenticated(
        buildEvidence({ dmarcVerdict: 'PASS', authenticationResults: [otherDomainResults] }),
      ),
    ).toBe(false);
  });

  test('a pass for the registered domain covers its subdomains', () => {
    const parentDomainResults = `${resultsPrefix} dmarc=pass header.from=shop.test;`;

    expect(
      isSenderAuthenticated(
        buildEvidence({
          fromDomain: 'mail.shop.test',
          dmarcVerdict: 'PASS',
          authenticationResults: [parentDomainResults],
        }),
      ),
    ).toBe(true);
  });
});

describe('without a DMARC verdict, a signature of the From domain', () => {
  // IN-11
  test.each([['GRAY'], ['PROCESSING_FAILED'], [null]])(
    'is sufficient if the verdict is %s',
    (dmarcVerdict) => {
      expect(isSenderAuthenticated(buildEvidence({ dmarcVerdict }))).toBe(true);
    },
  );

  test.each([['FAIL'], ['GRAY'], ['PROCESSING_FAILED'], [null]])(
    'is ignored if the DKIM verdict of the receipt is %s',
    (dkimVerdict) => {
      expect(isSenderAuthenticated(buildEvidence({ dkimVerdict }))).toBe(false);
    },
  );

  test.each([
    ['folded', signedResults.replaceAll('; ', ';\r\n\t')],
    ['in capitals', signedResults.toUpperCase()],
    ['with a version', signedResults.replace('amazonses.com;', 'amazonses.com 1;')],
    ['with a method version', signedResults.replace('dkim=', 'dkim/1 = ')],
    ['as header.d', signedResults.replace('header.i=@', 'header.d=')],
    ['as an address', signedResults.replace('header.i=@', 'header.i=kim@')],
    ['in quotes', signedResults.replace('@shop.test; dmarc', '"@shop.test"; dmarc')],
    ['with comments', signedResults.replace('dkim=pass', '(signature) dkim (1) = pass (good)')],
    ['before a signature of SES', `${signedResults} dkim=pass header.i=@amazonses.com;`],
    [
      'after a signature of SES',
      `${resultsPrefix} dkim=pass header.i=@amazonses.com; dkim=pass header.i=@shop.test;`,
    ],
    [
      'after a failed signature',
      `${resultsPrefix} dkim=fail header.i=@shop.test; dkim=pass header.i=@shop.test;`,
    ],
    ['as the only result', 'amazonses.com; dkim=pass header.i=@shop.test'],
  ])('is found %s', (_description, header) => {
    expect(isAuthenticatedBy(header)).toBe(true);
  });

  test('is compared in the ASCII form of the domain', () => {
    const header = `amazonses.com; dkim=pass header.i=@xn--bcher-kva.test`;

    expect(
      isSenderAuthenticated(buildEvidence({ fromDomain: 'Bücher.test', authenticationResults: [header] })),
    ).toBe(true);
  });

  test.each([
    ['another domain', '@evil.test'],
    ['a subdomain', '@mail.shop.test'],
    ['the parent domain', '@test'],
    ['a domain with the same ending', '@myshop.test'],
    ['a domain with the same beginning', '@shop.test.evil.test'],
    ['an address with the domain in its local part', 'shop.test@evil.test'],
    ['two addresses', '@shop.test@evil.test'],
    ['an unknown signer', 'unknown'],
    ['an empty signer', ''],
  ])('is not accepted from %s', (_description, signer) => {
    expect(isAuthenticatedBy(`${resultsPrefix} dkim=pass header.i=${signer}; ${noDmarcResult}`)).toBe(false);
  });

  test.each(['fail', 'none', 'neutral', 'policy', 'temperror', 'permerror', 'passed', 'pass-not', ''])(
    'is not accepted with the result %s',
    (result) => {
      expect(isAuthenticatedBy(`${resultsPrefix} dkim=${result} header.i=@shop.test; ${noDmarcResult}`)).toBe(
        false,
      );
    },
  );
});

describe('a results header from the sender', () => {
  const unsignedResults = `${resultsPrefix} dkim=pass header.i=@evil.test; ${noDmarcResult}`;

  test.each<[string, string[]]>([
    ['below the header of SES', [unsignedResults, signedResults]],
    ['below the header of SES, many times', [unsignedResults, signedResults, signedResults, signedResults]],
    ['with another identifier', [signedResults.replace('amazonses.com', 'mx.evil.test')]],
    ['with a subdomain as the identifier', [signedResults.replace('amazonses.com', 'mx.amazonses.com')]],
    [
      'with an identifier that has the same beginning',
      [signedResults.replace('amazonses.com', 'amazonses.com.evil.test')],
    ],
    [
      'with the identifier in a comment',
      [signedResults.replace('amazonses.com', 'mx.evil.test (amazonses.com)')],
    ],
    ['with the identifier in second place', [`mx.evil.test; ${signedResults}`]],
    ['with text after the identifier', [signedResults.replace('amazonses.com', 'amazonses.com evil.test')]],
    ['without an identifier', [signedResults.replace('amazonses.com;', '')]],
    ['below the header of another server', ['mx.evil.test; spf=pass', signedResults]],
    ['below an empty header', ['', signedResults]],
    ['below a header of SES without results', ['amazonses.com; none']],
  ])('is ignored %s', (_description, headers) => {
    expect(isAuthenticatedBy(...headers)).toBe(false);
  });

  test('a missing results header authenticates no sender', () => {
    expect(isAuthenticatedBy()).toBe(false);
  });
});

describe('text from the sender inside the results header of SES is not read as a result', () => {
  const forgedResult = 'dkim=pass header.i=@shop.test';

  test.each([
    ['a comment', `amazonses.com; spf=pass (domain of x; ${forgedResult}; y) helo=a; dkim=none;`],
    ['a nested comment', `amazonses.com; spf=pass (a (b) ; ${forgedResult}; ) helo=a; dkim=none;`],
    [
      'a comment with an escaped end',
      `amazonses.com; spf=pass (a \\) ; ${forgedResult}; ) helo=a; dkim=none;`,
    ],
    ['a comment that is never closed', `amazonses.com; spf=pass (a; ${forgedResult}`],
    [
      'a quoted local part',
      `amazonses.com; spf=pass envelope-from="a; ${forgedResult}; "@evil.test; dkim=none;`,
    ],
    [
      'a local part without its quotes',
      `amazonses.com; envelope-from=a; ${forgedResult}; @evil.test; helo=b; dkim=none`,
    ],
    [
      'the reason of another result',
      `amazonses.com; dkim=fail reason="; ${forgedResult};" header.i=@evil.test`,
    ],
    ['a property of another result', `amazonses.com; dkim=fail header.b=${forgedResult}`],
    ['another method', `amazonses.com; x-dkim=pass header.i=@shop.test`],
    ['a result with two signers', `amazonses.com; dkim=pass header.i=@evil.test header.i=@shop.test`],
  ])('%s', (_description, header) => {
    expect(isAuthenticatedBy(header)).toBe(false);
  });

  test('is ignored in arbitrary comments and quotes', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', ';', ' ', '=', 'dkim=pass', 'header.i=@shop.test', '@'),
    });

    fc.assert(
      fc.property(text, text, (comment, quotedText) => {
        const header = `amazonses.com; spf=pass (${comment}) envelope-from="${quotedText}"@evil.test; helo=b; dkim=none;`;

        expect(isAuthenticatedBy(header)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});

test('a message without a sender domain is not authenticated', () => {
  expect(isSenderAuthenticated(buildEvidence({ fromDomain: '', dmarcVerdict: 'PASS' }))).toBe(false);
});

test('the check reads every header within its time limit', () => {
  expectCpuMsAtMost(() => {
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
      isAuthenticatedBy(`amazonses.com; dkim=pass ${unit.repeat(100_000)}`);
  }, 2_000);
});
