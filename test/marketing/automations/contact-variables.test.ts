import { contactVariables } from '../../../shared/domain/marketing/automations/contact-variables.lazy';
import type { Contact } from '../../../shared/db/records/contacts';

const kim = 'kim@example.com';

const aContact = (overrides: Partial<Contact>): Contact => ({
  id: '01a00000-0000-7000-8000-000000000000',
  workspaceId: '01a00000-0000-7000-8000-000000000001',
  email: kim,
  attributes: {},
  folded: {},
  createdAt: '2026-11-21T09:00:00.000Z',
  ...overrides,
});

const variablesFor = (note: string) => contactVariables(kim, aContact({ attributes: { note } }));

// AT-46
test.each([
  ...['x'.repeat(120), 'Kim', "O'Brien", 'St. John', 'Dr.Berger', 'J.R.R. Tolkien', 'Kim 🙂', 'محمد', 'e.g.'],
  ...[
    '2.0',
    '19.99',
    '1.2.3.4',
    'pro.annual',
    'a/b',
    'a@b',
    'note: x',
    'datatel',
    'https',
    'wwwx',
    '...',
    ' ',
  ],
])('the value %j is used', (note) => {
  expect(variablesFor(note)).toEqual({ email: kim, note });
});

// AT-46
test.each([
  ...['x'.repeat(121), '', 'a\nb', 'a\r\nb', 'a\u2028b', 'a\u2029b', 'a\u0085b', 'a\tb', 'a\0b'],
  ...['https://evil.test', 'HTTP://EVIL.TEST', 'http:evil', 'ftp://x', 'x://y', 'WWW.evil', 'see www.x'],
  ...[
    'evil.com',
    'EVIL.COM',
    'see evil.com/x now',
    '(bit.ly/x)',
    '"evil.co.uk."',
    'evil.com:80',
    'a,evil.com',
  ],
  ...['kim@evil.com', 'mailto:x', 'tel:123', 'sms:1', 'data:text/html', 'javascript:alert(1)'],
  ...['evil。com', 'ｅｖｉｌ．ｃｏｍ', 'пример.рф', 'xn--e1afmkfd.xn--p1ai', '-evil.com-'],
])('the value %j is missing', (note) => {
  expect(variablesFor(note)).toEqual({ email: kim });
});

// AT-45
test('the fields of the contact take precedence over attributes of the same name', () => {
  const attributes = { email: 'x', first_name: 'x', last_name: 'Berger', seats: 4, vip: false };

  expect(contactVariables(kim, aContact({ attributes, firstName: 'Kim' }))).toEqual({
    email: kim,
    first_name: 'Kim',
    seats: '4',
    vip: 'false',
  });
});

test('a long address is missing', () => {
  const address = (length: number) => `${'x'.repeat(length - 8)}@shop.io`;

  expect(contactVariables(address(120), undefined)).toEqual({ email: address(120) });
  expect(contactVariables(address(121), undefined)).toEqual({});
});
