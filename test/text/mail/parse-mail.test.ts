import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseMail } from '../../../shared/text/mail/parse-mail';
import { readAttachment } from '../../../shared/text/mail/read-attachment';
import { expectCpuMsAtMost } from '../../support/cpu-time';

const fixture = (name: string): Buffer =>
  readFileSync(join(__dirname, '..', '..', 'fixtures', 'eml', `${name}.eml`));

/** Parses a message that is given as text with one character per byte. */
const parseText = (text: string) => parseMail(Buffer.from(text, 'latin1'));

/** Parses a message with a single part. */
const parseBody = (headers: string, content: string) => parseText(`${headers}\r\n\r\n${content}`);

const emptyMail = {
  headers: [],
  from: null,
  fromCount: 0,
  to: [],
  cc: [],
  replyTo: [],
  subject: null,
  messageId: null,
  inReplyTo: [],
  references: [],
  date: null,
  text: null,
  html: null,
  attachments: [],
};

test('a complete message is parsed', () => {
  const { headers, ...mail } = parseMail(fixture('reply-with-image'));

  expect(headers).toHaveLength(13);
  expect(headers[5]).toEqual({
    name: 'reply-to',
    value: 'replies@example.com',
  });
  expect(mail).toEqual({
    from: { name: 'Kim Jørgensen', address: 'Kim@Example.com' },
    fromCount: 1,
    to: ['support@example.net', 'li@example.org', 'ana@example.org'],
    cc: ['ana@example.com'],
    replyTo: ['replies@example.com'],
    subject: 'Re: Käse und Brot',
    messageId: '<m2@example.com>',
    inReplyTo: ['<m1@example.net>'],
    references: ['<m0@example.net>', '<m1@example.net>'],
    date: '2026-03-03T09:15:00.000Z',
    text: 'Thank you, that is the cheese we meant.\n\n> Which one do you mean?\n-- \nKim',
    html: '<p>Thank you, that is the Käse we meant.</p>',
    attachments: [
      { filename: 'logo.png', contentType: 'image/png', contentId: 'logo@example.com', size: 28 },
      {
        filename: 'Preisliste für 2026.pdf',
        contentType: 'application/octet-stream',
        contentId: null,
        size: 15,
      },
    ],
  });
});

test('an attachment is read by its index', () => {
  expect(readAttachment(fixture('reply-with-image'), 1)).toEqual({
    filename: 'Preisliste für 2026.pdf',
    contentType: 'application/octet-stream',
    contentId: null,
    size: 15,
    content: Buffer.from('%PDF-1.4 prices'),
  });
  expect(readAttachment(fixture('reply-with-image'), 2)).toBeUndefined();
});

test('the text part of a bounce report is the text of the message, and the other parts are attachments', () => {
  const { text, attachments } = parseMail(fixture('bounce'));

  expect(text).toBe('Your mail to li@example.org could not be delivered.\n');
  expect(attachments.map(({ contentType }) => contentType)).toEqual([
    'message/delivery-status',
    'text/rfc822-headers',
  ]);
});

test('an attached message and a text with a filename are each one attachment', () => {
  const raw = fixture('forwarded-mails');
  const { text, attachments } = parseMail(raw);

  expect(text).toBe('Please see both.');
  expect(attachments.map(({ filename, contentType }) => [filename, contentType])).toEqual([
    ['note.txt', 'text/plain'],
    [null, 'message/rfc822'],
    [null, 'message/rfc822'],
  ]);
  expect(readAttachment(raw, 1)?.content.toString()).toContain('name=inner.pdf');
});

test('a mailing list’s text footer is not the text of an HTML-only message', () => {
  const { text, html } = parseMail(fixture('list-footer'));

  expect(text).toBeNull();
  expect(html).toBe(
    '<p>Shall we meet?</p>\n<pre>You get this as a member of list@example.org &lt;leave &amp; more&gt;</pre>',
  );
});

