import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { aSuppressedAddress, headerLines, readOutboxMail, refusalOf } from '../support/api-helpers';
import { megabyte } from '../../shared/http/route';
import { aDomain, anEmail, aWorkspace } from '../support/factories';
import { fileDomains } from '../support/file-domains';
import type { ApiResponse } from '../support/service';
import { useService } from '../support/use-service';

const service = useService();

afterEach(() => service.control('DELETE', '/faults'));

const send = (overrides: Record<string, unknown> = {}, key = service.metadata.key): Promise<ApiResponse> =>
  service.api('POST', '/v1/emails', { key, body: anEmail(overrides) });

/** Sends an email and returns the message that SES received. */
async function sendAndRead(overrides: Record<string, unknown> = {}) {
  const sent = await send(overrides);
  if (sent.status !== 202) throw new Error(`Not sent: ${JSON.stringify(sent.body)}`);
  return readOutboxMail(service, sent.body.id);
}

/** Returns the paths in the details of a 422 response. Any other response fails the test. */
function problemPaths(response: ApiResponse): string[] {
  expect(refusalOf(response)).toEqual({ status: 422, type: 'invalid_request', message: 'Validation failed' });
  return response.body.error.details.map(({ path }: { path: unknown[] }) => path.join('.'));
}

const aPerson = () => `${randomUUID().slice(0, 8)}@example.com`;
const people = (count: number, domain = 'example.com') =>
  Array.from({ length: count }, (_, index) => `person-${index}@${domain}`);

const domains = fileDomains();
const senderAddress = `desk@${domains.transactional}`;

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

// E-8, E-41, R-23
test('the response has seven fields and follows the acceptance by SES', async () => {
  const sent = await send();

  const mail = await readOutboxMail(service, sent.body.id);

  expect(sent.body).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    status: 'sent',
    thread_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    scheduled_at: null,
    skipped: false,
    reason: null,
    approval_id: null,
  });
  expect(mail).toMatchObject({ to: ['kim@example.com'], cc: [], bcc: [] });
  expect(mail.parsed).toMatchObject({ subject: 'Hello', text: expect.stringMatching(/^It works\.\s*$/) });
  expect(mail.parsed.from?.text).toBe(`"Desk" <${senderAddress}>`);
});

