import fc from 'fast-check';
import { simpleParser } from 'mailparser';
import { composeMime } from '../../../shared/domain/send/deliver/mime';

type Mail = Parameters<typeof composeMime>[0];
type Attachment = Mail['attachments'][number];

const aMail = (overrides: Partial<Mail> = {}): Mail => ({
  from: { name: 'Desk', address: 'desk@mail.example' },
  to: [{ name: 'Kim', address: 'kim@example.com' }],
  cc: [],
  replyTo: undefined,
  subject: 'Hello',
  text: 'It works.',
  html: undefined,
  attachments: [],
  ...overrides,
});

const attachmentOf = (overrides: Partial<Attachment> = {}): Attachment => ({
  filename: 'report.pdf',
  content: Buffer.from('report'),
  contentType: 'application/pdf',
  ...overrides,
});

const inlineImageOf = (overrides: Partial<Attachment> = {}): Attachment =>
  attachmentOf({ filename: 'logo.png', contentType: 'image/png', contentId: 'logo@acme', ...overrides });

async function compose(overrides: Partial<Mail>) {
  const raw = await composeMime(aMail(overrides));
  return { raw, parsed: await simpleParser(raw) };
}

const [head, body] = [0, 1].map(
  (partIndex) =>
    (raw: Buffer | string): string =>
      raw.toString('latin1').split(/\r\n\r\n([^]*)/)[partIndex] ?? '',
) as [(raw: Buffer | string) => string, (raw: Buffer | string) => string];

const unfoldHeaders = (headers: string): string[] => headers.replace(/\r\n(?=[ \t])/g, '').split('\r\n');

const headerNames = (raw: Buffer): string[] =>
  unfoldHeaders(head(raw)).map((line) => line.slice(0, line.indexOf(':')).toLowerCase());

/** The parts of a message: `{ 'multipart/mixed': ['text/plain', …] }`. */
type MimeTree = string | { [type: string]: MimeTree[] };

function treeOf(entity: Buffer | string): MimeTree {
  const header = unfoldHeaders(head(entity)).find((line) => /^content-type:/i.test(line)) ?? '';
  const type = /^content-type:\s*([^;\s]+)/i.exec(header)?.[1] ?? 'none';
  const boundary = /boundary="([^"]+)"/.exec(header)?.[1];
  if (!boundary) return type;
  const parts = `\r\n${body(entity)}`.split(`\r\n--${boundary}`);
  expect(parts.at(-1)).toMatch(/^--\s*$/);
  return { [type]: parts.slice(1, -1).map((part) => treeOf(part.slice(2))) };
}

/** Checks rules that a mail server may enforce and that apply to any content. */
function expectWellFormed(raw: Buffer): void {
  const text = raw.toString('latin1');

  expect(text).not.toMatch(/[^\r]\n|\r(?!\n)|^\n/);
  expect(text).toMatch(/^[\t\r\n\x20-\x7f]*$/);
  expect(Math.max(...text.split('\r\n').map(({ length }) => length))).toBeLessThanOrEqual(998);
}

