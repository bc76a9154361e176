import { parseMail } from '../../../shared/text/mail/parse-mail';
import { readAttachment } from '../../../shared/text/mail/read-attachment';

const buildMail = (text: string, encoding: BufferEncoding = 'latin1'): Buffer =>
  Buffer.from(text.replace(/\n/g, '\r\n'), encoding);

const filenameFor = (header: string): string | null | undefined =>
  parseMail(buildMail(`Content-Type: multipart/mixed; boundary=b\n\n--b\n${header}\n\nabc\n--b--\n`))
    .attachments[0]?.filename;

describe('the filename of an attachment is read', () => {
  const pdf = 'Content-Type: application/pdf';
  const attachmentDisposition = 'Content-Disposition: attachment';
  test.each([
    ['in the content type only', `${pdf}; name="report.pdf"`, 'report.pdf'],
    [
      'in the content type only, of an inline part',
      `${pdf}; name=report.pdf\nContent-Disposition: inline`,
      'report.pdf',
    ],
    ['in both headers', `${pdf}; name=a.pdf\n${attachmentDisposition}; filename=b.pdf`, 'b.pdf'],
    [
      'with a charset',
      `${pdf}\n${attachmentDisposition}; filename*=UTF-8''R%C3%BCck%20blick.pdf`,
      'Rück blick.pdf',
    ],
    [
      'with a language',
      `${pdf}\n${attachmentDisposition}; filename*=iso-8859-1'de'R%FCckblick.pdf`,
      'Rückblick.pdf',
    ],
    ['with an empty charset', `${pdf}\n${attachmentDisposition}; filename*=''R%C3%BCck.pdf`, 'Rück.pdf'],
    ['in Shift_JIS', `${pdf}\n${attachmentDisposition}; filename*=Shift_JIS''%93%FA%96%7B.pdf`, '日本.pdf'],
    [
      'in ISO-2022-JP',
      `${pdf}\n${attachmentDisposition}; filename*=ISO-2022-JP''%1B%24%42%46%7C%4B%5C%1B%28%42%2Epdf`,
      '日本.pdf',
    ],
    [
      'in an extended parameter with quotes',
      `${pdf}\n${attachmentDisposition}; filename*="utf-8''R%C3%BCck.pdf"`,
      'Rück.pdf',
    ],
    [
      'in pieces',
      `${pdf}\n${attachmentDisposition};\n filename*0="long ";\n filename*1="name.pdf"`,
      'long name.pdf',
    ],
    [
      'in pieces out of order',
      `${pdf}\n${attachmentDisposition};\n filename*1="name.pdf";\n filename*0="long "`,
      'long name.pdf',
    ],
    [
      'in pieces, some of them encoded',
      `${pdf}\n${attachmentDisposition}; filename*0*=utf-8''R%C3%BC; filename*1="ck 100%.pdf"; filename*2*=%20x`,
      'Rück 100%.pdf x',
    ],
    [
      'in pieces that split a character',
      `${pdf}\n${attachmentDisposition}; filename*0*=utf-8''R%C3; filename*1*=%BCck.pdf`,
      'Rück.pdf',
    ],
    [
      'in pieces numbered from one',
      `${pdf}\n${attachmentDisposition}; filename*1=a; filename*2=b.pdf`,
      'ab.pdf',
    ],
    [
      'in more than ten pieces',
      `${pdf}\n${attachmentDisposition}${Array.from('abcdefghijkl', (letter, i) => `; filename*${i}=${letter}`).join('')}`,
      'abcdefghijkl',
    ],
    ['in pieces in the content type', `${pdf}; name*0*=utf-8''R%C3%BC; name*1*=ck.pdf`, 'Rück.pdf'],
    [
      'from the extended parameter after a plain parameter',
      `${pdf}\n${attachmentDisposition}; filename="R_ck.pdf"; filename*=utf-8''R%C3%BCck.pdf`,
      'Rück.pdf',
    ],
    [
      'from the extended parameter before a plain parameter',
      `${pdf}\n${attachmentDisposition}; filename*=utf-8''R%C3%BCck.pdf; filename="R_ck.pdf"`,
      'Rück.pdf',
    ],
    [
      'as an encoded word',
      `${pdf}\n${attachmentDisposition}; filename="=?utf-8?B?UsO8Y2sucGRm?="`,
      'Rück.pdf',
    ],
    [
      'as an encoded word without quotes',
      `${pdf}\n${attachmentDisposition}; filename==?utf-8?Q?R=C3=BCck.pdf?=`,
      'Rück.pdf',
    ],
    [
      'as several encoded words',
      `${pdf}; name="=?utf-8?Q?R=C3=BCck?=\n =?utf-8?Q?blick.pdf?="\n${attachmentDisposition}`,
      'Rückblick.pdf',
    ],
    [
      'as an encoded word that splits a character',
      `${pdf}; name="=?utf-8?Q?R=C3?=\n =?utf-8?Q?=BCck.pdf?="`,
      'Rück.pdf',
    ],
    ['as encoded words with text', `${pdf}; name="a =?utf-8?Q?=C3=BC?= b.pdf"`, 'a ü b.pdf'],
    ['in raw UTF-8', `${pdf}; name="R\xc3\xbcck.pdf"`, 'Rück.pdf'],
    ['in raw Latin-1', `${pdf}; name="R\xfcck.pdf"`, 'Rück.pdf'],
    ['with escaped quotes', `${pdf}; name="a \\"b\\" c.pdf"`, 'a "b" c.pdf'],
    ['with a semicolon', `${pdf}; name="a; b.pdf"`, 'a; b.pdf'],
    ['with an equals sign', `${pdf}; name="a=b.pdf"`, 'a=b.pdf'],
    ['with blanks but no quotes', `${pdf}; name=my report.pdf`, 'my report.pdf'],
    ['with blanks around the equals sign', `${pdf}; name = "my report.pdf"`, 'my report.pdf'],
    ['with an apostrophe', `${pdf}; name="Kim's.pdf"`, "Kim's.pdf"],
    ['in single quotes', `${pdf}; name='report.pdf'`, "'report.pdf'"],
    ['with parentheses', `${pdf}; name="report (1).pdf"`, 'report (1).pdf'],
    ['with parentheses but no quotes', `${pdf}; name=report(1).pdf`, 'report(1).pdf'],
    ['after a comment', `${pdf} (a paper); name="report.pdf"`, 'report.pdf'],
    ['folded', `${pdf};\n\tname="my\n report.pdf"`, 'my report.pdf'],
    ['in capitals', `CONTENT-TYPE: APPLICATION/PDF; NAME="Report.PDF"`, 'Report.PDF'],
    ['after an empty parameter', `${pdf};; name=a.pdf`, 'a.pdf'],
    ['without a closing quote', `${pdf}; name="a.pdf`, 'a.pdf'],
    ['with a path', `${pdf}; name="C:\\Users\\kim\\a.pdf"`, 'C:\\Users\\kim\\a.pdf'],
    ['with plus signs', `${pdf}; name="a+b.pdf"`, 'a+b.pdf'],
    ['with a percent sign', `${pdf}; name="100%25.pdf"`, '100%25.pdf'],
    ['as null if it is empty', `${pdf}; name=""`, null],
    [
      'as text if it is a number',
      `Content-Type: image/png\nContent-Disposition: attachment; filename=1`,
      '1',
    ],
    ['as null if there is none', `Content-Type: image/png`, null],
    ['in a disposition without a content type', `Content-Disposition: attachment; filename="a.bin"`, 'a.bin'],
    [
      'in an unknown disposition',
      `${pdf}\nContent-Disposition: form-data; name="f"; filename="a.pdf"`,
      'a.pdf',
    ],
    ['in a disposition that has only a filename', `${pdf}\nContent-Disposition: filename=a.pdf`, 'a.pdf'],
    ['in GB18030', `${pdf}; name="=?GB18030?B?zsS1tS5wZGY=?="`, '文档.pdf'],
    ['in Big5', `${pdf}; name="=?Big5?B?pOWl8y5wZGY=?="`, '文件.pdf'],
    ['in KOI8-R', `${pdf}; name="=?koi8-r?B?8MnT2M3PLnBkZg==?="`, 'Письмо.pdf'],
    ['in base64 without padding', `${pdf}; name="=?utf-8?B?UsO8Y2sucGRm?="`, 'Rück.pdf'],
    [
      'of an image from Apple Mail',
      `Content-Type: image/jpeg;\n\tname=IMG_1.jpg;\n\tx-apple-part-url=x\nContent-Disposition: inline;\n\tfilename=IMG_1.jpg`,
      'IMG_1.jpg',
    ],
  ])('%s', (_description, header, name) => {
    expect(filenameFor(header)).toBe(name);
  });
});