describe('the text and HTML of a message', () => {
  const parseParts = (kind: string, ...partTexts: string[]) =>
    parseBody(
      `Content-Type: multipart/${kind}; boundary=b`,
      `${partTexts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`,
    );
  const plainPart = (text: string) => `Content-Type: text/plain\r\n\r\n${text}`;
  const htmlPart = (text: string) => `Content-Type: text/html\r\n\r\n${text}`;

  test.each([
    [
      'consecutive texts are joined',
      parseParts('mixed', plainPart('one'), plainPart('two')),
      'one\ntwo',
      null,
    ],
    [
      'only one of two alternative texts is used',
      parseParts('alternative', plainPart('one'), plainPart('two')),
      'one',
      null,
    ],
    [
      'an empty text next to HTML is ignored',
      parseParts('alternative', plainPart(' \r\n'), htmlPart('<p>')),
      null,
      '<p>',
    ],
    ['a part without headers is text', parseParts('mixed', '\r\none'), 'one', null],
    [
      'a text with a filename is used if there is no other text',
      parseParts('mixed', `Content-Disposition: inline; filename=a.txt\r\n\r\none`),
      'one',
      null,
    ],
    [
      'an attached text is ignored',
      parseParts('mixed', `Content-Disposition: attachment\r\n\r\none`),
      null,
      null,
    ],
  ])('%s', (_description, mail, text, expectedHtml) => {
    expect([mail.text, mail.html]).toEqual([text, expectedHtml]);
  });
});

describe('a malformed message is parsed', () => {
  test.each([
    ['an empty message', '', { text: '' }],
    ['a body without headers', 'Hello there\r\n', { text: 'Hello there\n' }],
    [
      'headers without a body',
      'Subject: Hi',
      { headers: [{ name: 'subject', value: 'Hi' }], subject: 'Hi', text: '' },
    ],
    [
      'blank lines and an mbox line above the headers',
      '  \n\nFrom kim@example.com Tue\nSubject: Hi\n\nText',
      { headers: [{ name: 'subject', value: 'Hi' }], subject: 'Hi', text: 'Text' },
    ],
    [
      'line endings of one character',
      'Subject: Hi\rX: y\r\rText\r',
      {
        headers: [
          { name: 'subject', value: 'Hi' },
          { name: 'x', value: 'y' },
        ],
        subject: 'Hi',
        text: 'Text\n',
      },
    ],
    [
      'line endings of three characters',
      'Subject: Hi\r\r\nX: y\r\r\n\r\r\nText',
      {
        headers: [
          { name: 'subject', value: 'Hi' },
          { name: 'x', value: 'y' },
        ],
        subject: 'Hi',
        text: 'Text',
      },
    ],
    [
      'a line without a colon in the headers',
      'Subject: Hi\nthere\nX: y\n\nText',
      {
        headers: [
          { name: 'subject', value: 'Hi' },
          { name: 'x', value: 'y' },
        ],
        subject: 'Hi',
        text: 'Text',
      },
    ],
    [
      'no blank line below the headers',
      'Subject: Hi\nText of the\nmail',
      { headers: [{ name: 'subject', value: 'Hi' }], subject: 'Hi', text: 'Text of the\nmail' },
    ],
  ])('%s', (_description, raw, expected) => {
    expect(parseText(raw)).toEqual({ ...emptyMail, ...expected });
  });

  const multipart = (parameter: string, content: string) => {
    const { text, attachments } = parseBody(
      `Content-Type: multipart/mixed${parameter}`,
      content.replaceAll('|', '\r\n'),
    );
    return [text, attachments.map(({ filename }) => filename)];
  };
  const pdf = 'Content-Type: application/pdf; name=a.pdf||%PDF';

  test.each([
    ['no end', '; boundary=b', `--b||one|--b|${pdf}`, 'one', ['a.pdf']],
    ['no boundary', '', `--b|Content-Type: text/plain||one|--b|${pdf}|--b--`, 'one', ['a.pdf']],
    [
      'another boundary',
      '; boundary=c',
      `--b|Content-Type: text/plain||one|--b|${pdf}|--b--`,
      'one',
      ['a.pdf'],
    ],
    ['no parts', '; boundary=b', 'one', 'one', []],
    [
      'a boundary that is a prefix of another boundary',
      '; boundary=b',
      `--b|Content-Type: multipart/mixed; boundary=bb||--bb||one|--bb|${pdf}|--bb--|--b||two|--b--`,
      'one\ntwo',
      ['a.pdf'],
    ],
    [
      'an inner part that does not end',
      '; boundary=b',
      `--b|Content-Type: multipart/mixed; boundary=c||--c||one|--b|${pdf}|--b--`,
      'one',
      ['a.pdf'],
    ],
    ['text around the parts', '; boundary=b', `before|--b||one|--b--|after`, 'one', []],
    [
      'headers that run into the next part',
      '; boundary=b',
      `--b|Content-Type: text/plain|--b|${pdf}|--b--`,
      '',
      ['a.pdf'],
    ],
  ])('a multipart with %s is parsed', (_description, parameter, content, text, names) => {
    expect(multipart(parameter, content)).toEqual([text, names]);
  });
});