describe('the parts of a message', () => {
  const html = '<p>It works.</p>';
  const text = 'It works.';
  const plainType = 'text/plain';
  const alternativeParts = { 'multipart/alternative': [plainType, 'text/html'] };
  const relatedParts = { 'multipart/related': ['text/html', 'image/png'] };

  test.each<[string, Partial<Mail>, MimeTree]>([
    ['text', { text }, plainType],
    ['HTML', { text: undefined, html }, 'text/html'],
    ['text and HTML', { text, html }, alternativeParts],
    [
      'text and a file',
      { attachments: [attachmentOf()] },
      { 'multipart/mixed': [plainType, 'application/pdf'] },
    ],
    [
      'text, HTML and two files',
      { html, attachments: [attachmentOf(), attachmentOf({ contentType: 'text/csv' })] },
      { 'multipart/mixed': [alternativeParts, 'application/pdf', 'text/csv'] },
    ],
    [
      'text, HTML and an inline image',
      { html, attachments: [inlineImageOf()] },
      { 'multipart/alternative': [plainType, relatedParts] },
    ],
    ['HTML and an inline image', { text: undefined, html, attachments: [inlineImageOf()] }, relatedParts],
    [
      'text, HTML, an inline image and a file',
      { html, attachments: [attachmentOf(), inlineImageOf()] },
      { 'multipart/mixed': [{ 'multipart/alternative': [plainType, relatedParts] }, 'application/pdf'] },
    ],
    [
      'text and an image that only HTML could show',
      { attachments: [inlineImageOf()] },
      { 'multipart/mixed': [plainType, 'image/png'] },
    ],
  ])('are nested correctly for %s', async (_description, overrides, tree) => {
    const { raw } = await compose(overrides);

    expect(treeOf(raw)).toEqual(tree);
    expectWellFormed(raw);
  });
});

/** Generates text without line breaks and control characters, which a request may use in a header. */
const headerText = (lengthMax: number) => {
  const textPiece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.string({ unit: 'binary-ascii', maxLength: 40 }),
    fc.stringMatching(/^[a-z]{1,300}$/),
    fc.constantFrom(
      ' ',
      '  ',
      '"',
      '\\',
      "'",
      ',',
      ';',
      ':',
      '(comment)',
      '=?utf-8?q?x?=',
      '=?UTF-8?B?eA==?=',
      '=?',
      '?=',
      '%20',
      'مرحبا',
      '\u202eabc',
      '👩‍👩‍👧',
      'X-Evil: yes',
      "utf-8''x",
    ),
  );
  return fc
    .array(textPiece, { minLength: 1, maxLength: 8 })
    .map((pieces) =>
      pieces
        .join('')
        .replace(/[\p{Cc}\u2028\u2029]/gu, '')
        .slice(0, lengthMax)
        .toWellFormed()
        .trim(),
    )
    .filter((text) => text !== '');
};

/** Other tests cover text that looks like an encoded word. */
const isNotEncodedWord = (text: string): boolean => text !== '' && !text.includes('=?');

const displayName = headerText(100)
  .map((text) => text.replace(/[<>]/g, '').trim())
  .filter(isNotEncodedWord);
const fileName = headerText(255).filter(isNotEncodedWord);
const address = fc.stringMatching(/^[a-z0-9!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z]{1,60}\.[a-z]{2,60}$/);
const mailbox = fc.record({ name: displayName, address });
const bytes = fc.uint8Array({ maxLength: 3_000 }).map((array) => Buffer.from(array));
const bodyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 3_000 }),
  fc.string({ unit: 'grapheme', maxLength: 3_000 }),
  fc
    .array(fc.constantFrom('x'.repeat(1_200), '\r\n', '\n', '\r', '.', '--', 'From ', ' ', '\t', '=', 'ü'), {
      maxLength: 60,
    })
    .map((parts) => parts.join('')),
);

/**
 * A parser may drop the space at which a long name is folded, and a space may separate text that looks like
 * an encoded word.
 */
const withoutBlanks = (text: string | undefined): string | undefined => text?.replaceAll(' ', '');

