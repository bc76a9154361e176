import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { eventId, parseProviderEvent, type ProviderEvent } from '../../shared/domain/tracking/provider-event';

const fixture = (name: string): string => readFileSync(`test/fixtures/ses/${name}.json`, 'utf8');

const mail = {
  workspaceId: '019a4c2d-0000-7000-8000-000000000002',
  messageId: '019a4c2d-1e00-7000-8000-000000000001',
  providerMessageId: '0107019a4c2d1e00-3f1d2c4b-5a69-4788-9a0b-1c2d3e4f5061-000000',
  sentAt: '2026-11-02T09:00:00.000Z',
  destination: ['Kim@example.com', 'li@example.com'],
};

const emptyEvent = { recipients: [], subType: null, detail: null };

describe('each kind of SES event is read', () => {
  test.each<[string, Omit<ProviderEvent, keyof typeof mail>]>([
    ['send', { ...emptyEvent, type: 'send', occurredAt: mail.sentAt }],
    [
      'delivery',
      {
        ...emptyEvent,
        type: 'delivery',
        occurredAt: '2026-11-02T09:00:02.250Z',
        recipients: [
          { address: 'Kim@example.com', detail: null },
          { address: 'li@example.com', detail: null },
        ],
      },
    ],
    [
      'bounce-permanent',
      {
        ...emptyEvent,
        type: 'bounce',
        occurredAt: '2026-11-02T09:00:03.000Z',
        recipients: [{ address: 'Kim@example.com', detail: 'smtp; 550 5.1.1 user unknown' }],
        subType: 'Permanent',
      },
    ],
    [
      'bounce-transient-without-diagnostic',
      {
        ...emptyEvent,
        type: 'bounce',
        occurredAt: '2026-11-02T09:10:00.000Z',
        recipients: [
          { address: 'Kim@example.com', detail: null },
          { address: 'li@example.com', detail: 'smtp; 452 4.2.2 full' },
        ],
        subType: 'Transient',
      },
    ],
    [
      'bounce-undetermined',
      {
        ...emptyEvent,
        type: 'bounce',
        occurredAt: '2026-11-02T09:11:00.000Z',
        recipients: [{ address: 'Kim@example.com', detail: null }],
        subType: 'Undetermined',
      },
    ],
    [
      'complaint',
      {
        ...emptyEvent,
        type: 'complaint',
        occurredAt: '2026-11-02T10:00:00.000Z',
        recipients: [{ address: 'kim@example.com', detail: null }],
        subType: 'abuse',
      },
    ],
    [
      'complaint-without-feedback-type',
      {
        ...emptyEvent,
        type: 'complaint',
        occurredAt: '2026-11-02T10:00:00.000Z',
        recipients: [{ address: 'kim@example.com', detail: null }],
      },
    ],
    ['open', { ...emptyEvent, type: 'open', occurredAt: '2026-11-02T12:00:00.652Z' }],
    [
      'click',
      {
        ...emptyEvent,
        type: 'click',
        occurredAt: '2026-11-02T12:00:10.000Z',
        detail: 'https://acme.test/',
      },
    ],
    ['reject', { ...emptyEvent, type: 'reject', occurredAt: mail.sentAt, detail: 'Bad content' }],
    ['rendering-failure', { ...emptyEvent, type: 'rendering_failure', occurredAt: mail.sentAt }],
    [
      'delivery-delay',
      {
        ...emptyEvent,
        type: 'delivery_delay',
        occurredAt: '2026-11-02T11:25:59.000Z',
        subType: 'MailboxFull',
        detail: 'smtp; 452 4.2.2 mailbox full',
      },
    ],
  ])('%s', (name, expected) => {
    expect(parseProviderEvent(fixture(name))).toEqual({ ...mail, ...expected });
  });
});

// EV-25
test.each([
  ['Kim Li <Kim@Example.com>', 'Kim@Example.com'],
  ['"Li, Kim" <kim@example.com>', 'kim@example.com'],
  ['utf-8;kim@münchen.example', 'kim@münchen.example'],
  ['kim@münchen.example.', 'kim@münchen.example'],
  ['smtp:kim@example.com;', 'kim@example.com'],
  ['mailto:kim@example.com', 'kim@example.com'],
  ['\u200bkim@example.com\u0000', 'kim@example.com'],
  ['<>', '<>'],
])('the reported recipient %j is read as %j', (emailAddress, address) => {
  const bounce = {
    timestamp: mail.sentAt,
    bounceType: 'Permanent',
    bouncedRecipients: [{ emailAddress }],
  };

  expect(parseProviderEvent(changed('bounce-permanent', { bounce }))?.recipients).toEqual([
    { address, detail: null },
  ]);
});

