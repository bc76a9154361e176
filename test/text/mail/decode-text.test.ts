import { parseMail } from '../../../shared/text/mail/parse-mail';

const buildMail = (text: string, body: Buffer = Buffer.alloc(0)): Buffer =>
  Buffer.concat([Buffer.from(text.replace(/\n/g, '\r\n'), 'latin1'), body]);

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const textOf = (header: string, body: Buffer | string): string | null =>
  parseMail(buildMail(`${header}\n\n`, typeof body === 'string' ? Buffer.from(body, 'latin1') : body)).text;

describe('the subject of a message', () => {
  test.each([
    ['=?utf-8?Q?R=C3=BCck?= =?utf-8?Q?blick?=', 'Rückblick'],
    ['=?utf-8?Q?R=C3?=\n =?utf-8?Q?=BCck?=', 'Rück'],
    ['=?utf-8?B?UsM=?= =?utf-8?B?vGNr?=', 'Rück'],
    ['=?utf-8?B?UsM?= =?utf-8?B?vGNr?=', 'Rück'],
    ['=?utf-8?Q?a?= b =?utf-8?Q?c?=', 'a b c'],
    ['=?utf-8?Q?a?=b', 'ab'],
    ['a=?utf-8?Q?b?=', 'ab'],
    ['=?utf-8?Q?a?==?utf-8?Q?b?=', 'ab'],
    ['=?utf-8?Q?a_b?=  =?iso-8859-1?Q?_=E4?=', 'a b ä'],
    ['=?utf-8?Q?a b?=', 'a b'],
    ['=?UTF-8?q?=c3=a4?=', 'ä'],
    ['=?utf-8*en?Q?=C3=A4?=', 'ä'],
    ['=?utf-8?Q?=E4?=', 'ä'],
    ['=?utf-8?Q?=ZZ?=', '=ZZ'],
    ['=?utf-8?X?abc?=', '=?utf-8?X?abc?='],
    ['=?utf-8?Q?abc', '=?utf-8?Q?abc'],
    ['=?unknown-8bit?Q?R=C3=BCck?=', 'Rück'],
    ['=?x-unknown?B?UsO8Y2s=?=', 'Rück'],
    ['=??Q?abc?=', '=??Q?abc?='],
    ['=?utf-8?Q??=', null],
    ['=?us-ascii?Q?what=3F?=', 'what?'],
    ['=?utf-8?Q?what??=', 'what?'],
    ['=?iso-2022-jp?B?GyRCRnxLXBsoQg==?=', '日本'],
    ['=?iso-2022-jp?B?GyRCRnxLXA==?=', '日本'],
    ['=?ISO-2022-JP?B?GyRCRnwbKEI=?= =?ISO-2022-JP?B?GyRCS1wbKEI=?=', '日本'],
    ['=?shift_jis?B?k/qWew==?=', '日本'],
    ['=?euc-jp?B?xvzL3A==?=', '日本'],
    ['=?gb2312?B?1tDOxA==?=', '中文'],
    ['=?gbk?Q?=D6=D0=CE=C4?=', '中文'],
    ['=?big5?B?pKSk5Q==?=', '中文'],
    ['=?euc-kr?B?x9GxuQ==?=', '한국'],
    ['=?ks_c_5601-1987?B?x9GxuQ==?=', '한국'],
    ['=?koi8-r?B?8M/T2czLwQ==?=', 'Посылка'],
    ['=?windows-1251?Q?=CF=EE=F1=FB=EB=EA=E0?=', 'Посылка'],
    ['=?iso-8859-5?Q?=BF=DE=E1=EB=DB=DA=D0?=', 'Посылка'],
    ['=?iso-8859-7?Q?=C4=DD=EC=E1?=', 'Δέμα'],
    ['=?windows-1255?B?5+Hp7OQ=?=', 'חבילה'],
    ['=?iso-8859-8-i?B?5+Hp7OQ=?=', 'חבילה'],
    ['=?windows-1256?B?2NHP?=', 'طرد'],
    ['=?iso-8859-2?Q?Paczka_=B1?=', 'Paczka ą'],
    ['=?iso-8859-15?Q?=A4?=', '€'],
    ['=?iso-8859-9?Q?=FD?=', 'ı'],
    ['=?windows-874?B?vtHKtNg=?=', 'พัสดุ'],
    ['=?tis-620?B?vtHKtNg=?=', 'พัสดุ'],
    ['=?utf-7?Q?R+APw-ck?=', 'Rück'],
    ['=?utf-16?B?/v8AYQDk?=', 'aä'],
    ['=?cp1252?Q?=93a=94?=', '“a”'],
    ['=?iso-8859-1?Q?=93a=94?=', '“a”'],
    ['R\xc3\xbcck', 'Rück'],
    ['R\xfcck', 'Rück'],
    ['a\n b\n\tc', 'a b c'],
    ['a\0b\x07', 'ab'],
    [`=?utf-8?B?${base64('a\r\nBcc: b')}?=`, 'a Bcc: b'],
    [' ', null],
    ['=?utf-8?Q?=F0=9F=93?= =?utf-8?Q?=A6?=', '📦'],
    ['"=?utf-8?Q?quoted?="', '"quoted"'],
    ['(=?utf-8?Q?a?=)', '(a)'],
  ])('is read from %j', (fieldValue, subject) => {
    expect(parseMail(buildMail(`Subject: ${fieldValue}\n\n`)).subject).toBe(subject);
  });
});

