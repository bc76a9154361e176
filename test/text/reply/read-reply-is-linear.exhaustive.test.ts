import { readReply } from '../../../shared/text/reply/read-reply';
import { expectLinear } from '../../support/cpu-time';

const megabyte = 1_000_000;

const textUnits = [
  ...[
    '>',
    '> ',
    '>\n',
    '> a\n',
    ' ',
    '\t',
    '\n',
    '\r\n',
    'a\n',
    '-',
    '- ',
    '--\n',
    '-- \n',
    '_',
    '=',
    '* ',
    '* * * *\n',
  ],
  ...[
    'On ',
    'On 1 ',
    'On Mon, 5 Oct 2020 at 10:10, Kim <kim@example.com> wrote:\n',
    'wrote:\n',
    'wrote ',
    '写道',
  ],
  ...[
    'a:\n',
    '1:\n',
    '1 ',
    '1/',
    '20',
    'kim@example.com:\n',
    'Kim <\n',
    'Kim <kim@example.com\n> wrote:\n',
    '<',
    '<a@',
    '(',
    '[',
  ],
  ...[
    'From: a@b.example\n',
    'From: a\n\n',
    'From:',
    'Date: 1\nTo: x\n',
    '-----Original Message-----\n',
    '---------- Forwarded message\n',
  ],
  ...[
    'Thanks,\n',
    'Regards,\nKim\n\n',
    '-Kim\n',
    '- Kim\n\n',
    'Sent from my iPhone\n',
    'Sent from\n',
    '```\n',
    '> a\nb\n',
    '\n\n>\n',
    'Kim wrote:\nKL> a\n',
    '> \n\na> wrote:\n\n',
    '<https://a\n> b\n',
    'From: a\nDate: 11111\nTo: b\n\n',
    'Kim\n\nvia x\n',
    '/////\n',
  ],
  ...[
    '\u00a0',
    '\u200e',
    '\u200e \n',
    '\u202e',
    '\u2028',
    '&lt;',
    '&',
    ': ',
    '：',
    'confidential in error disclosure\n\n',
  ],
];
const htmlUnits = [
  ...[
    '<',
    '<div>',
    '<div',
    '</div>',
    '<b>',
    '<b></i>',
    '</',
    '</a',
    '<p>',
    '<p><b>',
    '<br>',
    '<hr>',
    '<td>',
    '<li>',
    '<ol><li>a',
  ],
  ...[
    '<blockquote>',
    '<blockquote>a',
    '<blockquote>a</blockquote>b',
    '<br id="lineBreakAtBeginningOfSignature"><div>a',
    '<div style="border-top:1px solid">a</div>',
    '<table><tr><td>',
    '<a href="https://a.example">',
    '<a ',
    '<a b="',
    '<x y=z ',
  ],
  ...[
    '&nbsp;',
    '&',
    '&#',
    '&amp;',
    '<!--',
    '<!',
    '<?',
    '<![CDATA[',
    '<style>',
    '<script>',
    '<title>',
    '<textarea>',
    '<pre>\n',
  ],
  ...[
    '<a@b.example>',
    '<div style="display:none">',
    '<div style="',
    '<div style="border-top:solid',
    '<div class="gmail_attr">a',
  ],
  ...[
    '<div id=appendonsend>a',
    '<div class=yahoo_quoted>',
    `<div class="${'a '.repeat(400)}">`,
    `<i style="${' '.repeat(900)}">`,
  ],
];

const repeatTo = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length));
const contexts = [
  (content: string) => content,
  (content: string) => `Hi\n${content}\nOn Mon, 5 Oct 2020 at 10:10, Kim <kim@example.com> wrote:\n> a`,
  (content: string) => `On Mon, 5 Oct 2020 at 10:10, Kim <${content}> wrote:`,
];

describe('a megabyte', () => {
  test.each(textUnits)('of the text %j takes about four times as long as a quarter of a megabyte', (unit) => {
    for (const context of contexts)
      expectLinear((length) => readReply({ text: context(repeatTo(unit, length)), html: null }), megabyte);
  });

  test.each(htmlUnits)('of the HTML %j takes about four times as long as a quarter of a megabyte', (unit) => {
    for (const context of contexts)
      expectLinear((length) => readReply({ text: null, html: context(repeatTo(unit, length)) }), megabyte);
  });
});

test.each(['> a\n', 'a\n', '<div>', '<p>a', '<', 'From: a\n\n'])(
  'a megabyte of %j takes about four times as long as a quarter of a megabyte, as text and as HTML',
  (unit) => {
    expectLinear((length) => {
      const body = repeatTo(unit, length);
      readReply({ text: body, html: body });
    }, megabyte);
  },
);

test('a text that is too long for the rules is kept unchanged', () => {
  const text = repeatTo('a line\n', 300_000);

  expect(readReply({ text, html: null }).text).toBe(text.trimEnd());
});