describe('the sender of a message with unusual headers', () => {
  test.each([
    [
      'is read from the first of two From headers',
      'From: kim@example.com\nFrom: li@example.com',
      { name: '', address: 'kim@example.com' },
    ],
    [
      'is not read from a From header without an address',
      'From: Kim\nFrom: li@example.com',
      { name: '', address: 'li@example.com' },
    ],
    [
      'is read from a fully encoded From header',
      'From: =?utf-8?q?Kim_=3Ckim=40example=2Ecom=3E?=',
      { name: 'Kim', address: 'kim@example.com' },
    ],
    [
      'is read from a name with a comma',
      'From: "Li, Kim" <kim@example.com>',
      { name: 'Li, Kim', address: 'kim@example.com' },
    ],
    [
      'is read from a non-ASCII address',
      'From: J\xc3\xb8rn <j\xc3\xb8rn@b\xc3\xbccher.example>',
      { name: 'Jørn', address: 'jørn@bücher.example' },
    ],
    ['is null without a From header', 'To: kim@example.com', null],
  ])('%s', (_description, headers, from) => {
    expect(parseText(`${headers}\n\n`).from).toEqual(from);
  });

  test('all To headers are read, and groups are flattened', () => {
    const { to } = parseText('To: Team: a@example.com, b@example.com;, c@example.com\nTo: d@example.com\n\n');

    expect(to).toEqual(['a@example.com', 'b@example.com', 'c@example.com', 'd@example.com']);
  });
});

describe('the subject of a message', () => {
  test.each([
    ['=?utf-8?Q?caf=C3?= =?utf-8?Q?=A9?=', 'café'],
    ['=?utf-8?B?Y2Fm?=\r\n =?utf-8?B?w6k=?=', 'café'],
    ['=?ISO-8859-1?Q?a_b?= c', 'a b c'],
    ['=?utf-8*de?Q?K=C3=A4se?=', 'Käse'],
    ['=?iso-8859-1?Q?caf\xe9?=', 'café'],
    ['caf\xc3\xa9', 'café'],
    ['caf\xe9', 'café'],
    ['=?iso-2022-jp?B?GyRCJUYlOSVIGyhC?= =?iso-2022-jp?B?GyRCJUYlOSVIGyhC?=', 'テストテスト'],
    ['\x1b$B%F%9%H\x1b(B', 'テスト'],
    ['=?x-unknown?Q?a=20b?=', 'a b'],
    ['=?utf-8?Q?never ends', '=?utf-8?Q?never ends'],
    ['folded\r\n\ttwice\r\n here', 'folded twice here'],
    ['=?utf-8?Q?two=0Alines=00?=', 'two lines'],
    [' ', null],
  ])('is read from %j', (subject, expected) => {
    expect(parseText(`Subject: ${subject}\r\n\r\n`).subject).toBe(expected);
  });
});