describe('an address field', () => {
  const readAddresses = (fieldValue: string) => {
    const { from: sender, to } = parseMail(buildMail(`From: ${fieldValue}\nTo: ${fieldValue}\n\n`));
    return [sender?.name ?? null, ...to];
  };
  test.each([
    ['kim@shop.test', ['', 'kim@shop.test']],
    ['<kim@shop.test>', ['', 'kim@shop.test']],
    ['Kim Li <kim@shop.test>', ['Kim Li', 'kim@shop.test']],
    ['"Li, Kim" <kim@shop.test>', ['Li, Kim', 'kim@shop.test']],
    ['"Kim \\"K\\" Li" <kim@shop.test>', ['Kim "K" Li', 'kim@shop.test']],
    ['kim@shop.test (Kim Li)', ['Kim Li', 'kim@shop.test']],
    ['=?utf-8?Q?K=C3=AFm?= <kim@shop.test>', ['Kïm', 'kim@shop.test']],
    ['=?utf-8?Q?Li=2C_Kim?= <kim@shop.test>', ['Li, Kim', 'kim@shop.test']],
    ['"=?utf-8?Q?K=C3=AFm?=" <kim@shop.test>', ['Kïm', 'kim@shop.test']],
    ['=?utf-8?Q?K=C3?= =?utf-8?Q?=AFm?= <kim@shop.test>', ['Kïm', 'kim@shop.test']],
    ['=?utf-8?Q?a=40b=2Etest_=3Cx=40y=2Etest=3E?= <kim@shop.test>', ['a@b.test <x@y.test>', 'kim@shop.test']],
    ['K\xefm <kim@shop.test>', ['Kïm', 'kim@shop.test']],
    ['K\xc3\xafm <kim@shop.test>', ['Kïm', 'kim@shop.test']],
    ['Team: Kim <kim@shop.test>, li@shop.test;', ['Kim', 'kim@shop.test', 'li@shop.test']],
    ['Team:;', [null]],
    ['undisclosed-recipients:;', [null]],
    ['A: a@x.test;, b@x.test', ['', 'a@x.test', 'b@x.test']],
    ['kim@shop.test, Li <li@shop.test>', ['', 'kim@shop.test', 'li@shop.test']],
    ['kim@shop.test; li@shop.test', ['', 'kim@shop.test', 'li@shop.test']],
    [',, kim@shop.test ,', ['', 'kim@shop.test']],
    ['Kim.Li. <kim@shop.test>', ['Kim.Li.', 'kim@shop.test']],
    ['"kim li"@shop.test', ['', '"kim li"@shop.test']],
    ['Kim (the (real) one) <kim@shop.test>', ['Kim', 'kim@shop.test']],
    ['kim @ shop . test', ['', 'kim@shop.test']],
    ['Kim <kim@shop.test> (work)', ['Kim', 'kim@shop.test']],
    ['<@relay.test,@b.test:kim@shop.test>', ['', 'kim@shop.test']],
    ['kim@[192.0.2.1]', ['', 'kim@[192.0.2.1]']],
    ['kim@b\xc3\xbccher.test', ['', 'kim@bücher.test']],
    ['Kim <KIM@Shop.Test>', ['Kim', 'KIM@Shop.Test']],
    ["'kim@shop.test' <kim@shop.test>", ["'kim@shop.test'", 'kim@shop.test']],
    ['Kim\n Li\n <kim@shop.test>', ['Kim Li', 'kim@shop.test']],
    ['Kim kim@shop.test', ['Kim', 'kim@shop.test']],
    ['Kim <kim@shop.test', ['Kim', 'kim@shop.test']],
    ['"Kim Li <kim@shop.test>', ['Kim Li', 'kim@shop.test']],
  ])('is read from %j', (fieldValue, expected) => {
    expect(readAddresses(fieldValue)).toEqual(expected);
  });
});

