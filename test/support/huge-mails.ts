const bytesMax = 40_000_000;

/** Mails as large as SES takes them, each large in another way. */
export const hugeMails: Readonly<Record<string, () => Buffer>> = {
  'one attachment': () =>
    mail(multipart, `--b\r\n\r\nHi\r\n--b\r\n${attached}`, `${'QUJD'.repeat(19)}\r\n`, '\r\n--b--'),
  'one attachment in one line': () => mail(multipart, `--b\r\n${attached}`, 'QUJD'),
  'quoted-printable': () =>
    mail(
      'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable',
      '',
      '=C3=A4=',
    ),
  'plain text': () => mail(text, '', 'All work and no play makes Jack a dull boy.\r\n'),
  'plain text in one line': () => mail(text, '', 'All work and no play. '),
  'empty lines': () => mail(text, '', '\r\n'),
  'lone carriage returns': () => mail(text, '', '\r'),
  flowed: () => mail(`${text}; format=flowed; delsp=yes`, '', 'a \n'),
  'flowed quotes': () => mail(`${text}; format=flowed`, '', '> a \r\n>> b \r\n'),
  quotes: () => mail(text, '', '>>>>>> a\n'),
  html: () => mail('Content-Type: text/html', '', '<div><p>All <b>work</b></p></div>\r\n'),
  'html that nests': () => mail('Content-Type: text/html', '', '<blockquote><div>a'),
  'html in lines': () => mail('Content-Type: text/html', '', '<br>'),
  'wide characters': () => mail('Content-Type: text/plain; charset=utf-16le', '', 'a\0\n\0'),
  'latin letters': () => mail('Content-Type: text/plain; charset=iso-8859-1', '', 'a\xe4\n'),
  'one header': () => mail('X-Long: y', '', ' folded\r\n', '', true),
  'many headers': () => mail('X-Long: y', '', 'A: b\r\n', '', true),
  recipients: () => mail('To: kim@shop.test', '', ',\r\n <li@shop.test>', '', true),
  'encoded words': () => mail('Subject: a', '', '\r\n =?utf-8?q?=C3=A4?=', '', true),
  references: () => mail('References: <a@b>', '', '\r\n <a@b>', '', true),
  'many parts': () => mail(multipart, '', '--b\r\n\r\na\r\n'),
  'many attachments': () => mail(multipart, '', `--b\r\n${attached}QUJD\r\n`),
  'large parts': () => mail(multipart, '', `--b\r\n${attached}${'QUJD'.repeat(2_000)}\r\n`),
  'nested parts': () =>
    mail(multipart, '', '--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\na\r\n'),
  dashes: () => mail(multipart, '', '--\r\n'),
  'a mail in the mail': () => mail('Content-Type: message/rfc822', '', 'A: b\r\n'),
  uuencoded: () =>
    mail(
      'Content-Type: application/octet-stream\r\nContent-Transfer-Encoding: x-uuencode',
      'begin 644 a\r\n',
      '#86)C\r\n',
    ),
};

const text = 'Content-Type: text/plain; charset=utf-8';
const multipart = 'Content-Type: multipart/mixed; boundary=b';
const attached =
  'Content-Type: application/pdf; name=a.pdf\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment\r\n\r\n';

/** The unit is repeated in the body, or behind the header. */
function mail(header: string, opening: string, unit: string, closing = '', isInHeader = false): Buffer {
  const head = `From: Kim <kim@shop.test>\r\nSubject: Parcel\r\n${header}${isInHeader ? '' : '\r\n\r\n'}${opening}`;
  const raw = Buffer.alloc(bytesMax, unit, 'latin1');
  raw.write(head, 0, 'latin1');
  raw.write(closing, bytesMax - closing.length, 'latin1');
  return raw;
}
