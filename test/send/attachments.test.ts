import { createHash, randomBytes } from 'node:crypto';
import { aFile, download, mailWith, received, text, type MailPart } from '../support/attached';
import { onlyReceived } from '../support/inbox';
import { type Actor, anActor } from '../support/actor';
import { theService } from '../support/the-service';

const service = theService();

/** A mail with these parts has arrived for a desk of its own. */
async function arrived(parts: readonly MailPart[], type?: string): Promise<{ desk: Actor; id: string }> {
  const desk = await anActor(service);
  return { desk, id: await received(desk, mailWith(parts, type)) };
}

/** Walks the indexes until there is no more: the bytes of each attachment. */
async function all({ desk, id }: { desk: Actor; id: string }): Promise<string[]> {
  const contents: string[] = [];
  for (let index = 0; index < 20; index += 1) {
    const { status, bytes } = await download(desk, id, index);
    if (status === 404) return contents;
    contents.push(bytes.toString('latin1'));
  }
  throw new Error('There is no end');
}

const disposition = async (file: MailPart): Promise<string | null> => {
  const { desk, id } = await arrived([text, file]);
  return (await download(desk, id)).headers.get('content-disposition');
};

describe('what counts as an attachment', () => {
  test('every part that is not the text, in the order of the mail, inline images included', async () => {
    const inline = (content: string): MailPart => ({
      headers: ['Content-Type: image/png', 'Content-ID: <logo@x>', 'Content-Disposition: inline'],
      body: content,
    });

    const contents = await all(
      await arrived([
        { headers: ['Content-Type: text/html'], body: '<img src="cid:logo@x">' },
        inline('first image'),
        aFile('first file', 'Content-Type: application/pdf; name=a.pdf'),
        inline('second image'),
        aFile('second file', 'Content-Type: text/plain; name=b.txt'),
      ]),
    );

    expect(contents).toEqual(['first image', 'first file', 'second image', 'second file']);
  });

  test('parts of nested multiparts stand in the order of the mail', async () => {
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

    expect(await all(await arrived([nested, aFile('after')]))).toEqual(['inside', 'after']);
  });

  test('a mail in the mail is one file, with the files in it', async () => {
    const inner = mailWith([text, aFile('within')])
      .toString('latin1')
      .replaceAll('frontier', 'inner');
    const { desk, id } = await arrived([
      text,
      { headers: ['Content-Type: message/rfc822'], body: inner.trimEnd() },
      aFile('beside'),
    ]);

    const mail = await download(desk, id, 0);

    expect(mail.headers.get('content-type')).toBe('message/rfc822');
    expect(mail.bytes.toString('latin1')).toBe(inner.trimEnd());
    expect(await all({ desk, id })).toEqual([inner.trimEnd(), 'beside']);
  });

  test('a bounce report is its text, then the status and the headers as files', async () => {
    const { desk, id } = await arrived(
      [
        text,
        { headers: ['Content-Type: message/delivery-status'], body: 'Action: failed' },
        { headers: ['Content-Type: text/rfc822-headers'], body: 'Subject: Parcel' },
      ],
      'report; report-type=delivery-status',
    );

    expect((await onlyReceived(desk)).text).toBe('See the files.');
    expect(await all({ desk, id })).toEqual(['Action: failed', 'Subject: Parcel']);
  });

  test('a mail that is nothing but a file has it at 0; a mail of text alone has none', async () => {
    const headers = ['From: kim@example.com', 'Content-Type: application/pdf', '', 'PDF'];
    const desk = await anActor(service);
    const id = await received(desk, Buffer.from(headers.join('\r\n')));

    expect(await all({ desk, id })).toEqual(['PDF']);
    expect(await all(await arrived([text]))).toEqual([]);
  });

  test('a transcript does not list them', async () => {
    const { desk } = await arrived([text, aFile('PDF')]);

    const message = await onlyReceived(desk);

    expect(Object.keys(message).filter((name) => /attach|file/i.test(name))).toEqual([]);
  });
});

describe('the bytes', () => {
  test('29 MB come as they were sent', async () => {
    const content = randomBytes(29 * 1_048_576);
    const { desk, id } = await arrived([text, aFile(content, 'Content-Type: application/zip')]);

    const { status, headers, bytes } = await download(desk, id);

    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/zip');
    expect(bytes.length).toBe(content.length);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(
      createHash('sha256').update(content).digest('hex'),
    );
  });

  test('every byte comes as it was, and an empty file is empty', async () => {
    const content = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const { desk, id } = await arrived([text, aFile(content), aFile('')]);

    const [full, empty] = [await download(desk, id, 0), await download(desk, id, 1)];

    expect(full.bytes).toEqual(content);
    expect({ status: empty.status, length: empty.bytes.length }).toEqual({ status: 200, length: 0 });
  });

  test('a page is given to be saved, not to be shown', async () => {
    const page = '<script>alert(1)</script>';
    const { desk, id } = await arrived([text, aFile(page, 'Content-Type: text/html; name=page.html')]);

    const { headers, bytes } = await download(desk, id);

    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': expect.stringMatching(/^text\/html/),
      'content-disposition': 'attachment; filename="page.html"; filename*=UTF-8\'\'page.html',
      'x-content-type-options': 'nosniff',
    });
    expect(bytes.toString()).toBe(page);
  });
});