describe('the text of a message is decoded', () => {
  const plainTextType = (charset: string) => `Content-Type: text/plain; charset=${charset}`;
  test.each<[string, string, Buffer | string, string | null]>([
    ['UTF-8 with a byte order mark', plainTextType('utf-8'), Buffer.from('\ufeffä'), 'ä'],
    ['UTF-16 with a byte order mark', plainTextType('utf-16'), Buffer.from('\ufeffä\n', 'utf16le'), 'ä\n'],
    ['UTF-16, big-endian', plainTextType('utf-16be'), Buffer.from([0, 0x61, 0, 0xe4]), 'aä'],
    ['UTF-16, little-endian', plainTextType('utf-16le'), Buffer.from('aä', 'utf16le'), 'aä'],
    ['UTF-16 without a byte order mark', plainTextType('utf-16'), Buffer.from('abc', 'utf16le'), 'abc'],
    ['UTF-32', plainTextType('utf-32be'), Buffer.from([0, 0, 0, 0x61]), 'a'],
    [
      'UTF-16 in base64',
      `${plainTextType('utf-16')}\nContent-Transfer-Encoding: base64`,
      Buffer.from('\ufeffab', 'utf16le').toString('base64'),
      'ab',
    ],
    ['UTF-7', plainTextType('utf-7'), 'R+APw-ck', 'Rück'],
    ['GB18030', plainTextType('GB18030'), Buffer.from([0x81, 0x30, 0x81, 0x30]), '\u0080'],
    ['HZ', plainTextType('hz-gb-2312'), '~{VPND~}', '中文'],
    ['Latin-1 declared as UTF-8', plainTextType('utf-8'), 'R\xfcck', 'Rück'],
    ['UTF-8 declared as ASCII', plainTextType('us-ascii'), Buffer.from('Rück'), 'Rück'],
    ['UTF-8 without a declared charset', 'Subject: a', Buffer.from('Rück'), 'Rück'],
    ['a charset in quotes', plainTextType('"utf-8"'), Buffer.from('Rück'), 'Rück'],
    ['a charset in single quotes', plainTextType("'iso-8859-2'"), '\xb1', 'ą'],
    ['a charset with a comment', plainTextType('iso-8859-2 (Latin 2)'), '\xb1', 'ą'],
    ['an unknown charset', plainTextType('x-user-defined'), Buffer.from('Rück'), 'Rück'],
    ['a part without a content type', 'Content-Transfer-Encoding: quoted-printable', 'R=FCck', 'Rück'],
    [
      'truncated quoted-printable',
      `${plainTextType('utf-8')}\nContent-Transfer-Encoding: quoted-printable`,
      'a=C3=A4=',
      'aä',
    ],
    [
      'quoted-printable with LF soft line breaks',
      `${plainTextType('utf-8')}\nContent-Transfer-Encoding: quoted-printable`,
      'a=\nb',
      'ab',
    ],
    ['truncated base64', `${plainTextType('utf-8')}\nContent-Transfer-Encoding: base64`, 'YWJjZ', 'abc'],
    [
      'text that looks like base64 but is declared as 7bit',
      `${plainTextType('utf-8')}\nContent-Transfer-Encoding: 7bit`,
      'YWJj',
      'YWJj',
    ],
    [
      'text that contains a uuencoded file',
      plainTextType('us-ascii'),
      'Hi\r\n\r\nbegin 644 a.txt\r\n#86)C\r\n`\r\nend\r\n',
      'Hi\n\nbegin 644 a.txt\n#86)C\n`\nend\n',
    ],
    ['a message without a body', 'Subject: a', '', ''],
    ['flowed text', `${plainTextType('utf-8')}; format=flowed`, 'a \r\nb\r\n-- \r\nc', 'a b\n-- \nc'],
    [
      'a text with an inline disposition',
      `${plainTextType('utf-8')}\nContent-Disposition: inline`,
      'abc',
      'abc',
    ],
    ['text/enriched', 'Content-Type: text/enriched', '<bold>abc</bold>', '<bold>abc</bold>'],
    ['a calendar', 'Content-Type: text/calendar', 'BEGIN:VCALENDAR', null],
    ['a content type without a subtype', 'Content-Type: text', 'abc', 'abc'],
    ['an unknown multipart', 'Content-Type: multipart/x-new; boundary=b', '--b\r\n\r\nabc\r\n--b--', 'abc'],
    ['a multipart without a boundary', 'Content-Type: multipart/mixed', 'abc', 'abc'],
    ['a multipart whose boundary does not occur', 'Content-Type: multipart/mixed; boundary=x', 'abc', 'abc'],
    [
      'a multipart with a preamble and an epilogue',
      'Content-Type: multipart/mixed; boundary=b',
      'pre\r\n--b\r\n\r\nabc\r\n--b--\r\nepi',
      'abc',
    ],
    [
      'two texts',
      'Content-Type: multipart/mixed; boundary=b',
      '--b\r\n\r\nabc\r\n--b\r\n\r\ndef\r\n--b--',
      'abc\ndef',
    ],
    [
      'a signed text',
      'Content-Type: multipart/signed; boundary=b',
      '--b\r\n\r\nabc\r\n--b\r\nContent-Type: application/pgp-signature\r\n\r\nx\r\n--b--',
      'abc',
    ],
    [
      'a text in a nested multipart',
      'Content-Type: multipart/mixed; boundary=b',
      '--b\r\nContent-Type: multipart/alternative; boundary=c\r\n\r\n--c\r\n\r\nabc\r\n--c\r\nContent-Type: text/html\r\n\r\n<p>abc\r\n--c--\r\n--b--',
      'abc',
    ],
  ])('from %s', (_description, header, body, text) => {
    expect(textOf(header, body)).toBe(text);
  });
});

