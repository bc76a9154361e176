import fc from 'fast-check';
import { isAllowlistEntry, isCovered } from '../../../shared/domain/platform/api-keys/allowlist';

const label = fc.stringMatching(/^[a-z]([a-z0-9-]{0,10}[a-z0-9])?$/);
const domains = fc.tuple(label, label).map((labels) => labels.join('.'));

test.each([
  'ann@acme.test',
  'Ann.Lee+tag@Mail.Acme.test',
  'acme.test',
  '@acme.test',
  'mail.acme.co.uk',
  'bücher.test',
  'ann@bücher.test',
])('accepts %j as an entry', (entry) => {
  expect(isAllowlistEntry(entry)).toBe(true);
});

// K-7
test.each([
  '',
  '@',
  'acme',
  '@acme',
  'ann@',
  'ann@acme',
  '@@acme.test',
  'ann@bob@acme.test',
  'https://acme.test',
  'acme.test/path',
  '*.acme.test',
  '.acme.test',
  'acme.test.',
  'acme..test',
  '-acme.test',
  '127.0.0.1',
  ' acme.test',
  'ann@acme.test ',
  'ann@acme.test\n',
  'Ann <ann@acme.test>',
  '<ann@acme.test>',
  'ann@acme.test, bob@acme.test',
])('refuses %j as an entry', (entry) => {
  expect(isAllowlistEntry(entry)).toBe(false);
});

test.each([
  ['ann@acme.test', ['ann@acme.test']],
  ['ann@acme.test', ['acme.test']],
  ['ann@acme.test', ['@acme.test']],
  ['ANN@Acme.TEST', ['ann@acme.test']],
  ['ann@acme.test', ['bob@other.test', 'ACME.test']],
  ['acme.test', ['@acme.test']],
  ['@acme.test', ['Acme.test']],
])('%j is covered by %j', (entry, allowlist) => {
  expect(isCovered(entry, allowlist)).toBe(true);
});

// K-11
test.each([
  ['ann@acme.test', []],
  ['ann@acme.test', ['bob@acme.test']],
  ['ann+tag@acme.test', ['ann@acme.test']],
  ['ann@mail.acme.test', ['acme.test']],
  ['ann@acme.test', ['mail.acme.test']],
  ['ann@notacme.test', ['acme.test']],
  ['ann@acme.test.evil.test', ['acme.test']],
  ['acme.test', ['ann@acme.test']],
  ['mail.acme.test', ['acme.test']],
])('%j is not covered by %j', (entry, allowlist) => {
  expect(isCovered(entry, allowlist)).toBe(false);
});

test('an entry covers its own address or domain in any letter case', () => {
  fc.assert(
    fc.property(domains, fc.constantFrom('', '@', 'ann@'), (domain, prefix) => {
      const entry = `${prefix}${domain}`;

      expect(isAllowlistEntry(entry)).toBe(true);
      expect(isCovered(entry.toUpperCase(), [entry])).toBe(true);
    }),
  );
});

// K-11
test('a domain does not cover subdomains or longer domains', () => {
  fc.assert(
    fc.property(domains, label, (domain, extraLabel) => {
      expect(isCovered(`ann@${extraLabel}.${domain}`, [domain])).toBe(false);
      expect(isCovered(`ann@${extraLabel}${domain}`, [domain])).toBe(false);
    }),
  );
});