describe('mailboxes', () => {
  // E-10
  test.each([
    ['to', 'Kim Li <kim@example.com>', '"Kim Li" <kim@example.com>'],
    ['to', '"Li, Kim" <kim@example.com>', '"Li, Kim" <kim@example.com>'],
    ['to', 'Größe 👍 <kim@example.com>', '"Größe 👍" <kim@example.com>'],
    ['reply_to', 'Help Desk <help@example.com>', '"Help Desk" <help@example.com>'],
    ['reply_to', 'help@example.com', 'help@example.com'],
    ['from', `"Desk; \\"west\\"" <${senderAddress}>`, `"Desk; \\"west\\"" <${senderAddress}>`],
    ['from', senderAddress, senderAddress],
  ])(
    'the mailbox in %s appears in the header with its name: %s',
    async (field, fieldValue, expectedHeader) => {
      const { parsed } = await sendAndRead({ [field]: fieldValue });

      const header = parsed.headers.get(field === 'reply_to' ? 'reply-to' : field);

      expect((header as { text: string }).text.replaceAll('\\', '')).toBe(
        expectedHeader.replaceAll('\\', ''),
      );
    },
  );

  // E-10
  test('display names appear only in headers, while the envelope and the log have bare addresses', async () => {
    const sent = await send({
      to: ['Kim <Kim@Example.com>'],
      cc: ['Li <li@example.com>'],
      bcc: ['Bo <bo@example.com>'],
    });

    const mail = await readOutboxMail(service, sent.body.id);
    const email = await service.api('GET', `/v1/emails/${sent.body.id}`);

    expect(mail).toMatchObject({ to: ['Kim@example.com'], cc: ['li@example.com'], bcc: ['bo@example.com'] });
    expect(email.body.to).toEqual(['Kim@Example.com']);
  });

  // E-13
  test('bcc recipients are in the envelope and not in the message', async () => {
    const { bcc, raw } = await sendAndRead({
      bcc: ['Secret Name <secret@example.com>', 'other@example.com'],
    });

    expect(bcc).toEqual(['secret@example.com', 'other@example.com']);
    expect(raw.toString()).not.toMatch(/^bcc:|secret name|secret@|other@example/im);
  });

  // E-14
  test('a repeated address is mailed once with its first display name', async () => {
    const { to, cc, parsed } = await sendAndRead({
      to: ['Kim <kim@example.com>', 'Other <KIM@example.com>'],
      cc: ['li@example.com', 'Li <li@example.com>'],
    });

    expect([to, cc]).toEqual([['kim@example.com'], ['li@example.com']]);
    expect(headerOf(parsed, 'to')).toBe('"Kim" <kim@example.com>');
    expect(headerOf(parsed, 'cc')).toBe('li@example.com');
  });

  test('an international domain is converted to ASCII in the envelope', async () => {
    const { to } = await sendAndRead({ to: 'kim@bücher.example' });

    expect(to).toEqual(['kim@xn--bcher-kva.example']);
  });

  // E-4, E-26, E-27, E-28
  test.each([
    ['to', 'kim'],
    ['to', []],
    ['to', ['kim@example.com', 'li@']],
    ['to', null],
    ['to', 1],
    ['cc', 'kim@example.com'],
    ['cc', ['Kim > <kim@example.com>']],
    ['bcc', [`${'n'.repeat(101)} <kim@example.com>`]],
    ['reply_to', ['kim@example.com']],
    ['reply_to', 'a@example.com, b@example.com'],
    ['from', 'Desk'],
    ['from', 'desk@'],
    ['from', `Desk\r\nBcc: kim@example.com <${senderAddress}>`],
  ])('%s may not be %j', async (field, value) => {
    const response = await send({ [field]: value });

    expect(problemPaths(response).every((path) => path.startsWith(field))).toBe(true);
  });

  // E-12, R-17
  test('the error path of an invalid address contains its index', async () => {
    const response = await send({ cc: ['kim@example.com', 'nobody'], bcc: ['x'] });

    expect(problemPaths(response)).toEqual(['cc.1', 'bcc.0']);
  });
});

const headerOf = (parsed: { headers: Map<string, unknown> }, name: string) =>
  (parsed.headers.get(name) as { text: string } | undefined)?.text;

describe('fields', () => {
  // E-1, R-18
  test.each([
    'in_reply_to',
    'headers',
    'colour',
    'campaign_id',
    'Subject',
    'To',
    '__proto__x',
    'constructor',
  ])('the unknown field %s is refused, and no email is sent', async (field) => {
    const to = aPerson();

    const response = await send({ to, [field]: 'x' });

    expect(problemPaths(response)).toEqual([field]);
    expect(await service.outbox(`?to=${to}`)).toEqual([]);
  });

  // E-1, R-17
  test('the error names every unknown field, including fields of tags and attachments', async () => {
    const response = await send({
      colour: 'red',
      tags: [{ name: 'a', value: 'b', extra: 1 }],
      attachments: [{ filename: 'a', content: '', url: 'https://example.com' }],
    });

    expect(problemPaths(response).sort()).toEqual(['attachments.0.url', 'colour', 'tags.0.extra']);
  });

  // E-3
  test('`from` and `to` are required', async () => {
    const response = await service.api('POST', '/v1/emails', { body: { subject: 'Hi', text: 'Hi' } });

    expect(problemPaths(response).sort()).toEqual(['from', 'to']);
  });

  // E-3, E-5
  test.each([
    ['no subject', { subject: undefined }, 'subject'],
    ['no body', { text: undefined }, 'text'],
    ['empty bodies', { text: '', html: '' }, 'text'],
  ])('%s is refused', async (_description, overrides, field) => {
    const response = await send(overrides);

    expect(refusalOf(response)).toMatchObject({ status: 422, type: 'invalid_request' });
    expect(response.body.error.details).toEqual([{ path: [field], message: expect.any(String) }]);
  });
});