describe('the text of a message', () => {
  test.each([
    ['utf-8', 'Gr\xc3\xb6\xc3\x9fe', 'Größe'],
    ['"UTF8"', 'Gr\xc3\xb6\xc3\x9fe', 'Größe'],
    ['utf-8', 'Gr\xf6\xdfe', 'Größe'],
    ['iso-8859-1', '\x93\xe9\x94', '“é”'],
    ['iso-8859-15', '\xa4', '€'],
    ['Windows-1252', '\x80', '€'],
    ['us-ascii', '\xe9', 'é'],
    ['win-1251', '\xcf\xf0\xe8', 'При'],
    ['koi8-r', '\xf0\xd2\xc9', 'При'],
    ['gb2312', '\xc4\xe3\xba\xc3', '你好'],
    ['big5', '\xa7A\xa6n', '你好'],
    ['hz-gb-2312', 'a ~{Dc:C~} ~~', 'a 你好 ~'],
    ['EUC-KR', '\xc7\xd1', '한'],
    ['iso-2022-kr', '\x1b$)C\x0eGQ\x0f a', '한 a'],
    ['shift_jis', '\x83e', 'テ'],
    ['iso-2022-jp', '\x1b$B%F%9%H\x1b(B', 'テスト'],
    ['iso-2022-jp', '\xa5\xc6\xa5\xb9\xa5\xc8', 'テスト'],
    ['iso-2022-jp', '\xe3\x83\x86\xe3\x82\xb9', 'テス'],
    ['utf-7', 'Gr+APYA3w-e', 'Größe'],
    ['utf-16be', '\0a\0b', 'ab'],
    ['x-mac-roman', '\x8a', 'ä'],
    ['macintosh', '\x8a', 'ä'],
    ['x-mac-ce', '\x8a', 'ä'],
    ['x-mac-ukrainian', '\x80', 'А'],
    ['x-euc-kr', '\xc7\xd1', '한'],
    ['x-gbk', '\xc4\xe3', '你'],
    ['x-utf-8', '\xc3\xb6', 'ö'],
    ['x-binary', '\xc3\xb6', 'ö'],
    ['iso-8859-6-e', '\xc7', 'ا'],
    ['latin5', '\xfd\x80', 'ı€'],
    ['ibm850', '\x84', 'ä'],
    ['unknown-8bit', 'Gr\xc3\xb6\xc3\x9fe', 'Größe'],
    ['constructor', 'a', 'a'],
  ])('is decoded from %s', (charset, content, expected) => {
    expect(parseBody(`Content-Type: text/plain; charset=${charset}`, content).text).toBe(expected);
  });

  test('is decoded with the charset that the HTML declares', () => {
    const page = '<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">';

    expect(parseBody('Content-Type: text/html', `${page}\xf0\xd2\xc9`).html).toBe(`${page}При`);
    expect(parseBody('Content-Type: text/html', `${page}\xc3\xa4`).html).toBe(`${page}ä`);
  });

  test.each([
    ['base64', 'SGVs\r\nbG8=', 'Hello'],
    ['BASE64', '*SGVs-bG8=', 'Hello'],
    ['base64', 'SGVs\r\nbG8=\r\nSGVs\r\n', 'HelloHel'],
    ['base64', 'SGVsbG8=\r\n____\r\nA mailing list\r\n', 'Hello'],
    ['quoted-printable', 'a=3Db=\r\nc  \r\nd', 'a=bc\nd'],
    ['quoted-printable', 'a=zz=', 'a=zz'],
    ['x-uuencode', 'begin 644 a.txt\r\n%2&5L;&\\\r\n`\r\nend\r\n', 'Hello'],
    ['7-bit', 'a=3Db', 'a=3Db'],
    ['', 'begin 644 a.txt\r\n%2&5L;&\\\r\nend', 'begin 644 a.txt\n%2&5L;&\\\nend'],
  ])('is decoded from %s', (encoding, content, expected) => {
    expect(parseBody(`Content-Transfer-Encoding: ${encoding}`, content).text).toBe(expected);
  });

  test.each([
    ['flowed', 'one \ntwo\nthree', 'one two\nthree'],
    ['flowed', '>> a \n>> b \n> c', '>> a b \n> c'],
    ['flowed', ' >stuffed\n From here', '>stuffed\nFrom here'],
    ['flowed', 'text \n-- \nKim', 'text \n-- \nKim'],
    ['flowed; delsp=yes', 'one \ntwo', 'onetwo'],
    ['fixed', 'one \ntwo', 'one \ntwo'],
  ])('is unwrapped from format %s: %j', (format, content, expected) => {
    expect(parseBody(`Content-Type: text/plain; format=${format}`, content).text).toBe(expected);
  });
});

