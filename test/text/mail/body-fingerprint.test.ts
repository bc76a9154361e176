import { fingerprintBody } from '../../../shared/text/mail/body-fingerprint';
import { parseMail } from '../../../shared/text/mail/parse-mail';
import { expectCpuMsAtMost } from '../../support/cpu-time';

const fingerprint = (raw: Buffer): string => fingerprintBody(raw, parseMail(raw));

const mailWith = (head: string, content: string): Buffer =>
  Buffer.from(
    [
      'Content-Type: multipart/mixed; boundary=b',
      ...['', '--b', 'Content-Type: text/plain', '', 'Hello'],
      ...['--b', head, '', content, '--b--', ''],
    ].join('\r\n'),
    'latin1',
  );

const withLf = (raw: Buffer): Buffer =>
  Buffer.from(raw.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');

const signature = '-----BEGIN PGP SIGNATURE-----\r\n\r\nabc\r\n=def\r\n-----END PGP SIGNATURE-----';

// IN-29
test.each([
  ['application/pgp-signature', signature],
  ['application/xml', '<a>\r\n</a>'],
  ['application/json', '{\r\n}'],
  ['text/csv', 'a\r\nb'],
])('other line breaks in an attachment of the type %s do not change the fingerprint', (type, content) => {
  const mail = mailWith(`Content-Type: ${type}`, content);
  const base64 = Buffer.from(content).toString('base64');

  expect(fingerprint(withLf(mail))).toBe(fingerprint(mail));
  expect(fingerprint(mailWith(`Content-Type: ${type}\r\nContent-Transfer-Encoding: base64`, base64))).toBe(
    fingerprint(mail),
  );
});

// IN-29
test('line breaks in a binary attachment change the fingerprint', () => {
  const [first, second] = ['\0\r\n\x01', '\0\n\x01'].map((content) =>
    mailWith(
      'Content-Type: image/png\r\nContent-Transfer-Encoding: base64',
      Buffer.from(content).toString('base64'),
    ),
  );

  expect(fingerprint(first ?? Buffer.alloc(0))).not.toBe(fingerprint(second ?? Buffer.alloc(0)));
});

// IN-29
test.each(['>From x', '>>From x', '>>>>From x'])('%j is the same text as "From x"', (line) => {
  const fingerprintOf = (text: string) => fingerprint(Buffer.from(`Subject: a\r\n\r\nHi\r\n${text}\r\n`));

  expect(fingerprintOf(line)).toBe(fingerprintOf('From x'));
  expect(fingerprintOf(`> ${line}`)).not.toBe(fingerprintOf('From x'));
});

const fingerprintOfText = (body: string): string =>
  fingerprint(
    Buffer.from(
      `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${body}\r\n`,
    ),
  );

// IN-29
test.each([
  ['The parcel is nowhere.', 'The parcel is now here.'],
  ['The parcel is nowhere.', 'The parcel is now\r\nhere.'],
  ['1 50 cm', '15 0 cm'],
  ['Pay 10 000 EUR', 'Pay 10 0 00 EUR'],
  ['5 -3', '5 - 3'],
  ['Стол там', 'Столтам'],
  [`${'Item '.repeat(60)}15 EUR`, `${'Item '.repeat(60)}1\r\n 5 EUR`],
])('the texts %j and %j have other words and other fingerprints', (one, other) => {
  expect(fingerprintOfText(one)).not.toBe(fingerprintOfText(other));
});

const longLine = 'word '.repeat(200);

// IN-29
test.each([
  ['Hello  you.\tBye', 'Hello you. Bye'],
  ['Hello \r\n\r\n\r\nyou', 'Hello\r\nyou \r\n\r\n'],
  ['本日発送し\r\nました', '本日発送しました'],
  ['สวัสดี ครับ', 'สวัสดีครับ'],
  [`${longLine}nowhere ${longLine}`, `${longLine}now\r\n here ${longLine}`],
  ['漢字か'.repeat(120), `${'漢字か'.repeat(110)}\r\n ${'漢字か'.repeat(10)}`],
])('the texts %j and %j differ only in white space that servers change', (one, other) => {
  expect(fingerprintOfText(one)).toBe(fingerprintOfText(other));
});

// IN-29
test.each([
  ['one line', 'a "b" '.repeat(600_000)],
  ['lines with a space at the start', '\r\n a'.repeat(600_000)],
  ['long lines with a space at the start', `${'word '.repeat(180)}\r\n `.repeat(4_000)],
])('the fingerprint of 3 MB of %s takes less than two seconds', (_what, body) => {
  const raw = Buffer.from(`Subject: a\r\n\r\n${body}\r\n`);
  const mail = parseMail(raw);

  expectCpuMsAtMost(() => void fingerprintBody(raw, mail), 2_000);
});

const text = 'Two boxes, please: é.\r\n';
const utf8 = Buffer.from(text).toString('latin1');
const plain = 'Content-Type: text/plain; charset=utf-8';

// IN-29
test.each<[string, string[], string]>([
  ['in ISO 8859-1', ['Content-Type: text/plain; charset=iso-8859-1'], text],
  [
    'in quoted-printable',
    [plain, 'Content-Transfer-Encoding: quoted-printable'],
    'Two boxes,=\r\n please: =C3=A9.',
  ],
  ['in Base64', [plain, 'Content-Transfer-Encoding: base64'], Buffer.from(text).toString('base64')],
  ['with folded header fields', ['Content-Type: text/plain;\r\n charset=utf-8'], utf8],
  [
    'with other header names',
    ['CONTENT-TYPE: TEXT/PLAIN; CHARSET="UTF-8"', 'Received: from mx.example.com'],
    utf8,
  ],
  ['with format=flowed', [`${plain}; format=flowed`], utf8.replace(', ', ', \r\n')],
  ['with a byte order mark', [plain], `\xef\xbb\xbf${utf8}`],
  ['in a part', ['Content-Type: multipart/mixed; boundary=b'], `--b\r\n${plain}\r\n\r\n${utf8}\r\n--b--\r\n`],
])('the text %s has the same fingerprint', (_what, head, body) => {
  const mailOf = (lines: readonly string[], content: string) =>
    Buffer.from([...lines, '', content].join('\r\n'), 'latin1');

  expect(fingerprint(mailOf(head, body))).toBe(fingerprint(mailOf([plain], utf8)));
});