describe('recipients', () => {
  test('fifty recipients across `to`, `cc` and `bcc` are mailed', async () => {
    const { to, cc, bcc } = await sendAndRead({
      to: people(20),
      cc: people(20, 'example.org'),
      bcc: people(10, 'example.net'),
    });

    expect([to.length, cc.length, bcc.length]).toEqual([20, 20, 10]);
  });

  // E-16
  test('fifty-one recipients are refused and not stored, and the error has the limit and the count', async () => {
    const workspace = await aWorkspace(service);

    const response = await send({ to: people(20), cc: people(20), bcc: people(11) }, workspace.key);

    expect(refusalOf(response)).toEqual({
      status: 422,
      type: 'invalid_request',
      message: 'At most 50 recipients across to, cc and bcc, but this request has 51',
    });
    expect((await service.api('GET', '/v1/emails', { key: workspace.key })).body.data).toEqual([]);
  });

  // E-16
  test('repeated addresses count as recipients', async () => {
    const response = await send({ to: Array.from({ length: 51 }, () => 'kim@example.com') });

    expect(response.body.error.message).toContain('51');
  });

  // E-16
  test('the recipient limit is checked before the rest of the body', async () => {
    const response = await send({ to: Array.from({ length: 60 }, () => 1), colour: 'red', subject: 5 });

    expect(refusalOf(response)).toMatchObject({ status: 422, message: expect.stringContaining('60') });
    expect(response.body.error.details).toBeUndefined();
  });
});

describe('the subject', () => {
  // E-6
  test.each([
    ['one character', 'x'],
    ['998 characters in words', 'word-'.repeat(200).slice(0, 998)],
    ['998 characters in one word', 'x'.repeat(998)],
    ['characters of many scripts', 'Größe 👍 日本語 "quoted" <tag> =?utf-8?q?x?='],
    ['998 characters that need encoding', 'ü'.repeat(998)],
  ])('may have %s', async (_description, subject) => {
    const { parsed, raw } = await sendAndRead({ subject });

    expect(parsed.subject?.trim()).toBe(subject.trim());
    expect(longestLine(raw)).toBeLessThanOrEqual(998);
  });

  // E-6
  test.each([
    ['zero characters', ''],
    ['999 characters', 'x'.repeat(999)],
    ['a line break', 'Hello\nWorld'],
    ['a carriage return', 'Hello\rWorld'],
    ['a header', 'Hello\r\nBcc: kim@example.com'],
    ['a NUL', 'Hello\0'],
    ['a Unicode line break', 'Hello\u2028World'],
  ])('may not have %s', async (_description, subject) => {
    const response = await send({ subject });

    expect(problemPaths(response)).toEqual(['subject']);
  });
});

const longestLine = (raw: Buffer): number =>
  Math.max(
    ...raw
      .toString('latin1')
      .split('\r\n')
      .map(({ length }) => length),
  );

