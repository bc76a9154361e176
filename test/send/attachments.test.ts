import { createHash, randomBytes } from 'node:crypto';
import {
  attachmentPart,
  downloadAttachment,
  multipartMail,
  receiveMail,
  textPart,
  type MailPart,
} from '../support/attachment-mails';
import { onlyReceivedMessage } from '../support/inbound-mails';
import { type TestWorkspace, createTestWorkspace } from '../support/test-workspace';
import { useService } from '../support/use-service';

const service = useService();

/** Creates a workspace that has received an email with these parts. */
async function receiveParts(
  parts: readonly MailPart[],
  type?: string,
): Promise<{ workspace: TestWorkspace; id: string }> {
  const workspace = await createTestWorkspace(service);
  return { workspace, id: await receiveMail(workspace, multipartMail(parts, type)) };
}

/** Downloads attachments by index until the index is unknown. */
async function downloadAll({ workspace, id }: { workspace: TestWorkspace; id: string }): Promise<string[]> {
  const contents: string[] = [];
  for (let index = 0; index < 20; index += 1) {
    const { status, bytes } = await downloadAttachment(workspace, id, index);
    if (status === 404) return contents;
    contents.push(bytes.toString('latin1'));
  }
  throw new Error('The attachments do not end');
}

const readDisposition = async (file: MailPart): Promise<string | null> => {
  const { workspace, id } = await receiveParts([textPart, file]);
  return (await downloadAttachment(workspace, id)).headers.get('content-disposition');
};

describe('the list of attachments', () => {
  // IN-17
  test('contains every part that is not the body text, including inline images, in message order', async () => {
    const inline = (content: string): MailPart => ({
      headers: ['Content-Type: image/png', 'Content-ID: <logo@x>', 'Content-Disposition: inline'],
      body: content,
    });

    const contents = await downloadAll(
      await receiveParts([
        { headers: ['Content-Type: text/html'], body: '<img src="cid:logo@x">' },
        inline('first image'),
        attachmentPart('first file', 'Content-Type: application/pdf; name=a.pdf'),
        inline('second image'),
        attachmentPart('second file', 'Content-Type: text/plain; name=b.txt'),
      ]),
    );

    expect(contents).toEqual(['first image', 'first file', 'second image', 'second file']);
  });

  test('contains the parts of nested multiparts in message order', async () => {
    const nested: MailPart = {
      headers: ['Content-Type: multipart/related; boundary=inner'],
      body: [
        '--inner',
        'Content-Type: text/html',
        '',
        '<p>Hello</p>',
        '--inner',
        'Content-Type: image/png',
        '',
        'inside',
        '--inner--',
      ].join('\r\n'),
    };

    expect(await downloadAll(await receiveParts([nested, attachmentPart('after')]))).toEqual([
      'inside',
      'after',
    ]);
  });

  test('contains an attached message (message/rfc822) as one attachment with its files', async () => {
    const inner = multipartMail([textPart, attachmentPart('within')])
      .toString('latin1')
      .replaceAll('frontier', 'inner');
    const { workspace, id } = await receiveParts([
      textPart,
      { headers: ['Content-Type: message/rfc822'], body: inner.trimEnd() },
      attachmentPart('beside'),
    ]);

    const mail = await downloadAttachment(workspace, id, 0);

    expect(mail.headers.get('content-type')).toBe('message/rfc822');
    expect(mail.bytes.toString('latin1')).toBe(inner.trimEnd());
    expect(await downloadAll({ workspace, id })).toEqual([inner.trimEnd(), 'beside']);
  });

  test('contains the status and the headers of a bounce report, whose text is the body', async () => {
    const { workspace, id } = await receiveParts(
      [
        textPart,
        { headers: ['Content-Type: message/delivery-status'], body: 'Action: failed' },
        { headers: ['Content-Type: text/rfc822-headers'], body: 'Subject: Parcel' },
      ],
      'report; report-type=delivery-status',
    );

    expect((await onlyReceivedMessage(workspace)).text).toBe('See the files.');
    expect(await downloadAll({ workspace, id })).toEqual(['Action: failed', 'Subject: Parcel']);
  });

  test('contains the file of an email without text at index 0, and is empty for a text-only email', async () => {
    const headers = ['From: kim@example.com', 'Content-Type: application/pdf', '', 'PDF'];
    const workspace = await createTestWorkspace(service);
    const id = await receiveMail(workspace, Buffer.from(headers.join('\r\n')));

    expect(await downloadAll({ workspace, id })).toEqual(['PDF']);
    expect(await downloadAll(await receiveParts([textPart]))).toEqual([]);
  });

  // IN-24
  test("is not part of a thread's transcript", async () => {
    const { workspace } = await receiveParts([textPart, attachmentPart('PDF')]);

    const message = await onlyReceivedMessage(workspace);

    expect(Object.keys(message).filter((name) => /attach|file/i.test(name))).toEqual([]);
  });
});

