import fc from 'fast-check';
import { readReceipt, type Receipt } from '../../../shared/domain/conversations/inbound/receipt';

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

test('a received mail is read', () => {
  expect(readReceipt(notification())).toEqual(expected);
});

test('recipients are those that the rule matched, as addresses are compared', () => {
  const recipients = ['Desk@MAIL.acme.test', 'Jürgen@bücher.test'];

  expect(readReceipt(notification({ receipt: { ...receipt, recipients } }))?.recipients).toEqual([
    'desk@mail.acme.test',
    'jürgen@xn--bcher-kva.test',
  ]);
});

test.each([[''], ['<>'], [' <> '], [null], [undefined]])('the null return path is empty: %j', (source) => {
  expect(readReceipt(notification({ mail: { ...mail, source } }))?.mailFrom).toBe('');
});

test('a verdict that the rule did not report is null', () => {
  const reported = {
    ...receipt,
    spamVerdict: { status: 'DISABLED' },
    virusVerdict: {},
    spfVerdict: null,
    dmarcVerdict: undefined,
  };

  expect(readReceipt(notification({ receipt: reported }))?.verdicts).toEqual({
    spam: null,
    virus: null,
    spf: null,
    dkim: 'FAIL',
    dmarc: null,
  });
});

test('a time in another notation is kept in ours', () => {
  const changed = notification({ mail: { ...mail, timestamp: '2026-11-02T10:00:00.250+01:00' } });

  expect(readReceipt(changed)?.receivedAt).toBe(expected.receivedAt);
});

describe('what is about no received mail reads as nothing', () => {
  test.each([
    [
      'a subscription',
      { notificationType: 'AmazonSnsSubscriptionSucceeded', message: 'You have subscribed' },
    ],
    ['a bounce', { notificationType: 'Bounce', mail, bounce: {} }],
    ['an event', { eventType: 'Send', mail }],
    ['the mail with which SES tries a new rule', { notificationType: 'Received', mail: setupMail() }],
    ['nothing', {}],
  ])('%s', (_what, said) => {
    expect(readReceipt(JSON.stringify(said))).toBeUndefined();
  });
});

test.each(['event publishing', 'email receiving'])(
  'so does the notice that a topic is valid for %s',
  (what) => {
    expect(readReceipt(`Successfully validated SNS topic for Amazon SES ${what}.`)).toBeUndefined();
  },
);

describe('what cannot be read is an error that says why, so that its message is kept', () => {
  test.each<[string, string, string]>([
    ['no JSON', 'Successfully validated SNS topic', 'not JSON'],
    ['more than a notice', 'Successfully validated SNS topic for Amazon SES email receiving. {}', 'not JSON'],
    ['cut JSON', notification().slice(0, -1), 'not JSON'],
    ['null', 'null', 'the whole'],
    ['a list', '[]', 'the whole'],
    ['no mail', JSON.stringify({ notificationType: 'Received' }), 'mail'],
    ['no recipients', notification({ receipt: { ...receipt, recipients: undefined } }), 'receipt.recipients'],
    ['a time that is none', notification({ mail: { ...mail, timestamp: 'soon' } }), 'mail.timestamp'],
    [
      'no object',
      notification({ receipt: { ...receipt, action: { type: 'S3' } } }),
      'receipt.action.objectKey',
    ],
    [
      'a rule that stores nothing',
      notification({ receipt: { ...receipt, action: { type: 'SNS', encoding: 'UTF8' } } }),
      'receipt.action.type',
    ],
  ])('%s', (_what, json, why) => {
    expect(() => readReceipt(json)).toThrow(why);
  });

  test('whatever is given, a receipt, nothing or an error comes back', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        let read: Receipt | undefined;
        try {
          read = readReceipt(json);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
        expect(read).toBeUndefined();
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