describe('the body', () => {
  // E-7
  test('a text is derived if the request has only HTML', async () => {
    const html =
      '<h1>Parcel</h1><p>It is <b>on its way</b>: <a href="https://example.com/t?a=1&amp;b=2">track</a></p>';

    const { parsed } = await sendAndRead({ html, text: undefined });

    expect(parsed.html).toBe(html);
    expect(parsed.text).toMatch(/parcel/i);
    expect(parsed.text).toContain('on its way');
    expect(parsed.text).toContain('https://example.com/t?a=1&b=2');
    expect(parsed.text).not.toContain('<');
  });

  // E-7
  test('a given text is sent unchanged', async () => {
    const { parsed } = await sendAndRead({ html: '<p>HTML</p>', text: 'Text & <b>more</b>' });

    expect([parsed.html, parsed.text?.trim()]).toEqual(['<p>HTML</p>', 'Text & <b>more</b>']);
  });

  test('a text without HTML is sent without HTML', async () => {
    const { parsed, raw } = await sendAndRead({ text: 'Only text' });

    expect(parsed.html).toBe(false);
    expect(raw.toString()).not.toContain('text/html');
  });

  test.each([
    ['lines of any length', `${'x'.repeat(5_000)}\n${'word-'.repeat(2_000)}`],
    ['other alphabets', '日本語 '.repeat(1_000)],
    ['dots and the word From at the start of a line', 'From here\n.\n..\nFrom there'],
    ['trailing blanks and tabs', 'a \nb\t\n c'],
    ['text that looks like a boundary', '--\n----_NmP-0123\n--abc--'],
    ['text that looks like an encoding', '=3D =\n=E2=82=AC'],
  ])('%s arrives unchanged', async (_description, text) => {
    const { parsed, raw } = await sendAndRead({ text, html: `<pre>${text}</pre>` });

    expect(parsed.text?.trimEnd()).toBe(text.trimEnd());
    expect(String(parsed.html).trimEnd()).toBe(`<pre>${text}</pre>`.trimEnd());
    expect(longestLine(raw)).toBeLessThanOrEqual(998);
    expect(raw.toString('latin1')).not.toMatch(/[^\r]\n|\r[^\n]/);
  });

  test('template tags of SES in a body are not interpreted', async () => {
    const { raw } = await sendAndRead({ html: '<p>{{ses:openTracker}} {{ SES:x }} {{name}}</p>', text: 'x' });

    expect(raw.toString()).not.toMatch(/\{\{\s*ses:/i);
    expect(raw.toString()).toContain('{{name}}');
  });
});

test('no field can inject a header', async () => {
  const injection = 'x\r\nX-Evil: yes';
  const fields: Record<string, unknown>[] = [
    { subject: injection },
    { from: `${injection} <${senderAddress}>` },
    { from: `"${injection}" <${senderAddress}>` },
    { to: [`"${injection}" <kim@example.com>`] },
    { to: [`kim@example.com${injection.slice(1)}`] },
    { cc: [`${injection} <kim@example.com>`] },
    { reply_to: `${injection} <kim@example.com>` },
    { reply_to: `kim@example.com\r\nX-Evil: yes` },
    { tags: [{ name: injection, value: injection }] },
    { attachments: [{ filename: injection, content: 'eA==' }] },
    { attachments: [{ filename: 'a', content: 'eA==', content_type: `text/plain\r\nX-Evil: yes` }] },
    { attachments: [{ filename: 'a', content: 'eA==', content_type: `text/plain; a="x\r\nX-Evil: yes"` }] },
    { attachments: [{ filename: 'a', content: 'eA==', content_id: injection }] },
    { attachments: [{ filename: 'a";\tX-Evil=yes', content: 'eA==' }] },
    { attachments: [{ filename: 'a\u2028X-Evil: yes', content: 'eA==' }] },
    { text: injection, html: injection },
  ];

  for (const overrides of fields) {
    const response = await send(overrides);
    if (response.status !== 202) {
      expect(refusalOf(response)).toMatchObject({ status: 422, type: 'invalid_request' });
      continue;
    }
    const { raw, parsed } = await readOutboxMail(service, response.body.id);
    const names = headerLines(raw).map((line) => line.slice(0, line.indexOf(':')).toLowerCase());

    expect(names).not.toContain('x-evil');
    expect(new Set(names).size).toBe(names.length);
    expect(parsed.headers.has('bcc')).toBe(false);
  }
});

describe('tags', () => {
  const tags = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `tag-${index}`, value: `${index}` }));

  // E-22
  test('ten tags are submitted to SES in addition to the tags of the service', async () => {
    const mail = await sendAndRead({ tags: tags(10) });

    const { message_id, workspace_id, ...own } = mail.tags;

    expect(own).toEqual(Object.fromEntries(tags(10).map(({ name, value }) => [name, value])));
    expect(message_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(workspace_id).toBe(service.metadata.workspace.id);
  });

  // E-22
  test('eleven tags are refused', async () => {
    const response = await send({ tags: tags(11) });

    expect(problemPaths(response)).toEqual(['tags']);
  });

  // E-23
  test('characters that SES does not accept are replaced, long tags are truncated, and empty tags are dropped', async () => {
    const mail = await sendAndRead({
      tags: [
        { name: 'campaign name', value: 'spring/2026 ü👍' },
        { name: 'n'.repeat(300), value: 'v'.repeat(300) },
        { name: '', value: 'unset' },
        { name: 'unset', value: '' },
      ],
    });

    expect(mail.tags).toMatchObject({
      campaign_name: expect.stringMatching(/^spring_2026__+$/),
      ['n'.repeat(256)]: 'v'.repeat(256),
    });
    expect(Object.keys(mail.tags)).toHaveLength(4);
  });

  test('a tag cannot override the tags of the service', async () => {
    const sent = await send({
      tags: [
        { name: 'message_id', value: 'somebody-elses' },
        { name: 'workspace id', value: 'somebody-elses' },
      ],
    });

    const mail = await readOutboxMail(service, sent.body.id);

    expect(mail.tags).toEqual({ message_id: sent.body.id, workspace_id: service.metadata.workspace.id });
  });

  test.each([[[{ name: 'a' }]], [[{ name: 'a', value: 1 }]], [['a']], [{ a: 'b' }]])(
    'the tags %j are refused',
    async (fieldValue) => {
      const response = await send({ tags: fieldValue });

      expect(problemPaths(response)[0]).toMatch(/^tags/);
    },
  );
});