describe('attachment bytes', () => {
  test('of a 29 MB attachment are downloaded unchanged', async () => {
    const content = randomBytes(29 * 1_048_576);
    const { workspace, id } = await receiveParts([
      textPart,
      attachmentPart(content, 'Content-Type: application/zip'),
    ]);

    const { status, headers, bytes } = await downloadAttachment(workspace, id);

    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/zip');
    expect(bytes.length).toBe(content.length);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(
      createHash('sha256').update(content).digest('hex'),
    );
  });

  // IN-17
  test('of every value are downloaded unchanged, and an empty file remains empty', async () => {
    const content = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const { workspace, id } = await receiveParts([textPart, attachmentPart(content), attachmentPart('')]);

    const [full, empty] = [
      await downloadAttachment(workspace, id, 0),
      await downloadAttachment(workspace, id, 1),
    ];

    expect(full.bytes).toEqual(content);
    expect({ status: empty.status, length: empty.bytes.length }).toEqual({ status: 200, length: 0 });
  });

  // IN-18
  test('of HTML are served for download instead of display', async () => {
    const page = '<script>alert(1)</script>';
    const { workspace, id } = await receiveParts([
      textPart,
      attachmentPart(page, 'Content-Type: text/html; name=page.html'),
    ]);

    const { headers, bytes } = await downloadAttachment(workspace, id);

    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': expect.stringMatching(/^text\/html/),
      'content-disposition': 'attachment; filename="page.html"; filename*=UTF-8\'\'page.html',
      'x-content-type-options': 'nosniff',
    });
    expect(bytes.toString()).toBe(page);
  });
});