describe('for any input', () => {
  test('a subject is parsed unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(headerText(998), async (subject) => {
        const { raw, parsed } = await compose({ subject });

        expect(parsed.subject).toBe(subject);
        expectWellFormed(raw);
      }),
      { numRuns: 300 },
    );
  });

  test('a display name is parsed unchanged in every header', async () => {
    await fc.assert(
      fc.asyncProperty(mailbox, async (randomMailbox) => {
        const { raw, parsed } = await compose({
          from: randomMailbox,
          to: [randomMailbox],
          cc: [randomMailbox],
          replyTo: randomMailbox,
        });

        for (const field of [parsed.from, parsed.to, parsed.cc, parsed.replyTo].flat()) {
          expect(field?.value).toEqual([randomMailbox]);
        }
        expectWellFormed(raw);
      }),
      { numRuns: 300 },
    );
  });

  test('a file arrives byte for byte and under its name', async () => {
    await fc.assert(
      fc.asyncProperty(fileName, bytes, fc.boolean(), async (filename, content, isInline) => {
        const file = isInline ? inlineImageOf({ filename, content }) : attachmentOf({ filename, content });

        const { raw, parsed } = await compose({ html: '<p>x</p>', attachments: [file] });

        expect(parsed.attachments).toMatchObject([{ contentType: file.contentType }]);
        expect(withoutBlanks(parsed.attachments[0]?.filename)).toBe(withoutBlanks(filename));
        expect(parsed.attachments[0]?.content).toEqual(content);
        expectWellFormed(raw);
      }),
      { numRuns: 300 },
    );
  });

  test('lines end with CRLF and have at most 998 bytes', async () => {
    await fc.assert(
      fc.asyncProperty(bodyText, bodyText, async (text, html) => {
        const { raw } = await compose({ text, html, attachments: [inlineImageOf(), attachmentOf()] });

        expectWellFormed(raw);
      }),
    );
  });

  test('a body is parsed unchanged except for the line endings', async () => {
    const normalizeLineEnds = (text: string | undefined) => (text ?? '').replace(/\r\n?/g, '\n').trimEnd();

    await fc.assert(
      fc.asyncProperty(bodyText, async (text) => {
        const { parsed } = await compose({ text });

        expect(normalizeLineEnds(parsed.text)).toBe(normalizeLineEnds(text));
      }),
    );
  });

  test('no field adds a header, and no header contains bcc', async () => {
    const expected = [
      'from',
      'to',
      'cc',
      'reply-to',
      'subject',
      'message-id',
      'date',
      'mime-version',
      'content-type',
    ];

    await fc.assert(
      fc.asyncProperty(
        fc.record({
          from: mailbox,
          to: fc.array(mailbox, { minLength: 1, maxLength: 5 }),
          cc: fc.array(mailbox, { minLength: 1, maxLength: 5 }),
          replyTo: mailbox,
          subject: headerText(998),
          text: bodyText,
          html: bodyText.map((text) => `<p>${text}</p>`),
        }),
        headerText(255),
        async (fields, filename) => {
          const bcc = [{ name: 'Secret', address: 'secret@example.com' }];
          const { raw } = await compose({ ...fields, ...{ bcc }, attachments: [attachmentOf({ filename })] });

          expect(headerNames(raw).sort()).toEqual([...expected].sort());
          expect(raw.toString()).not.toContain('secret@example.com');
        },
      ),
    );
  });

  test('a file of any type arrives byte for byte and adds no MIME parts', async () => {
    const types = ['text/plain', 'text/html; charset=utf-16', 'text/plain; format=flowed', 'message/rfc822'];
    const otherTypes = ['multipart/mixed; boundary=b', 'application/x; name="other.exe"', 'image/png; a="ü"'];

    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...types, ...otherTypes), bytes, async (contentType, content) => {
        const { raw, parsed } = await compose({ attachments: [attachmentOf({ contentType, content })] });

        expect(parsed.attachments).toMatchObject([
          { filename: 'report.pdf', contentDisposition: 'attachment' },
        ]);
        expect(parsed.attachments[0]?.content).toEqual(content);
        expect(parsed.text?.trim()).toBe('It works.');
        expectWellFormed(raw);
      }),
    );
  });

  test('an image is referenced by its content id', async () => {
    const contentId = fc.oneof(
      fc.stringMatching(/^[A-Za-z0-9!#$%'*+/=?^_`{|}~.@-]{1,255}$/).filter((id) => !id.includes('=?')),
      fc.constantFrom('größe@acme', 'logo 1'.replace(' ', '\u2009'), '日本', 'a"b', 'a(b)'),
    );

    await fc.assert(
      fc.asyncProperty(contentId, async (id) => {
        const html = `<img src="cid:${id.replaceAll('"', '&quot;')}">`;

        const { raw } = await compose({ html, attachments: [inlineImageOf({ contentId: id })] });

        expect(raw.toString('latin1')).toMatch(/\r\nContent-ID:\s+<[\x21-\x7e]+>\r\n/i);
        expectWellFormed(raw);
      }),
    );
  });
});