describe('attachments', () => {
  const aFile = (overrides: Record<string, unknown> = {}) => ({
    filename: 'note.txt',
    content: Buffer.from('Hello').toString('base64'),
    ...overrides,
  });

  // E-25, E-27
  test('arrive with their name, content and type, which is application/octet-stream by default', async () => {
    const { parsed } = await sendAndRead({
      attachments: [
        aFile({ content_type: ' text/csv; charset=utf-8 ', filename: 'Größe "1".csv' }),
        aFile({ filename: 'raw' }),
      ],
    });

    expect(parsed.attachments).toMatchObject([
      { filename: 'Größe "1".csv', contentType: 'text/csv', contentDisposition: 'attachment' },
      { filename: 'raw', contentType: 'application/octet-stream', contentDisposition: 'attachment' },
    ]);
    expect(parsed.attachments.map(({ content }) => content.toString())).toEqual(['Hello', 'Hello']);
  });

  // E-28
  test('with a content id are inline, and the HTML shows them', async () => {
    const png = randomBytes(64);

    const { parsed, raw } = await sendAndRead({
      html: '<img src="cid:logo@acme">',
      text: 'A logo',
      attachments: [
        aFile({
          filename: 'logo.png',
          content: png.toString('base64'),
          content_type: 'image/png',
          content_id: 'logo@acme',
        }),
      ],
    });

    expect(parsed.attachments).toMatchObject([
      {
        filename: 'logo.png',
        contentType: 'image/png',
        contentDisposition: 'inline',
        cid: 'logo@acme',
        related: true,
      },
    ]);
    expect(parsed.attachments[0]?.content).toEqual(png);
    expect(parsed.html).toContain(`data:image/png;base64,${png.toString('base64')}`);
    expect(raw.toString()).toContain('multipart/related');
  });

  // E-25
  test('are limited to twenty per email', async () => {
    const files = (count: number) =>
      Array.from({ length: count }, (_, index) => aFile({ filename: `${index}.txt` }));

    const { parsed } = await sendAndRead({ attachments: files(20) });
    const overLimit = await send({ attachments: files(21) });

    expect(parsed.attachments.map(({ filename }) => filename)).toEqual(
      files(20).map(({ filename }) => filename),
    );
    expect(problemPaths(overLimit)).toEqual(['attachments']);
  });

  // E-25
  test('of 10 MB arrive byte for byte, and a byte more is refused', async () => {
    const [large, small] = [randomBytes(10 * megabyte), randomBytes(megabyte)];
    const attachmentOf = (bytes: Buffer) =>
      aFile({ filename: `${bytes.length}.bin`, content: bytes.toString('base64') });

    const { parsed, raw } = await sendAndRead({ attachments: [attachmentOf(large), attachmentOf(small)] });
    const overLimit = await send({
      attachments: [attachmentOf(small), attachmentOf(Buffer.alloc(10 * megabyte + 1))],
    });

    expect(parsed.attachments.map(({ content }) => sha256(content))).toEqual([sha256(large), sha256(small)]);
    expect(longestLineOfLargeMail(raw)).toBeLessThanOrEqual(998);
    expect(problemPaths(overLimit)).toEqual(['attachments.1.content']);
  });

  // E-26
  test('have file names of at most 255 characters of any alphabet', async () => {
    for (const filename of [
      'n'.repeat(255),
      'ü'.repeat(255),
      `${'word-'.repeat(50)}.txt`,
      "it's; a=b, c%20d*.txt",
      '👍.txt',
    ]) {
      const { parsed, raw } = await sendAndRead({ attachments: [aFile({ filename })] });

      expect(parsed.attachments[0]?.filename).toBe(filename);
      expect(longestLine(raw)).toBeLessThanOrEqual(998);
    }
  });

  test.each([
    ['filename', ''],
    ['filename', 'n'.repeat(256)],
    ['filename', 'a\u2028b'],
    ['filename', 'a\nb'],
    ['filename', 'a\tb'],
    ['filename', undefined],
    ['content', undefined],
    ['content', 'not base64!'],
    ['content', 'YQ=== '],
    ['content', 'YQ==YQ=='],
    ['content', 'Y'],
    ['content', 'data:text/plain;base64,YQ=='],
    ['content_type', ''],
    ['content_type', 'text'],
    ['content_type', 'text/'],
    ['content_type', 'text/plain;'],
    ['content_type', 'text/plain, text/html'],
    ['content_type', 'text/plain\r\nX-Evil: yes'],
    ['content_type', 'text /plain'],
    ['content_type', `text/${'x'.repeat(251)}`],
    ['content_id', ''],
    ['content_id', 'a b'],
    ['content_id', '<logo>'],
    ['content_id', 'logo\n'],
    ['content_id', 'c'.repeat(256)],
  ])('%s may not be %j', async (field, value) => {
    const response = await send({ attachments: [aFile({ [field]: value })] });

    expect(problemPaths(response)).toEqual([`attachments.0.${field}`]);
  });

  // E-27
  test.each([
    ['content_type', `text/${'x'.repeat(250)}`],
    ['content_type', 'application/vnd.ms-excel+xml; a=1;b="two words"'],
    ['content_id', 'c'.repeat(255)],
    ['content', ''],
  ])('%s may be %j', async (field, value) => {
    const { parsed, raw } = await sendAndRead({ attachments: [aFile({ [field]: value })] });

    expect(parsed.attachments).toHaveLength(1);
    expect(longestLine(raw)).toBeLessThanOrEqual(998);
  });
});