describe('the content type', () => {
  // IN-18
  test.each([
    ['is the declared type', 'Content-Type: image/svg+xml', 'image/svg+xml'],
    ['is lowercase if declared in capitals', 'Content-Type: APPLICATION/PDF', 'application/pdf'],
    [
      'is application/octet-stream if so declared, even if the name has an extension',
      'Content-Type: application/octet-stream; name=a.pdf',
      null,
    ],
    [
      'is application/octet-stream without a declared type, even if the description has an extension',
      'Content-Description: a.pdf',
      null,
    ],
    ['is application/octet-stream if the declared type is invalid', 'Content-Type: pdf', null],
    [
      'is application/octet-stream if the declared type is not valid in an HTTP header',
      'Content-Type: a/b\x01c',
      null,
    ],
  ])('%s', async (_, header, expected) => {
    const { workspace, id } = await receiveParts([textPart, attachmentPart('x', header)]);

    const { headers } = await downloadAttachment(workspace, id);

    expect(headers.get('content-type')).toBe(expected ?? 'application/octet-stream');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});

const attachmentWithParameter = (parameter: string): MailPart => ({
  headers: [`Content-Disposition: attachment; ${parameter}`],
  body: 'x',
});

const utf8AsLatin1 = (characters: string): string => Buffer.from(characters).toString('latin1');

describe('the file name', () => {
  test.each([
    ['plain', 'filename=report.pdf', 'report.pdf', 'report.pdf'],
    ['with spaces', 'filename="my report.pdf"', 'my report.pdf', 'my%20report.pdf'],
    ['with quotes and backslashes', String.raw`filename="a\"b\\c.txt"`, 'a_b_c.txt', 'a%22b%5Cc.txt'],
    [
      'with characters that are special in filename*',
      `filename="it's (a) *%!~.txt"`,
      `it's (a) *%!~.txt`,
      'it%27s%20%28a%29%20%2A%25!~.txt',
    ],
    ['encoded as in RFC 2231', "filename*=UTF-8''Gr%C3%BC%C3%9Fe.txt", 'Gr__e.txt', 'Gr%C3%BC%C3%9Fe.txt'],
    [
      'encoded as in RFC 2231 in Latin-1',
      "filename*=iso-8859-1'de'Gr%FC%DFe.txt",
      'Gr__e.txt',
      'Gr%C3%BC%C3%9Fe.txt',
    ],
    [
      'encoded as in RFC 2231 in pieces',
      `filename*0*=UTF-8''%F0%9F%93;\r\n filename*1*=%A6-; filename*2="b.txt"`,
      '_-b.txt',
      '%F0%9F%93%A6-b.txt',
    ],
    ['encoded as in RFC 2047', 'filename="=?UTF-8?B?5ZCN5YmNLnR4dA==?="', '__.txt', '%E5%90%8D%E5%89%8D.txt'],
    ['in raw UTF-8', `filename="${utf8AsLatin1('né.txt')}"`, 'n_.txt', 'n%C3%A9.txt'],
    ['with an emoji', `filename="${utf8AsLatin1('📦.txt')}"`, '_.txt', '%F0%9F%93%A6.txt'],
    ['that is a path', 'filename="../../x"', '../../x', '..%2F..%2Fx'],
    [
      'that would add a header',
      "filename*=UTF-8''a%0D%0ASet-Cookie:%20b=1",
      'a Set-Cookie: b=1',
      'a%20Set-Cookie%3A%20b%3D1',
    ],
    ['missing', 'size=1', 'attachment-0', 'attachment-0'],
    ['empty', 'filename=""', 'attachment-0', 'attachment-0'],
  ])('is sent in an ASCII form and an encoded form: %s', async (_, parameter, ascii, encoded) => {
    expect(await readDisposition(attachmentWithParameter(parameter))).toBe(
      `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`,
    );
  });

  test('may have 300 characters', async () => {
    const name = `${'ü'.repeat(296)}.txt`;

    expect(
      await readDisposition(attachmentWithParameter(`filename*=UTF-8''${encodeURIComponent(name)}`)),
    ).toBe(`attachment; filename="${'_'.repeat(296)}.txt"; filename*=UTF-8''${encodeURIComponent(name)}`);
  });

  test('is the name parameter of Content-Type if Content-Disposition has no name', async () => {
    expect(await readDisposition(attachmentPart('x', 'Content-Type: text/csv; name="list.csv"'))).toContain(
      'list.csv',
    );
  });

  // IN-19
  test('of an attachment without a name is derived from the index', async () => {
    const { workspace, id } = await receiveParts([textPart, attachmentPart('x'), attachmentPart('y')]);

    const { headers } = await downloadAttachment(workspace, id, 1);

    expect(headers.get('content-disposition')).toContain('filename="attachment-1"');
  });

  // IN-19
  test('cannot add a header to the response', async () => {
    const { workspace, id } = await receiveParts([
      textPart,
      attachmentWithParameter("filename*=UTF-8''a%0D%0ASet-Cookie:%20b=1%0D%0A%0D%0A<html>"),
    ]);

    const { headers, bytes } = await downloadAttachment(workspace, id);

    expect(headers.get('set-cookie')).toBeNull();
    expect(bytes.toString()).toBe('x');
  });
});
