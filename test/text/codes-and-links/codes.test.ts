import fc from 'fast-check';
import { extractCodesAndLinks } from '../../../shared/text/extract-codes.lazy';
import { readReply } from '../../../shared/text/reply/read-reply';
import { expectCpuMsAtMost, expectLinear } from '../../support/cpu-time';

interface Message {
  subject?: string;
  text?: string;
  html?: string;
}

function codesIn({ subject = 'Hello', text: plain, html }: Message) {
  const body = { subject, text: plain ?? null, html: html ?? null };
  const { text, rawText } = readReply(body);
  return extractCodesAndLinks({ ...body, text, rawText }).codes;
}

const valuesIn = (message: Message) => codesIn(message).map(({ kind, value }) => `${kind} ${value}`);

// IN-36
test.each([
  ['Your code is 482913', 'otp 482913'],
  ['Your code is 482 913', 'otp 482913'],
  ['Your code is 482-913.', 'otp 482913'],
  ['Your code is 4 8 2 9 1 3', 'otp 482913'],
  ['Your code is 4829 1377', 'otp 48291377'],
  ['Your code is ٤٨٢٩١٣', 'otp 482913'],
  ['Your code is ۴۸۲۹۱۳', 'otp 482913'],
  ['Your code is ४८२९१३', 'otp 482913'],
  ['Your code is ４８２９１３', 'otp 482913'],
  ['Your code is 48\u200b29\u200b13', 'otp 482913'],
  ['G-482913 is your code', 'otp G-482913'],
  ['Your code is "7K2P9Q".', 'otp 7K2P9Q'],
  ['Your sign-in code: ABC-DEF', 'otp ABC-DEF'],
  ['Your sign-in code: *482913*', 'otp 482913'],
  ['Your order number is 482913', 'reference 482913'],
  ['Your booking code is QX7T2L', 'reference QX7T2L'],
  ['Use the discount code SPRING25', 'coupon SPRING25'],
])('%s has the code %s', (text, code) => {
  expect(valuesIn({ text })).toEqual([code]);
});

// IN-36
test.each([
  'Call +1 555 482 9137 with your code at hand.',
  'The code of your card ending in 4829 was changed.',
  'Your code was sent on 2026-11-24 at 09:41.',
  'Your code costs $4829.13 or 4,829 EUR.',
  'A code was requested from 203.0.113.77.',
  'Open https://kite.example/?code=482913 to see the code.',
  'Write to kim482913@example.com for a code.',
  'Send the code to ZIP code 97204.',
  'A 6-digit code was sent to your phone.',
])('%s has no code', (text) => {
  expect(codesIn({ text })).toEqual([]);
});

// IN-36
test('a code that stands in the subject, the text and the HTML counts once', () => {
  const message = {
    subject: '482913 is your code',
    text: 'Your code is 482 913.',
    html: '<p>Your code is</p><h1>482913</h1>',
  };

  expect(valuesIn(message)).toEqual(['otp 482913']);
});

// IN-36
test('codes in hidden text do not count', () => {
  const html =
    '<p style="display:none">Your code is 111111</p><p>Your code is 482913</p><p style="font-size:0">Code 222222</p>';

  expect(valuesIn({ html })).toEqual(['otp 482913']);
});

// IN-36
test.each([
  [
    'in plain text',
    { text: 'Thanks!\n\nOn 21 Nov 2026, Kite <kite@example.com> wrote:\n> Your code is 482913.' },
  ],
  [
    'in HTML',
    {
      text: 'Thanks!\n\n> Your code is 482913.',
      html: '<p>Thanks!</p><div class="gmail_quote"><blockquote>Your code is 482913.</blockquote></div>',
    },
  ],
  ['in the subject of the reply', { subject: 'Re: Your code is 482913', text: 'Thanks!' }],
])('quoted codes do not count %s', (_where, message) => {
  expect(codesIn(message)).toEqual([]);
});

// IN-36
test('the codes of a forwarded message count', () => {
  const text =
    '---------- Forwarded message ---------\nFrom: Kite <kite@example.com>\nSubject: Sign in\n\nYour code is 482913.';

  expect(valuesIn({ subject: 'Fwd: Sign in', text })).toEqual(['otp 482913']);
});

// IN-36
test('a message has at most 10 codes', () => {
  const text = `Your backup codes:\n\n${Array.from({ length: 16 }, (_, index) => 48_291_300 + index).join('\n')}`;

  const codes = codesIn({ text });

  expect(codes).toHaveLength(10);
  expect(codes.map(({ kind }) => kind)).toEqual(Array.from({ length: 10 }, () => 'otp'));
});

// IN-36
test('a code that the text calls a code is more certain than other digits to enter', () => {
  const [clear] = codesIn({ text: 'Your verification code is 482913' });
  const [vague] = codesIn({ text: 'To sign in, type 482913' });

  expect(clear?.confidence).toBeGreaterThan(vague?.confidence ?? 1);
});

test('any text has codes with values and confidences within their limits', () => {
  const pieces = fc.constantFrom(
    'code',
    '123456',
    ' ',
    '\n',
    '-',
    'A1',
    'is',
    ':',
    '٤',
    '验证码',
    '$',
    '.',
    '@',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), (texts) => {
      const codes = codesIn({ subject: texts.slice(0, 9).join(''), text: texts.join('') });

      expect(codes.length).toBeLessThanOrEqual(10);
      expect(new Set(codes.map(({ value }) => value)).size).toBe(codes.length);
      for (const { value, confidence } of codes) {
        expect(value).toMatch(/^[\p{L}\d-]{4,40}$/u);
        expect(confidence).toBeGreaterThan(0);
        expect(confidence).toBeLessThanOrEqual(1);
      }
    }),
  );
});

describe('a megabyte of hostile text is read in a few seconds', () => {
  test.each([
    '1',
    '1 ',
    '123456 ',
    '123456\n',
    '1-',
    '1.',
    '1,234',
    '$1 ',
    'a@',
    'a.',
    'A1-',
    'your code 1234 order\n',
  ])('of %j', (piece) => {
    const text = piece.repeat(1_000_000 / piece.length);

    expectCpuMsAtMost(
      () => extractCodesAndLinks({ subject: 'Code', text, rawText: text, html: null }),
      3_000,
    );
  });

  test('in linear time', () => {
    expectLinear((length) => {
      const text = 'code 123456 '.repeat(length / 12);
      return extractCodesAndLinks({ subject: 'Code', text, rawText: text, html: null });
    }, 1_000_000);
  });
});