/** Like longestLine, but for messages that are too large to split into an array of lines. */
function longestLineOfLargeMail(raw: Buffer): number {
  let [longest, start] = [0, 0];
  for (let end = raw.indexOf('\r\n'); end >= 0; end = raw.indexOf('\r\n', start)) {
    longest = Math.max(longest, end - start);
    start = end + 2;
  }
  return longest;
}

//
test('a body of 15 MB is accepted, and a byte more is refused', async () => {
  const limit = 15 * megabyte;
  const json = JSON.stringify(anEmail({ html: '<p>x</p>' }));
  const withBytes = (bytes: number) => json.replace('<p>x', `<p>${'x'.repeat(bytes - json.length + 1)}`);

  const atLimit = await service.api('POST', '/v1/emails', { raw: withBytes(limit) });
  const overLimit = await service.api('POST', '/v1/emails', { raw: withBytes(limit + 1) });

  expect(atLimit).toMatchObject({ status: 202, body: { status: 'sent' } });
  expect(refusalOf(overLimit)).toMatchObject({ status: 413, type: 'payload_too_large' });
});

describe('suppressed addresses', () => {
  // E-35
  test('are dropped, and the other recipients are mailed', async () => {
    const suppressed = await aSuppressedAddress(service);
    const other = aPerson();

    const sent = await send({
      to: [suppressed, other],
      cc: [suppressed.toUpperCase()],
      bcc: [suppressed, 'bo@example.com'],
    });
    const mail = await readOutboxMail(service, sent.body.id);
    const email = await service.api('GET', `/v1/emails/${sent.body.id}`);

    expect(sent.body).toMatchObject({ status: 'sent', skipped: false, reason: null });
    expect(mail).toMatchObject({ to: [other], cc: [], bcc: ['bo@example.com'] });
    expect(mail.raw.toString().toLowerCase()).not.toContain(suppressed);
    expect(email.body.to).toEqual([other]);
  });

  // E-57
  test('that leave no recipient in `to` cause a rejection with the reason of the first address, and the email keeps its addresses', async () => {
    const bounced = await aSuppressedAddress(service);
    const complained = `complaint+${randomUUID()}@simulator.amazonses.com`;
    await send({ to: complained });
    await service.settle();

    const sent = await send({ to: [`Kim <${complained}>`, bounced], cc: ['li@example.com'] });
    await service.settle();
    const email = await service.api('GET', `/v1/emails/${sent.body.id}`);

    expect(sent).toMatchObject({
      status: 202,
      body: {
        id: expect.any(String),
        status: 'rejected',
        thread_id: null,
        scheduled_at: null,
        skipped: true,
        reason: 'suppressed:complaint',
        approval_id: null,
      },
    });
    expect(email.body).toMatchObject({
      status: 'rejected',
      to: [complained, bounced],
      provider_message_id: null,
      sent_at: null,
      events: [],
    });
    expect(await service.outbox(`?message_id=${sent.body.id}`)).toEqual([]);
  });

  test('are suppressed per workspace', async () => {
    const suppressed = await aSuppressedAddress(service);
    const other = await aWorkspace(service);
    const { domain } = await aDomain(service, other.id);

    const sent = await send({ from: `d@${domain}`, to: suppressed }, other.key);

    expect(sent.body).toMatchObject({ status: 'sent' });
  });

  test('do not include addresses with a transient bounce', async () => {
    const to = aPerson();
    const first = await send({ to });
    const [{ provider_message_id: id }] = (await service.outbox(`?message_id=${first.body.id}`)) as [
      Record<string, unknown>,
    ];
    await service.control('POST', `/outbox/${String(id)}/events`, {
      type: 'bounce',
      bounce_type: 'Transient',
    });
    await service.settle();

    const second = await send({ to });

    expect(second.body).toMatchObject({ status: 'sent' });
  });
});