describe('the date of a message', () => {
  test.each([
    ['Mon, 2 Nov 2026 10:00:00 +0100', '2026-11-02T09:00:00.000Z'],
    ['2 Nov 2026 10:00 GMT', '2026-11-02T10:00:00.000Z'],
    ['Mon, 02 Nov 26 10:00:00 EST', '2026-11-02T15:00:00.000Z'],
    ['Mon, 2 Nov 2026 10:00:00 -0000', '2026-11-02T10:00:00.000Z'],
    ['Mon, 2 Nov 2026 10:00:00 Z', '2026-11-02T10:00:00.000Z'],
    ['Mon (day), 2 (of) Nov 2026 10 : 00 : 00 +0000 (UTC)', '2026-11-02T10:00:00.000Z'],
    ['Mon,2 Nov 2026 10:00:00 +0000', '2026-11-02T10:00:00.000Z'],
    ['Monday, 2-Nov-26 10:00:00 UTC', '2026-11-02T10:00:00.000Z'],
    ['Mon Nov  2 10:00:00 2026', '2026-11-02T10:00:00.000Z'],
    ['Mon, 2 Nov 2026 10:00:00 +0530 (IST)', '2026-11-02T04:30:00.000Z'],
    ['Mon, 2 Nov 2026 10:00:00 GMT+1', '2026-11-02T09:00:00.000Z'],
    ['Mon, 2 Nov 2026 24:00:00 +0000', '2026-11-03T00:00:00.000Z'],
    ['Mon, 2 Nov 2026 10:00:60 +0000', '2026-11-02T10:01:00.000Z'],
    ['Fri, 21 Nov 97 09:55:06 -0600', '1997-11-21T15:55:06.000Z'],
    ['2026-11-02 10:00:00 +0000', '2026-11-02T10:00:00.000Z'],
    ['2026-11-02T10:00:00Z', '2026-11-02T10:00:00.000Z'],
    ['Fri, 6 Nov 2026 09(comment):   55  :  06 -0600', '2026-11-06T15:55:06.000Z'],
    ['no date', null],
    ['Mon, 32 Nov 2026 10:00:00 +0000', null],
  ])('is read from %j', (fieldValue, date) => {
    expect(parseMail(buildMail(`Date: ${fieldValue}\n\n`)).date).toBe(date);
  });
});

test('a message with damaged headers is parsed', () => {
  const { from, subject, text } = parseMail(
    buildMail('\n\n>From kim Mon Nov 2\nFROM : kim@shop.test\nSubject : a\n\n\ntext'),
  );

  expect([from?.address, subject, text]).toEqual(['kim@shop.test', 'a', '\ntext']);
});