describe('the filename of an attachment', () => {
  const nameOf = (headers: string) => parseBody(headers, 'x').attachments[0]?.filename;

  test.each([
    ['attachment; filename="a b.pdf"', 'a b.pdf'],
    ['attachment; filename=a b (1).pdf; size=1', 'a b (1).pdf'],
    ["attachment; filename*=utf-8''K%C3%A4se.pdf; filename=other.pdf", 'Käse.pdf'],
    ["attachment; filename*1*=%A4se.pdf; filename*0*=utf-8''K%C3", 'Käse.pdf'],
    ['attachment; filename*0="=?utf-8?Q?K=C3=A4"; filename*1="se?="', 'Käse'],
    ['attachment; filename="=?utf-8?B?S8Okc2U=?=.pdf"', 'Käse.pdf'],
    ['attachment; filename="K\xe4se.pdf"', 'Käse.pdf'],
    ['attachment; filename="K\xc3\xa4se.pdf"', 'Käse.pdf'],
    ['attachment; filename="C:\\docs\\a.pdf"', 'C:\\docs\\a.pdf'],
    ['attachment; filename="say \\"hi\\".pdf"', 'say "hi".pdf'],
    ['attachment; filename="a\0\x1bb.pdf"', 'ab.pdf'],
    ['attachment; filename="../../a.pdf"', '../../a.pdf'],
    ['attachment filename=a.pdf', 'a.pdf'],
    ['attachment; filename=""', null],
    ['attachment', null],
  ])('is read from %j', (disposition, expected) => {
    expect(nameOf(`Content-Type: application/pdf\r\nContent-Disposition: ${disposition}`)).toBe(expected);
  });

  test('is read from the content type if the disposition has no filename or an incomplete filename', () => {
    expect(nameOf('Content-Type: application/pdf; name="a.pdf"')).toBe('a.pdf');
    expect(
      nameOf(
        'Content-Type: application/pdf; name="ä.pdf"\r\nContent-Disposition: attachment; filename="?.pdf"',
      ),
    ).toBe('ä.pdf');
  });
});

test.each([
  ['Application/PDF; name=a', 'application/pdf'],
  ['image / png', 'image/png'],
  ['application/octet-stream; name=a.pdf', 'application/octet-stream'],
  ['application/pdf name=a.pdf', 'application/pdf'],
  ['pdf', null],
  ['', null],
])('the content type of an attachment is read from %j', (type, expected) => {
  const { attachments } = parseBody(`Content-Type: ${type}\r\nContent-Disposition: attachment`, 'x');

  expect(attachments[0]?.contentType).toBe(expected);
});

test.each([
  ['<a@x.test> <b@x.test>', ['<a@x.test>', '<b@x.test>']],
  ['<a@x.test><b@x.test>, <a@x.test>', ['<a@x.test>', '<b@x.test>']],
  ['<a@\r\n x.test>', ['<a@x.test>']],
  ['a@x.test b@x.test', ['<a@x.test>', '<b@x.test>']],
  ['=?utf-8?Q?=3Ca=40x=2Etest=3E?=', ['<a@x.test>']],
  ['Your mail of Monday, kim@example.com', []],
  ['<>', []],
])('the references are read from %j', (references, expected) => {
  expect(parseText(`References: ${references}\r\n\r\n`).references).toEqual(expected);
});

test.each([
  ['Tue, 3 Mar 2026 10:15:00 +0100', '2026-03-03T09:15:00.000Z'],
  ['3 Mar 2026 10:15 -0330 (Newfoundland (Time))', '2026-03-03T13:45:00.000Z'],
  ['Tue, 03 Mar 26 10:15:00 EST', '2026-03-03T15:15:00.000Z'],
  ['Fri, 21 Nov 97 09:55:06 GMT', '1997-11-21T09:55:06.000Z'],
  ['Tue Mar  3 10:15:00 CET 2026', '2026-03-03T09:15:00.000Z'],
  ['Tue, Mar 3, 2026 10:15:00 PM', '2026-03-03T22:15:00.000Z'],
  ['2026-03-03T10:15:00.5+01:00', '2026-03-03T09:15:00.000Z'],
  ['Tue, 3 Mar 2026 10:15:00 GMT+0100', '2026-03-03T09:15:00.000Z'],
  ['Tue, 3 Mar 2026 10:15:00 Nowhere', '2026-03-03T10:15:00.000Z'],
  ['31 Feb 2026 10:15:00 +0000', null],
  ['3 Mar 2026 25:15:00 +0000', null],
  ['tomorrow', null],
  ['(never closed 3 Mar 2026 10:15:00 +0000', null],
])('the date is read from %j', (date, expected) => {
  expect(parseText(`Date: ${date}\n\n`).date).toBe(expected);
});