describe('the sending domain', () => {
  // E-32, E-57
  test('matches in any letter case, and the log keeps the original spelling', async () => {
    const from = `Desk <desk@${domains.transactional.replace('mail.api', 'MAIL.Api')}>`;

    const sent = await send({ from });
    const email = await service.api('GET', `/v1/emails/${sent.body.id}`);

    expect(sent.body.status).toBe('sent');
    expect(email.body.from).toBe(from);
  });

  test('may be an internationalized domain', async () => {
    const name = `bücher-${randomUUID().slice(0, 8)}.example`;
    await aDomain(service, service.metadata.workspace.id, { domain: name });

    const sent = await send({ from: `Desk <desk@${name}>` });

    expect(sent).toMatchObject({ status: 202, body: { status: 'sent' } });
  });

  // E-32
  test.each([
    ['unknown', () => Promise.resolve('unknown.example')],
    ['a parent of a verified domain', () => Promise.resolve(domains.transactional.replace('mail.', ''))],
    ['a subdomain of a verified domain', () => Promise.resolve(`sub.${domains.transactional}`)],
    ['verified for marketing only', () => Promise.resolve(service.metadata.domains.marketing)],
    [
      'not verified yet',
      async () => (await aDomain(service, service.metadata.workspace.id, { verified: false })).domain,
    ],
    ["another workspace's", async () => (await aDomain(service, (await aWorkspace(service)).id)).domain],
  ])('is refused while it is %s', async (_description, makeDomain) => {
    const domain = await makeDomain();
    const to = aPerson();

    const response = await send({ from: `Desk <desk@${domain}>`, to });

    expect(refusalOf(response)).toMatchObject({ status: 422, type: 'no_verified_identity' });
    expect(response.body.error.message).toMatch(
      new RegExp(`^No verified transactional sending domain for ${domain}`),
    );
    expect((await service.api('GET', `/v1/emails?to=${to}`)).body.data).toEqual([]);
  });
});