describe('text that looks like an encoded word is not decoded', () => {
  const lookalikes = ['=?utf-8?q?x?=', '=?UTF-8?B?eA==?=', 'Kim =?utf-8?q?=3Cceo=40bank=2Eexample=3E?='];

  test.each(lookalikes)('in a subject: %s', async (subject) => {
    expect((await compose({ subject })).parsed.subject).toBe(subject);
  });

  test.each(lookalikes)('in a display name: %s', async (name) => {
    const kimMailbox = { name, address: 'kim@example.com' };

    const { parsed } = await compose({
      from: kimMailbox,
      to: [kimMailbox],
      cc: [kimMailbox],
      replyTo: kimMailbox,
    });

    for (const field of [parsed.from, parsed.to, parsed.cc, parsed.replyTo].flat()) {
      expect(withoutBlanks(field?.value[0]?.name)).toBe(withoutBlanks(name));
      expect(field?.value[0]?.address).toBe(kimMailbox.address);
    }
  });

  test.each(lookalikes)('in a file name: %s', async (filename) => {
    const { parsed } = await compose({ attachments: [attachmentOf({ filename })] });

    expect(withoutBlanks(parsed.attachments[0]?.filename)).toBe(withoutBlanks(filename));
  });
});

test.each([[['logo@acme', 'logo@acme.2']], [['größe', 'größe2']], [['größe@acme', '日本']]])(
  'the HTML shows the inline images with the content ids %j',
  async (ids) => {
    const images = ids.map((id) => inlineImageOf({ contentId: id, content: Buffer.from(id) }));
    const tag = (source: string) => `<img src="${source}">`;

    const { parsed } = await compose({
      html: ids.map((id) => tag(`cid:${id}`)).join(''),
      attachments: images,
    });

    const expectedTags = images.map(({ content }) =>
      tag(`data:image/png;base64,${content.toString('base64')}`),
    );
    expect(parsed.html).toBe(expectedTags.join(''));
  },
);

test('a long References chain is folded within the line limit', async () => {
  const references = Array.from(
    { length: 30 },
    (_, index) => `<${'0'.repeat(60)}${index}@email.amazonses.com>`,
  );
  const [inReplyTo = ''] = references.slice(-1);

  const { raw, parsed } = await compose({ reply: { inReplyTo, references } });

  expect(parsed.inReplyTo).toBe(inReplyTo);
  expect(parsed.references).toEqual(references);
  expectWellFormed(raw);
});

test('headers of the service are written unchanged', async () => {
  const link = `https://api.example.com/u/${'a'.repeat(600)}`;
  const headers = [
    { name: 'List-Unsubscribe', value: `<${link}>` },
    { name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
  ];

  const { raw } = await compose({ headers });

  expect(unfoldHeaders(head(raw)).map((line) => line.replace(/:\s+/, ': '))).toEqual(
    expect.arrayContaining(headers.map(({ name, value }) => `${name}: ${value}`)),
  );
  expectWellFormed(raw);
});

test('an international domain is converted to ASCII', async () => {
  const kimMailbox = { name: 'Kim', address: 'kim@bücher.example' };

  const { raw } = await compose({ from: kimMailbox, to: [kimMailbox] });

  expect(raw.toString()).toContain('Kim <kim@xn--bcher-kva.example>');
  expect(raw.toString()).not.toContain('bücher');
});
