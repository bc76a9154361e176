import { randomUUID } from 'node:crypto';
import { anEmail } from '../support/factories';
import { useService } from '../support/use-service';

const service = useService();

/** Characters that change the host when a name becomes part of a URL, or that end a line. */
const invalidCharacters = [
  ' ',
  '\0',
  '\t',
  '\n',
  '\r',
  '\x1f',
  '\x7f',
  '/',
  '\\',
  '?',
  '#',
  '@',
  ':',
  '%',
  '[',
  ']',
];
const hosts = invalidCharacters.flatMap((sign) => [
  `evil.example${sign}shop.test`,
  `evil.example${sign}bücher.test`,
]);
const addresses = hosts.map((host) => `kim@${host}`);

const sendWith = (field: string) => (value: string) =>
  ['/v1/emails', anEmail({ [field]: ['from', 'reply_to'].includes(field) ? value : [value] })] as const;

const automationBody = {
  name: 'Welcome',
  slug: 'welcome',
  trigger: { kind: 'api' },
  identity_id: randomUUID(),
  from: 'desk@shop.example',
  steps: [{ delay_minutes: 0, subject: 'Hello', html: '<p>Hello</p>' }],
};

/** Each field that takes an address or a host, and a request that contains the field. */
const fields: [field: string, requestWith: (value: string) => readonly [string, object], values: string[]][] =
  [
    ...['from', 'to', 'cc', 'bcc', 'reply_to'].flatMap((field): typeof fields => [
      [field, sendWith(field), addresses],
      [`${field} with a name`, sendWith(field), addresses.map((address) => `Kim <${address}>`)],
    ]),
    ...[addresses, hosts.filter((host) => !host.includes('@')), hosts.map((host) => `@${host}`)].map(
      (values): (typeof fields)[number] => [
        'allowed_recipients',
        (value) => ['/v1/api-keys', { name: 'k', scopes: ['emails:send'], allowed_recipients: [value] }],
        values,
      ],
    ),
    ...['from', 'to', 'reply_to'].map((field): (typeof fields)[number] => [
      `${field} of a batch`,
      (value) => ['/v1/emails/batch', [anEmail({ [field]: value })]],
      addresses,
    ]),
    ...['from', 'reply_to'].map((field): (typeof fields)[number] => [
      `${field} of an automation`,
      (value) => ['/v1/automations', { ...automationBody, [field]: value }],
      addresses,
    ]),
    ['preferences', (email) => ['/v1/topics/preferences', { email, topics: {} }], addresses],
    ['contacts', (email) => ['/v1/contacts', { email }], addresses],
    ['suppressions', (email) => ['/v1/suppressions', { email }], addresses],
    ['suppressions/batch', (email) => ['/v1/suppressions/batch', { emails: [email] }], addresses],
    ['topic import', (email) => ['/v1/topics/news/import', { emails: [email] }], addresses],
    ['enroll', (email) => [`/v1/automations/${randomUUID()}/enroll`, { email }], addresses],
    ['events', (email) => ['/v1/events', { name: 'signed_up', email }], addresses],
    ['domains', (domain) => ['/v1/domains', { domain, risk_class: 'transactional' }], hosts],
  ];

test.each(fields)(
  'a host with a character that DNS names cannot contain is refused: %s',
  async (_field, requestWith, values) => {
    for (const value of values) {
      const [path, body] = requestWith(value);

      const response = await service.api('POST', path, { body });

      const { type } = response.body.error;
      expect([value, response.status, type]).toEqual([value, 422, 'invalid_request']);
      expect(JSON.stringify(response.body.error)).toMatch(/address|host name/);
    }
  },
);