test('an event kind that the service does not record is read as undefined', () => {
  expect(parseProviderEvent(fixture('subscription'))).toBeUndefined();
});

test.each(['', 'send', 'Unheard of', 'constructor', 'toString', '__proto__', 'hasOwnProperty'])(
  'the unknown event kind %j is read as undefined',
  (eventType) => {
    expect(parseProviderEvent(changed('send', { eventType }))).toBeUndefined();
  },
);

describe('an event of an email that another program sent is read as undefined', () => {
  test('without the tags of the service', () => {
    expect(parseProviderEvent(fixture('send-by-another-program'))).toBeUndefined();
  });

  test.each([
    ['no tags at all', undefined],
    ['no message', { workspace_id: [mail.workspaceId] }],
    ['no workspace', { message_id: [mail.messageId] }],
    ['empty tags', { message_id: [], workspace_id: [] }],
    ['tags without text', { message_id: [''], workspace_id: [''] }],
  ])('%s', (_description, tags) => {
    const event = parsed('send');

    expect(parseProviderEvent(JSON.stringify({ ...event, mail: { ...event.mail, tags } }))).toBeUndefined();
  });
});

test('the SNS validation message is read as undefined', () => {
  const notice = 'Successfully validated SNS topic for Amazon SES event publishing.';

  expect(parseProviderEvent(notice)).toBeUndefined();
});

test.each([
  ['invalid JSON', 'hello'],
  [
    'text after the SNS validation message',
    'Successfully validated SNS topic for Amazon SES event publishing. Or not.',
  ],
  ['no event', '{"hello":"world"}'],
  ['null', 'null'],
  ['an email without an id', '{"eventType":"Send","mail":{"timestamp":"2026-11-02T09:00:00.000Z"}}'],
  ['an invalid time', changed('delivery', { delivery: { timestamp: 'soon', recipients: [] } })],
  [
    'a time that does not sort as text',
    changed('delivery', { delivery: { timestamp: '+275760-09-13T00:00:00Z', recipients: [] } }),
  ],
  [
    'recipients that are not a list',
    changed('delivery', { delivery: { timestamp: mail.sentAt, recipients: 'kim' } }),
  ],
])('reading an invalid event throws an error, so that SQS keeps the message: %s', (_description, json) => {
  expect(() => parseProviderEvent(json)).toThrow();
});

test('a time with a different UTC offset is normalized', () => {
  const delivery = { timestamp: '2026-11-02T10:00:02+01:00', recipients: ['kim@example.com'] };

  expect(parseProviderEvent(changed('delivery', { delivery }))?.occurredAt).toBe('2026-11-02T09:00:02.000Z');
});

describe('the id of an event', () => {
  const event = (name = 'bounce-permanent'): ProviderEvent => {
    const read = parseProviderEvent(fixture(name));
    if (!read) throw new Error(`${name} is read as undefined`);
    return read;
  };

  test('is the same for the same notification in all releases', () => {
    expect(eventId(event(), 'kim@example.com')).toBe(eventId(event(), 'kim@example.com'));
    expect(eventId(event(), 'kim@example.com')).toBe('7149875d-5b0e-8927-a667-700f2147ae1f');
  });

  test('does not depend on values that may differ between duplicates', () => {
    const repeated = { ...event(), sentAt: '2026-11-02T09:00:00.001Z', recipients: [] };

    expect(eventId(repeated, 'kim@example.com')).toBe(eventId(event(), 'kim@example.com'));
  });

  test.each<[string, Partial<ProviderEvent>]>([
    ['message', { messageId: '019a4c2d-1e00-7000-8000-000000000009' }],
    ['type', { type: 'complaint' }],
    ['time', { occurredAt: '2026-11-02T09:00:03.001Z' }],
    ['sub-type', { subType: 'Transient' }],
    ['detail', { detail: 'smtp; 550' }],
  ])('differs with the %s', (_description, overrides) => {
    expect(eventId({ ...event(), ...overrides }, 'kim@example.com')).not.toBe(
      eventId(event(), 'kim@example.com'),
    );
  });

  test('differs with the recipient', () => {
    expect(eventId(event(), 'kim@example.com')).not.toBe(eventId(event(), 'li@example.com'));
  });

  test('has the shape of a UUID for any notification', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.option(fc.string()), (messageId, address, detail) => {
        expect(eventId({ ...event(), messageId, detail }, address)).toMatch(
          /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
        );
      }),
    );
  });
});

function parsed(name: string): { mail: object } {
  return JSON.parse(fixture(name)) as { mail: object };
}

function changed(name: string, changes: object): string {
  return JSON.stringify({ ...parsed(name), ...changes });
}