describe('limits', () => {
  const repeatText = (count: number, text: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => text(index)).join('');

  test('the parser descends 100 levels and returns each deeper part as one attachment', () => {
    const raw = repeatText(
      1_000,
      (level) => `Content-Type: multipart/mixed; boundary=n${level}\n\n--n${level}\n`,
    );
    const { attachments } = parseText(raw);

    expect(attachments).toEqual([
      { filename: null, contentType: 'multipart/mixed', contentId: null, size: expect.any(Number) },
    ]);
    expect(attachments[0]?.size).toBeGreaterThan(raw.length / 2);
  });

  test('the parser reads 5,000 parts and assigns the rest to the last part', () => {
    const raw = `Content-Type: multipart/mixed; boundary=b\n\n${repeatText(6_000, () => '--b\nContent-Type: image/png\n\nx\n')}`;
    const { attachments } = parseText(raw);

    expect(attachments).toHaveLength(4_999);
    expect(attachments[4_997]?.size).toBe(1);
    expect(attachments[4_998]?.size).toBeGreaterThan(30_000);
  });

  test('the parser keeps the first 1,000 addresses, and of more than 1,000 ids the first and the last 999', () => {
    const { to, references } = parseText(
      `To: ${repeatText(10_000, (index) => `k${index}@example.com, `)}\nReferences: ${repeatText(3_000, (index) => `<${index}@x.test> `)}\n\n`,
    );

    expect(to).toHaveLength(1_000);
    expect(references).toHaveLength(1_000);
    expect([references[0], references[1], references.at(-1)]).toEqual([
      '<0@x.test>',
      '<2001@x.test>',
      '<2999@x.test>',
    ]);
  });

  test('a megabyte of ids is read as fast as a short field because only the first and last ids are used', () => {
    const raw = `References: ${repeatText(100_000, (index) => `<${index}@x.test> `)}\n\n`;

    expectCpuMsAtMost(() => parseText(raw), 500);

    const { references } = parseText(raw);
    expect([references[0], references.at(-1)]).toEqual(['<0@x.test>', '<99999@x.test>']);
  });

  test('spaces inside an encoded line are read within the time limit', () => {
    const header = 'Content-Type: image/png\nContent-Transfer-Encoding: quoted-printable';

    expectCpuMsAtMost(() => parseText(`${header}\n\n${' '.repeat(1_000_000)}x`), 1_000);
  });

  test('4 MB of text are kept', () => {
    expect(parseBody('Content-Type: text/plain', 'x'.repeat(4_100_000)).text).toHaveLength(4_000_000);
  });

  test('every input is read within the time limit', () => {
    const units = [
      '\r',
      '\n',
      ' ',
      '--a\n',
      '=?a?q?',
      'a: b\n',
      '((',
      '<a',
      '"a" <',
      '=',
      '> \n',
      '\\',
      '+AGE',
      '~{',
    ];
    const starts = [
      '',
      'To: ',
      'Subject: ',
      'References: ',
      'Date: ',
      'Content-Type: a/b; x=',
      'Content-Type: multipart/mixed; boundary=b\n\n--b\n',
      'Content-Transfer-Encoding: base64\n\n',
      'Content-Transfer-Encoding: base64\n\nYQ==\n',
      'Content-Transfer-Encoding: quoted-printable\n\n',
      'Content-Transfer-Encoding: x-uuencode\n\nbegin 644 a\n',
      'Content-Type: text/plain; format=flowed; charset=utf-7\n\n',
    ];
    for (const raw of starts.flatMap((start) =>
      units.map((unit) => start + unit.repeat(200_000 / unit.length)),
    )) {
      expectCpuMsAtMost(() => parseText(raw), 1_000);
    }
  });
});