const attachmentsOf = (raw: Buffer) =>
  parseMail(raw).attachments.map(({ filename, contentType }, index) => [
    contentType,
    filename,
    readAttachment(raw, index)?.content.toString('latin1'),
  ]);

const multipartMail = (body: string, type = 'multipart/mixed; boundary=b') =>
  buildMail(`Content-Type: ${type}\n\n${body}`);

describe('the attachments of a message', () => {
  test.each<[string, Buffer, unknown[][]]>([
    [
      'an inline part without a name',
      multipartMail('--b\n\nHi\n--b\nContent-Type: image/png\nContent-Disposition: inline\n\nPNG\n--b--'),
      [['image/png', null, 'PNG']],
    ],
    [
      'an attached text',
      multipartMail(
        '--b\n\nHi\n--b\nContent-Type: text/plain\nContent-Disposition: attachment\n\nabc\n--b--',
      ),
      [['text/plain', null, 'abc']],
    ],
    [
      'an attached message',
      multipartMail('--b\n\nHi\n--b\nContent-Type: message/rfc822\n\nSubject: in\n\nabc\n--b--'),
      [['message/rfc822', null, 'Subject: in\r\n\r\nabc']],
    ],
    [
      'a message with its own parts',
      multipartMail(
        '--b\n\nHi\n--b\nContent-Type: message/rfc822\n\nContent-Type: multipart/mixed; boundary=c\n\n--c\n\nabc\n--c--\n\n--b--',
      ),
      [
        [
          'message/rfc822',
          null,
          'Content-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\n\r\nabc\r\n--c--\r\n',
        ],
      ],
    ],
    [
      'a message in base64',
      multipartMail(
        '--b\nContent-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\nU3ViamVjdDogYQ0KDQphYmM=\n--b--',
      ),
      [['message/rfc822', null, 'Subject: a\r\n\r\nabc']],
    ],
    [
      'a partial message',
      buildMail('Content-Type: message/partial; number=1; total=2; id=x\n\nSubject: a\n\nabc'),
      [['message/partial', null, 'Subject: a\r\n\r\nabc']],
    ],
    [
      'an external body',
      multipartMail(
        '--b\nContent-Type: message/external-body; access-type=URL; URL="http://x.test"\n\nContent-Type: text/html\n\n\n--b--',
      ),
      [['message/external-body', null, 'Content-Type: text/html\r\n\r\n']],
    ],
    [
      'a digest',
      multipartMail(
        '--b\n\nSubject: a\n\none\n--b\nContent-Type: text/plain\n\ntwo\n--b--',
        'multipart/digest; boundary=b',
      ),
      [['message/rfc822', null, 'Subject: a\r\n\r\none']],
    ],
    [
      'a Mac file',
      multipartMail(
        '--b\nContent-Type: multipart/appledouble; boundary=c\n\n--c\nContent-Type: application/applefile; name="%a"\n\nfork\n--c\nContent-Type: image/gif; name=a.gif\n\nGIF\n--c--\n--b--',
      ),
      [
        ['application/applefile', '%a', 'fork'],
        ['image/gif', 'a.gif', 'GIF'],
      ],
    ],
    [
      'an S/MIME signature',
      multipartMail(
        '--b\n\nHi\n--b\nContent-Type: application/pkcs7-signature; name=smime.p7s\nContent-Transfer-Encoding: base64\n\nAQID\n--b--',
        'multipart/signed; protocol="application/pkcs7-signature"; boundary=b',
      ),
      [['application/pkcs7-signature', 'smime.p7s', '\x01\x02\x03']],
    ],
    [
      'an encrypted message',
      buildMail(
        'Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m\nContent-Transfer-Encoding: base64\nContent-Disposition: attachment; filename=smime.p7m\n\nAQID\n',
      ),
      [['application/pkcs7-mime', 'smime.p7m', '\x01\x02\x03']],
    ],
    [
      'a PGP message',
      multipartMail(
        '--b\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n\n--b\nContent-Type: application/octet-stream; name="encrypted.asc"\n\nPGP\n--b--',
        'multipart/encrypted; protocol="application/pgp-encrypted"; boundary=b',
      ),
      [
        ['application/pgp-encrypted', null, 'Version: 1\r\n'],
        ['application/octet-stream', 'encrypted.asc', 'PGP'],
      ],
    ],
    [
      'base64 content without padding',
      multipartMail('--b\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\nYWJjZA\n--b--'),
      [['image/png', null, 'abcd']],
    ],
    [
      'base64 content with spaces',
      multipartMail(
        '--b\nContent-Type: image/png\nContent-Transfer-Encoding: BASE64 \n\nYW Jj\n\n ZA==\n--b--',
      ),
      [['image/png', null, 'abcd']],
    ],
    [
      'binary content',
      multipartMail(
        '--b\nContent-Type: image/png\nContent-Transfer-Encoding: binary\n\n\x00\xff\r\x0a\x80\n--b--',
      ),
      [['image/png', null, '\x00\xff\r\r\n\x80']],
    ],
    [
      'quoted-printable content',
      multipartMail(
        '--b\nContent-Type: image/png\nContent-Transfer-Encoding: Quoted-Printable\n\na=00=\n b  \n=3d=zz\n--b--',
      ),
      [['image/png', null, 'a\0 b\r\n==zz']],
    ],
    [
      'uuencoded content',
      multipartMail(
        '--b\nContent-Type: image/png; name=a.png\nContent-Transfer-Encoding: x-uuencode\n\nbegin 644 a.png\n#86)C\n`\nend\n--b--',
      ),
      [['image/png', 'a.png', 'abc']],
    ],
    [
      'a part without content',
      multipartMail('--b\nContent-Type: image/png; name=a.png\n\n--b--'),
      [['image/png', 'a.png', '']],
    ],
    [
      'a part without a blank line below its headers',
      multipartMail(
        '--b\nContent-Type: image/png; name=a.png\n--b\nContent-Type: image/png; name=c.png\n\nabc\n--b--',
      ),
      [
        ['image/png', 'a.png', ''],
        ['image/png', 'c.png', 'abc'],
      ],
    ],
    [
      'a multipart without a final delimiter',
      multipartMail('--b\nContent-Type: image/png; name=a.png\n\nabc\n'),
      [['image/png', 'a.png', 'abc\r\n']],
    ],
    [
      'a delimiter with spaces after it',
      multipartMail('--b  \nContent-Type: image/png; name=a.png\n\nabc\n--b-- \t\nepilogue'),
      [['image/png', 'a.png', 'abc']],
    ],
    [
      'a boundary with odd characters',
      multipartMail(
        "--=_b'()+_,-./:=?\nContent-Type: image/png; name=a.png\n\nabc\n--=_b'()+_,-./:=?--",
        `multipart/mixed; boundary="=_b'()+_,-./:=?"`,
      ),
      [['image/png', 'a.png', 'abc']],
    ],
    [
      'a boundary with spaces',
      multipartMail(
        '--a b\nContent-Type: image/png; name=a.png\n\nabc\n--a b--',
        'multipart/mixed; boundary="a b"',
      ),
      [['image/png', 'a.png', 'abc']],
    ],
    [
      'a boundary that starts with another boundary',
      multipartMail(
        '--b\nContent-Type: multipart/mixed; boundary=bb\n\n--bb\nContent-Type: image/png; name=a.png\n\nabc\n--bb--\n--b\nContent-Type: image/png; name=c.png\n\nd\n--b--',
      ),
      [
        ['image/png', 'a.png', 'abc'],
        ['image/png', 'c.png', 'd'],
      ],
    ],
    [
      'the same boundary twice',
      multipartMail(
        '--b\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: image/png; name=a.png\n\nabc\n--b--\n--b\nContent-Type: image/png; name=c.png\n\nd\n--b--',
      ),
      [
        ['image/png', 'a.png', 'abc'],
        ['image/png', 'c.png', 'd'],
      ],
    ],
    [
      'a missing inner delimiter',
      multipartMail(
        '--b\nContent-Type: multipart/mixed; boundary=c\n\n--c\nContent-Type: image/png; name=a.png\n\nabc\n--b\nContent-Type: image/png; name=c.png\n\nd\n--b--',
      ),
      [
        ['image/png', 'a.png', 'abc'],
        ['image/png', 'c.png', 'd'],
      ],
    ],
    [
      'a calendar',
      multipartMail(
        '--b\nContent-Type: text/plain\n\nHi\n--b\nContent-Type: text/calendar; method=REQUEST; name=invite.ics\n\nBEGIN\n--b--',
        'multipart/alternative; boundary=b',
      ),
      [['text/calendar', 'invite.ics', 'BEGIN']],
    ],
    [
      'an attachment alone',
      buildMail('Content-Type: application/pdf; name=a.pdf\nContent-Transfer-Encoding: base64\n\nYWJj'),
      [['application/pdf', 'a.pdf', 'abc']],
    ],
    [
      'an attached text alone',
      buildMail(
        'Content-Type: text/plain; name=a.txt\nContent-Disposition: attachment; filename=a.txt\n\nabc',
      ),
      [['text/plain', 'a.txt', 'abc']],
    ],
    [
      'a type without a subtype',
      multipartMail('--b\nContent-Type: pdf; name=a.pdf\n\nabc\n--b--'),
      [[null, 'a.pdf', 'abc']],
    ],
    [
      'a transfer encoding with a comment',
      multipartMail('--b\nContent-Type: image/png\nContent-Transfer-Encoding: (x) base64 (y)\n\nYWJj\n--b--'),
      [['image/png', null, 'abc']],
    ],
    [
      'a delivery report',
      multipartMail(
        '--b\n\nHi\n--b\nContent-Type: message/delivery-status\n\nAction: failed\n--b\nContent-Type: text/rfc822-headers\n\nSubject: a\n--b--',
        'multipart/report; boundary=b',
      ),
      [
        ['message/delivery-status', null, 'Action: failed'],
        ['text/rfc822-headers', null, 'Subject: a'],
      ],
    ],
    [
      'a multipart/related message',
      multipartMail(
        '--b\nContent-Type: text/html\n\n<img src="cid:a">\n--b\nContent-Type: image/png\nContent-ID: <a>\n\nPNG\n--b--',
        'multipart/related; type="text/html"; boundary=b',
      ),
      [['image/png', null, 'PNG']],
    ],
    [
      'a content type with a comment',
      multipartMail(
        '--b\nContent-Type: image/png (a (nested;) comment); (here too) name=a.png\n\nabc\n--b--',
      ),
      [['image/png', 'a.png', 'abc']],
    ],
    [
      'a message with only LF',
      Buffer.from(
        'Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: image/png\n\nabc\n--b--\n',
      ),
      [['image/png', null, 'abc']],
    ],
    [
      'a message with only CR',
      Buffer.from(
        'Content-Type: multipart/mixed; boundary=b\r\r--b\rContent-Type: image/png\r\rabc\r--b--\r',
      ),
      [['image/png', null, 'abc']],
    ],
  ])('are read from %s', (_description, raw, parts) => {
    expect(attachmentsOf(raw)).toEqual(parts);
  });
});
