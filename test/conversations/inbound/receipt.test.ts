import fc from 'fast-check';
import type { Receipt } from '../../../shared/db/records/inbound';
import { parseReceipt } from '../../../shared/domain/conversations/inbound/receipt';

const mail = {
  timestamp: '2026-11-02T09:00:00.250Z',
  source: 'kim@shop.test',
  messageId: '0l5s0v2dq6m8dlh4c2r6gq9gk1a3b5c7d9e1f3g5',
  destination: ['Desk@Mail.acme.test', 'elsewhere@other.test'],
  headersTruncated: false,
  headers: [{ name: 'From', value: 'Kim <kim@shop.test>' }],
  commonHeaders: { returnPath: 'kim@shop.test', from: ['Kim <kim@shop.test>'] },
};

const action = {
  type: 'S3',
  topicArn: 'arn:aws:sns:eu-central-1:111122223333:inbound',
  bucketName: 'inbound',
  objectKeyPrefix: 'raw/',
  objectKey: `raw/${mail.messageId}`,
};

const receipt = {
  timestamp: '2026-11-02T09:00:01.500Z',
  processingTimeMillis: 412,
  recipients: ['Desk@Mail.acme.test'],
  spamVerdict: { status: 'PASS' },
  virusVerdict: { status: 'PASS' },
  spfVerdict: { status: 'GRAY' },
  dkimVerdict: { status: 'FAIL' },
  dmarcVerdict: { status: 'PROCESSING_FAILED' },
  dmarcPolicy: 'reject',
  action,
};

const expected: Receipt = {
  receiptId: mail.messageId,
  mailFrom: 'kim@shop.test',
  recipients: ['desk@mail.acme.test'],
  receivedAt: '2026-11-02T09:00:00.250Z',
  objectKey: `raw/${mail.messageId}`,
  verdicts: { spam: 'PASS', virus: 'PASS', spf: 'GRAY', dkim: 'FAIL', dmarc: 'PROCESSING_FAILED' },
};

test('a notification of a received message is parsed', () => {
  expect(parseReceipt(notification())).toEqual(expected);
});

test('recipients are the normalized addresses that matched the receipt rule', () => {
  const recipients = ['Desk@MAIL.acme.test', 'Jürgen@bücher.test'];

  expect(parseReceipt(notification({ receipt: { ...receipt, recipients } }))?.recipients).toEqual([
    'desk@mail.acme.test',
    'jürgen@xn--bcher-kva.test',
  ]);
});

test.each([[''], ['<>'], [' <> '], [null], [undefined]])(
  'the null return path %j is parsed as an empty string',
  (source) => {
    expect(parseReceipt(notification({ mail: { ...mail, source } }))?.mailFrom).toBe('');
  },
);

// IN-10
test('a verdict that SES did not report is null', () => {
  const reported = {
    ...receipt,
    spamVerdict: { status: 'DISABLED' },
    virusVerdict: {},
    spfVerdict: null,
    dmarcVerdict: undefined,
  };

  expect(parseReceipt(notification({ receipt: reported }))?.verdicts).toEqual({
    spam: null,
    virus: null,
    spf: null,
    dkim: 'FAIL',
    dmarc: null,
  });
});

test('a time with another offset is normalized', () => {
  const changed = notification({ mail: { ...mail, timestamp: '2026-11-02T10:00:00.250+01:00' } });

  expect(parseReceipt(changed)?.receivedAt).toBe(expected.receivedAt);
});

describe('a notification without a received message is parsed as undefined', () => {
  test.each([
    [
      'a subscription',
      { notificationType: 'AmazonSnsSubscriptionSucceeded', message: 'You have subscribed' },
    ],
    ['a bounce', { notificationType: 'Bounce', mail, bounce: {} }],
    ['an event', { eventType: 'Send', mail }],
    ['the setup notification of SES for a new rule', { notificationType: 'Received', mail: setupMail() }],
    ['an empty object', {}],
  ])('%s', (_description, message) => {
    expect(parseReceipt(JSON.stringify(message))).toBeUndefined();
  });
});

test.each(['event publishing', 'email receiving'])(
  'the SNS validation message for %s is parsed as undefined',
  (description) => {
    expect(parseReceipt(`Successfully validated SNS topic for Amazon SES ${description}.`)).toBeUndefined();
  },
);

describe('an unreadable notification throws an error with a reason', () => {
  test.each<[string, string, string]>([
    ['invalid JSON', 'Successfully validated SNS topic', 'not JSON'],
    [
      'text after the SNS validation message',
      'Successfully validated SNS topic for Amazon SES email receiving. {}',
      'not JSON',
    ],
    ['truncated JSON', notification().slice(0, -1), 'not JSON'],
    ['null', 'null', 'the whole'],
    ['a list', '[]', 'the whole'],
    ['no mail', JSON.stringify({ notificationType: 'Received' }), 'mail'],
    ['no recipients', notification({ receipt: { ...receipt, recipients: undefined } }), 'receipt.recipients'],
    ['an invalid time', notification({ mail: { ...mail, timestamp: 'soon' } }), 'mail.timestamp'],
    [
      'no object key',
      notification({ receipt: { ...receipt, action: { type: 'S3' } } }),
      'receipt.action.objectKey',
    ],
    [
      'a rule that stores nothing',
      notification({ receipt: { ...receipt, action: { type: 'SNS', encoding: 'UTF8' } } }),
      'receipt.action.type',
    ],
  ])('%s', (_description, json, reason) => {
    expect(() => parseReceipt(json)).toThrow(reason);
  });

  test('arbitrary JSON yields undefined or an error', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        let receiptRead: Receipt | undefined;
        try {
          receiptRead = parseReceipt(json);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
        expect(receiptRead).toBeUndefined();
      }),
    );
  });
});

function notification(changes: { mail?: object; receipt?: object } = {}): string {
  return JSON.stringify({ notificationType: 'Received', mail, receipt, ...changes });
}

function setupMail(): object {
  return { ...mail, messageId: 'AMAZON_SES_SETUP_NOTIFICATION' };
}
