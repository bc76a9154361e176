import { planDomains } from '../../../shared/domain/platform/domains/new-domain';
import type { RiskClass } from '../../../shared/db/records/domains';
import { ApiError } from '../../../shared/core/errors';
import { readDomainName, registrableDomain, sendingRoot } from '../../../shared/text/domain-name';

describe('without a risk class, the name is the root of a pair', () => {
  // DM-9
  test.each([
    ['acme.test', 'acme.test'],
    ['ACME.Test', 'acme.test'],
    ['mail.acme.test', 'acme.test'],
    ['news.acme.test', 'acme.test'],
    ['mail.acme.co.uk', 'acme.co.uk'],
    ['mail.co.uk', 'mail.co.uk'],
    ['mail.mail.co.uk', 'mail.co.uk'],
    ['news.mail.co.uk', 'mail.co.uk'],
    ['news.io', 'news.io'],
    ['mail.github.io', 'mail.github.io'],
    ['mail.acme.github.io', 'acme.github.io'],
    ['eu.acme.test', 'eu.acme.test'],
    ['mail.eu.acme.test', 'eu.acme.test'],
    ['mailing.acme.test', 'mailing.acme.test'],
    ['mail.com', 'mail.com'],
    ['müller.example', 'xn--mller-kva.example'],
  ])('the root of %s is %s', (domain, root) => {
    const identities = planDomains(domain);

    expect(identities).toEqual([
      { domain: `mail.${root}`, riskClass: 'transactional', warmup: false },
      { domain: `news.${root}`, riskClass: 'marketing', warmup: true },
    ]);
  });

  test.each(['acme.test', 'mail.co.uk', 'news.io', 'acme.github.io', 'eu.acme.test', 'mail.news.acme.test'])(
    'each domain of the pair under %s yields the same pair',
    (domain) => {
      const pair = planDomains(domain);

      for (const identity of pair) expect(planDomains(identity.domain)).toEqual(pair);
    },
  );
});

describe('with a risk class, the name is used unchanged', () => {
  test.each([
    ['acme.test', 'transactional', false],
    ['mail.acme.test', 'marketing', true],
    ['mail.co.uk', 'transactional', false],
  ] as const)('%s with the risk class %s', (domain, riskClass, warmup) => {
    expect(planDomains(domain, riskClass)).toEqual([{ domain, riskClass, warmup }]);
  });
});

describe('a name that cannot send is refused, and the error names the field', () => {
  // DM-12
  test.each([
    'co.uk',
    'github.io',
    'com',
    'localhost',
    '',
    '.acme.test',
    'acme.test.',
    '-acme.test',
    'acme-.test',
    'ac_me.test',
    'acme..test',
    'acme test',
    ' acme.test',
    'https://acme.test',
    'acme.test/path',
    'acme.test:25',
    'user@acme.test',
    '192.0.2.1',
    '[2001:db8::1]',
    'mü ller.example',
    `${'a'.repeat(64)}.test`,
    `${'a.'.repeat(125)}test`,
    `${'a.'.repeat(99)}test`,
  ])('%j', (domain) => {
    expect(refusalOf(domain)).toMatchObject({ type: 'invalid_request', status: 422 });
    expect(refusalOf(domain)?.message).toMatch(/^domain: /);
    expect(refusalOf(domain, 'marketing')).toEqual(refusalOf(domain));
  });
});

test.each([
  ['acme.test', 'acme.test'],
  ['mail.acme.test', 'acme.test'],
  ['a.b.acme.co.uk', 'acme.co.uk'],
  ['x.acme.github.io', 'acme.github.io'],
  ['co.uk', null],
])('the registrable domain of %s is %s', (name, registrable) => {
  expect(registrableDomain(name)).toBe(registrable);
});

test('a name is stored in lower case', () => {
  expect(readDomainName('Mail.ACME.test')).toEqual({ name: 'mail.acme.test' });
});

test('only the first label is removed to find the root', () => {
  expect(sendingRoot('mail.news.acme.test')).toBe('news.acme.test');
});

function refusalOf(domain: string, riskClass?: RiskClass): ApiError | undefined {
  try {
    planDomains(domain, riskClass);
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
