import fc from 'fast-check';
import { readReply } from '../../../shared/text/reply/read-reply';

const replyIn = (text: string) => readReply({ text, html: null }).text;

describe('a body', () => {
  test('that is missing has no text', () => {
    expect(readReply({ text: null, html: null })).toMatchObject({ text: '', rawText: null });
  });

  test('that is empty has an empty text', () => {
    expect(readReply({ text: '', html: null })).toMatchObject({ text: '', rawText: '' });
    expect(readReply({ text: ' \r\n\t', html: null })).toMatchObject({ text: '', rawText: ' \n\t' });
    expect(readReply({ text: null, html: '<p> </p>' })).toMatchObject({ text: '', rawText: '' });
  });

  test('has only one kind of line ending, regardless of the original', () => {
    expect(readReply({ text: 'One\r\ntwo\rthree\n', html: null })).toMatchObject({
      text: 'One\ntwo\nthree',
      rawText: 'One\ntwo\nthree\n',
    });
  });

  test('keeps its layout', () => {
    const text = 'One\n\n  * two\n    * three\n\n\tfour';

    expect(replyIn(`\n\n${text}\n\n`)).toBe(text);
  });

  // IN-15
  test('keeps its quotes in the raw text', () => {
    const text = 'Yes.\n\nOn 5 Oct 2020, Kim <kim@example.com> wrote:\n> Free?\n-- \nAda';

    expect(readReply({ text, html: null })).toMatchObject({ text: 'Yes.', rawText: text });
  });
});

describe('quotes', () => {
  // IN-16
  test('with replies between them are kept, except for the last quote', () => {
    const text =
      'See below.\n\nOn 5 Oct 2020, Kim <kim@example.com> wrote:\n> Monday?\nNo.\n\n> Tuesday?\nYes.\n\n> Kim\n';

    expect(replyIn(text)).toBe('See below.\n\n> Monday?\nNo.\n\n> Tuesday?\nYes.');
  });

  // IN-15
  test('above a single reply are removed', () => {
    expect(replyIn('On 5 Oct 2020, Kim <kim@example.com> wrote:\n> Monday?\n> Or Tuesday?\n\nTuesday.')).toBe(
      'Tuesday.',
    );
  });

  test('that the author cites are kept', () => {
    const text = 'The manual says:\n> Turn it off.\n\nI did.';

    expect(replyIn(text)).toBe(text);
  });

  test('that are shell commands are kept', () => {
    const text = 'Run this:\n> npm install\n> npm start';

    expect(replyIn(text)).toBe(text);
    expect(replyIn('Run this\n\n```\n> npm install\n```')).toBe('Run this\n\n```\n> npm install\n```');
    expect(replyIn('Run this\n\n    > npm install')).toBe('Run this\n\n    > npm install');
  });

  test('below the reply are kept without an attribution', () => {
    expect(replyIn('Yes.\n\n> Free?\n> Kim')).toBe('Yes.\n\n> Free?\n> Kim');
  });

  test('are kept if there is no other text', () => {
    expect(replyIn('> Free?')).toBe('> Free?');
  });

  test('are removed together with the rest of a line that was wrapped in transit', () => {
    const text =
      'Yes.\n\nOn 5 Oct 2020, Kim <kim@example.com> wrote:\n> I wonder if we could meet next week, on Monday or on Tuesday if you\nlike.\n> Kim';

    expect(replyIn(text)).toBe('Yes.');
  });

  test('that contain quotes are removed completely', () => {
    const text =
      'Yes.\n\nOn 5 Oct 2020, Kim <kim@example.com> wrote:\n\n> So?\n>\n> On 4 Oct 2020, Ada <ada@example.com> wrote:\n>\n>> Hm.\n>>\n>>> Free?\n';

    expect(replyIn(text)).toBe('Yes.');
  });
});

test.each([
  '##- Please type your reply above this line -##',
  '--- Reply above this line ---',
  '----- Bitte antworten Sie oberhalb dieser Linie -----',
])('the reply marker of a help desk, %j, ends the reply', (line) => {
  expect(replyIn(`Yes.\n\n${line}\n\nFree?`)).toBe('Yes.');
});

describe('with arbitrary bodies', () => {
  const bodyPiece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom(
      ...[
        '\n',
        '\n\n',
        '> ',
        '>> ',
        '-- \n',
        '---',
        '____',
        'On Mon, 5 Oct 2020 at 10:10, ',
        'Kim <kim@example.com>',
      ],
      ...[
        ' wrote:',
        'From: ',
        'Sent: ',
        'To: ',
        'Subject: ',
        '-----Original Message-----',
        'Begin forwarded message:',
      ],
      ...['Regards,\n', 'Sent from my iPhone', '```', '\u00a0', '\u200f', '写道：', 'Yes.', '\t', '    '],
      ...[
        '<div>',
        '</div>',
        '<blockquote>',
        '</blockquote>',
        '<div class="gmail_quote">',
        '<div id="divRplyFwdMsg">',
      ],
      ...[
        '<br>',
        '<p>',
        '<hr>',
        '<pre>',
        '<ul><li>',
        '&nbsp;',
        '&lt;',
        '<div style="display:none">',
        '<a href="https://a.example">',
      ],
    ),
  );
  const arbitraryBody = fc.array(bodyPiece, { maxLength: 60 }).map((pieces) => pieces.join(''));
  const splitWords = (text: string) => text.split(/[\s>]+/).filter((word) => word !== '');

  test('the reply consists of lines of the text', () => {
    fc.assert(
      fc.property(arbitraryBody, (text) => {
        const { text: reply, rawText } = readReply({ text, html: null });
        const rawWords = new Set((rawText ?? '').split(/\s+/));

        expect(reply.split(/\s+/).filter((word) => word !== '' && !isPartOf(word, rawWords))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test('a body with words has a reply', () => {
    fc.assert(
      fc.property(arbitraryBody, (text) => {
        const { text: reply, rawText } = readReply({ text, html: null });
        const hasWords = splitWords(rawText ?? '').some((word) => /\p{L}/u.test(word));

        expect(hasWords && reply === '').toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  test('the reply to an HTML body contains no tags', () => {
    fc.assert(
      fc.property(arbitraryBody, (html) => {
        const { text, rawText } = readReply({ text: null, html });

        expect(typeof rawText).toBe('string');
        expect(text).not.toContain('<blockquote>');
        expect(text).not.toContain('\r');
      }),
      { numRuns: 500 },
    );
  });

  /** Accepts a prefix of a word, because a reply line is truncated where an attribution begins on the same line. */
  const isPartOf = (word: string, rawWords: ReadonlySet<string>) =>
    rawWords.has(word) || [...rawWords].some((rawWord) => rawWord.startsWith(word));
});