// E-31
test('a suspended workspace does not send or store email, and the error gives the reason', async () => {
  const workspace = await aWorkspace(service);
  const { domain } = await aDomain(service, workspace.id);
  await service.control('PATCH', `/workspaces/${workspace.id}`, { suspended_reason: 'Too many complaints' });

  const refused = await send({ from: `d@${domain}` }, workspace.key);
  const log = await service.api('GET', '/v1/emails', { key: workspace.key });
  await service.control('PATCH', `/workspaces/${workspace.id}`, { suspended_reason: null });
  const sent = await send({ from: `d@${domain}` }, workspace.key);

  expect(refusalOf(refused)).toMatchObject({ status: 422, type: 'workspace_suspended' });
  expect(refused.body.error.message).toContain('Too many complaints');
  expect(log.body.data).toEqual([]);
  expect(sent.body.status).toBe('sent');
});

describe('of two problems, the response reports', () => {
  const unverified = 'desk@unknown.example';

  test('a missing body before a suspension, and a suspension before an unverified domain', async () => {
    const { key } = await aWorkspace(service, { suspended_reason: 'Spam' });

    const noBody = await send({ text: undefined }, key);
    const noDomain = await send({ from: unverified }, key);

    expect(refusalOf(noBody)).toMatchObject({ type: 'invalid_request' });
    expect(refusalOf(noDomain)).toMatchObject({ type: 'workspace_suspended' });
  });

  test('a bad field before a missing subject', async () => {
    const response = await send({ subject: undefined, colour: 'red' });

    expect(problemPaths(response)).toEqual(['colour']);
  });

  test('an unverified domain before a lack of recipients', async () => {
    const to = await aSuppressedAddress(service);

    const response = await send({ to, from: unverified });

    expect(refusalOf(response)).toMatchObject({ type: 'no_verified_identity' });
  });
});

describe('when SES', () => {
  const injectSesError = (error: string, times: number) =>
    service.control('POST', '/faults', { service: 'sesv2', operation: 'SendEmail', error, times });

  // E-45
  test('throttles briefly, the email is sent', async () => {
    await injectSesError('TooManyRequestsException', 2);
    const to = aPerson();

    const sent = await send({ to });

    expect(sent.body.status).toBe('sent');
    expect(await service.outbox(`?to=${to}`)).toHaveLength(1);
  });

  test('keeps throttling, the API returns 502 and the email remains queued', async () => {
    await injectSesError('TooManyRequestsException', 10);
    const to = aPerson();

    const response = await send({ to });
    const log = await service.api('GET', `/v1/emails?to=${to}`);

    expect(refusalOf(response)).toMatchObject({ status: 502, type: 'provider_error' });
    expect(log.body.data).toMatchObject([{ status: 'queued', provider_message_id: null, sent_at: null }]);
  });

  // E-46
  test('rejects the email, the API returns 502 and the email has the status failed', async () => {
    await injectSesError('MessageRejected', 1);
    const to = aPerson();

    const response = await send({ to });
    const log = await service.api('GET', `/v1/emails?to=${to}`);

    expect(refusalOf(response)).toMatchObject({ status: 502, type: 'provider_error' });
    expect(log.body.data).toMatchObject([{ status: 'failed', provider_message_id: null, sent_at: null }]);
  });
});