describe('the type', () => {
  test.each([
    ['declared', 'Content-Type: image/svg+xml', 'image/svg+xml'],
    ['declared in capitals', 'Content-Type: APPLICATION/PDF', 'application/pdf'],
    ['declared as bytes, whatever the name says', 'Content-Type: application/octet-stream; name=a.pdf', null],
    ['not declared, whatever the name says', 'Content-Description: a.pdf', null],
    ['not a type', 'Content-Type: pdf', null],
    ['not a type that a header could carry', 'Content-Type: a/b\x01c', null],
  ])('%s', async (_, header, expected) => {
    const { desk, id } = await arrived([text, aFile('x', header)]);

    const { headers } = await download(desk, id);

    expect(headers.get('content-type')).toBe(expected ?? 'application/octet-stream');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});

const named = (parameter: string): MailPart => ({
  headers: [`Content-Disposition: attachment; ${parameter}`],
  body: 'x',
});

const utf8 = (characters: string): string => Buffer.from(characters).toString('latin1');

describe('the name', () => {
  test.each([
    ['plain', 'filename=report.pdf', 'report.pdf', 'report.pdf'],
    ['with spaces', 'filename="my report.pdf"', 'my report.pdf', 'my%20report.pdf'],
    ['with quotes and backslashes', String.raw`filename="a\"b\\c.txt"`, 'a_b_c.txt', 'a%22b%5Cc.txt'],
    [
      'with what is special in filename*',
      `filename="it's (a) *%!~.txt"`,
      `it's (a) *%!~.txt`,
      'it%27s%20%28a%29%20%2A%25!~.txt',
    ],
    ['by RFC 2231', "filename*=UTF-8''Gr%C3%BC%C3%9Fe.txt", 'Gr__e.txt', 'Gr%C3%BC%C3%9Fe.txt'],
    ['by RFC 2231 in Latin-1', "filename*=iso-8859-1'de'Gr%FC%DFe.txt", 'Gr__e.txt', 'Gr%C3%BC%C3%9Fe.txt'],
    [
      'by RFC 2231 in pieces',
      `filename*0*=UTF-8''%F0%9F%93;\r\n filename*1*=%A6-; filename*2="b.txt"`,
      '_-b.txt',
      '%F0%9F%93%A6-b.txt',
    ],
    ['by RFC 2047', 'filename="=?UTF-8?B?5ZCN5YmNLnR4dA==?="', '__.txt', '%E5%90%8D%E5%89%8D.txt'],
    ['in raw UTF-8', `filename="${utf8('né.txt')}"`, 'n_.txt', 'n%C3%A9.txt'],
    ['with an emoji', `filename="${utf8('📦.txt')}"`, '_.txt', '%F0%9F%93%A6.txt'],
    ['that is a path', 'filename="../../x"', '../../x', '..%2F..%2Fx'],
    [
      'that would add a header',
      "filename*=UTF-8''a%0D%0ASet-Cookie:%20b=1",
      'a Set-Cookie: b=1',
      'a%20Set-Cookie%3A%20b%3D1',
    ],
    ['missing', 'size=1', 'attachment-0', 'attachment-0'],
    ['empty', 'filename=""', 'attachment-0', 'attachment-0'],
  ])('%s', async (_, parameter, ascii, exact) => {
    expect(await disposition(named(parameter))).toBe(
      `attachment; filename="${ascii}"; filename*=UTF-8''${exact}`,
    );
  });

  test('of 300 characters is whole', async () => {
    const name = `${'ü'.repeat(296)}.txt`;

    expect(await disposition(named(`filename*=UTF-8''${encodeURIComponent(name)}`))).toBe(
      `attachment; filename="${'_'.repeat(296)}.txt"; filename*=UTF-8''${encodeURIComponent(name)}`,
    );
  });

  test('of the Content-Type serves where the disposition has none', async () => {
    expect(await disposition(aFile('x', 'Content-Type: text/csv; name="list.csv"'))).toContain('list.csv');
  });

  test('of a nameless file is its index', async () => {
    const { desk, id } = await arrived([text, aFile('x'), aFile('y')]);

    const { headers } = await download(desk, id, 1);

    expect(headers.get('content-disposition')).toContain('filename="attachment-1"');
  });

  test('that is hostile leaves no header of its own', async () => {
    const { desk, id } = await arrived([
      text,
      named("filename*=UTF-8''a%0D%0ASet-Cookie:%20b=1%0D%0A%0D%0A<html>"),
    ]);

    const { headers, bytes } = await download(desk, id);

    expect(headers.get('set-cookie')).toBeNull();
    expect(bytes.toString()).toBe('x');
  });
});
