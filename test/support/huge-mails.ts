const bytesMax = 40_000_000;

/** Messages of the maximum size that SES accepts. In each message, a different part is large. */
export const hugeMails: Readonly<Record<string, () => Buffer>> = {
  'one attachment': () =>
    buildMail(
      multipart,
      `--b\r\n\r\nHi\r\n--b\r\n${attachmentHeaders}`,
      `${'QUJD'.repeat(19)}\r\n`,
      '\r\n--b--',
    ),
  'one attachment in one line': () => buildMail(multipart, `--b\r\n${attachmentHeaders}`, 'QUJD'),
  'quoted-printable': () =>
    buildMail(
      'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable',
      '',
      '=C3=A4=',
    ),
  'plain text': () => buildMail(text, '', 'All work and no play makes Jack a dull boy.\r\n'),
  'plain text in one line': () => buildMail(text, '', 'All work and no play. '),
  'empty lines': () => buildMail(text, '', '\r\n'),
  'lone carriage returns': () => buildMail(text, '', '\r'),
  flowed: () => buildMail(`${text}; format=flowed; delsp=yes`, '', 'a \n'),
  'flowed quotes': () => buildMail(`${text}; format=flowed`, '', '> a \r\n>> b \r\n'),
  quotes: () => buildMail(text, '', '>>>>>> a\n'),
  html: () => buildMail('Content-Type: text/html', '', '<div><p>All <b>work</b></p></div>\r\n'),
  'nested html': () => buildMail('Content-Type: text/html', '', '<blockquote><div>a'),
  'html line breaks': () => buildMail('Content-Type: text/html', '', '<br>'),
  'wide characters': () => buildMail('Content-Type: text/plain; charset=utf-16le', '', 'a\0\n\0'),
  'latin letters': () => buildMail('Content-Type: text/plain; charset=iso-8859-1', '', 'a\xe4\n'),
  'one header': () => buildMail('X-Long: y', '', ' folded\r\n', '', true),
  'many headers': () => buildMail('X-Long: y', '', 'A: b\r\n', '', true),
  recipients: () => buildMail('To: kim@shop.test', '', ',\r\n <li@shop.test>', '', true),
  'encoded words': () => buildMail('Subject: a', '', '\r\n =?utf-8?q?=C3=A4?=', '', true),
  references: () => buildMail('References: <a@b>', '', '\r\n <a@b>', '', true),
  'many parts': () => buildMail(multipart, '', '--b\r\n\r\na\r\n'),
  'many attachments': () => buildMail(multipart, '', `--b\r\n${attachmentHeaders}QUJD\r\n`),
  'large parts': () => buildMail(multipart, '', `--b\r\n${attachmentHeaders}${'QUJD'.repeat(2_000)}\r\n`),
  'nested parts': () =>
    buildMail(multipart, '', '--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\na\r\n'),
  dashes: () => buildMail(multipart, '', '--\r\n'),
  'an attached message': () => buildMail('Content-Type: message/rfc822', '', 'A: b\r\n'),
  uuencoded: () =>
    buildMail(
      'Content-Type: application/octet-stream\r\nContent-Transfer-Encoding: x-uuencode',
      'begin 644 a\r\n',
      '#86)C\r\n',
    ),
};

const text = 'Content-Type: text/plain; charset=utf-8';
const multipart = 'Content-Type: multipart/mixed; boundary=b';
const attachmentHeaders =
  'Content-Type: application/pdf; name=a.pdf\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment\r\n\r\n';

/** Builds a message of the maximum size by repeating a unit in the body or the header. */
function buildMail(
  header: string,
  bodyStart: string,
  repeatedUnit: string,
  bodyEnd = '',
  repeatsInHeader = false,
): Buffer {
  const head = `From: Kim <kim@shop.test>\r\nSubject: Parcel\r\n${header}${repeatsInHeader ? '' : '\r\n\r\n'}${bodyStart}`;
  const raw = Buffer.alloc(bytesMax, repeatedUnit, 'latin1');
  raw.write(head, 0, 'latin1');
  raw.write(bodyEnd, bytesMax - bodyEnd.length, 'latin1');
  return raw;
}
