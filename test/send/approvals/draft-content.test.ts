import { randomBytes } from 'node:crypto';
import { readOutboxMail } from '../../support/api-helpers';
import { ApprovalWorkspace, decisionResponse, type HeldDraft } from '../../support/approval-workspace';
import { unknownId } from '../../support/matchers';
import type { ApiResponse } from '../../support/service';
import { useService } from '../../support/use-service';

const service = useService();

let held: ApprovalWorkspace;

beforeEach(async () => {
  held = await ApprovalWorkspace.createTransactional(service);
});

/** Reads one draft as its recipients would see it. */
const read = (draft: HeldDraft): Promise<ApiResponse> =>
  held.workspace.api('GET', `/v1/approvals/${draft.approval_id}`);

const headersOf = async (draft: HeldDraft): Promise<Record<string, string>> => {
  const { headers } = (await read(draft)).body;
  return Object.fromEntries(headers.map(({ name, value }: { name: string; value: string }) => [name, value]));
};

describe('one draft', () => {
  //
  test('equals its row in the list', async () => {
    const draft = await held.createDraft({ html: '<p>Hi</p>', text: 'Hi' });

    const { status, body } = await read(draft);

    expect(status).toBe(200);
    expect([body]).toEqual(await held.listPending());
  });

  //
  test.each([
    ['ASCII', 'x'],
    ['text that needs many bytes', '\u0001é😀'],
  ])('is returned whole when it is larger than a buffered response: %s', async (_what, unit) => {
    const end = 'and wire the money';
    const text = `${unit.repeat(2_000_000 / unit.length)} ${end}`;
    const draft = await held.createDraft({ text, html: `<p>${text}</p>` });

    const { status, body } = await read(draft);
    const [row] = await held.listPending();

    expect(status).toBe(200);
    expect(body.truncated).toBe(false);
    expect(body.text.endsWith(end)).toBe(true);
    expect(body.html.endsWith(`${end}</p>`)).toBe(true);
    expect(row).toMatchObject({ truncated: true, content_sha256: body.content_sha256 });
  });

  //
  test.each([
    ['at the limit', 20_000, false],
    ['one character past the limit', 20_001, true],
  ])('is cut in the list only if it is too long: %s', async (_what, length, isCut) => {
    const text = 'é'.repeat(length);
    await held.createDraft({ text });

    expect(await held.listPending()).toMatchObject([{ truncated: isCut, text: 'é'.repeat(20_000) }]);
  });

  test('that is large hides no later draft from the list', async () => {
    const drafts = [
      await held.createDraft({ html: `<p>${'x'.repeat(7_000_000)}</p>` }),
      await held.createDraft(),
    ];

    expect((await held.listPending()).map(({ id }) => id)).toEqual(drafts.map((draft) => draft.approval_id));
  });

  //
  test('shows what a recipient will read in every address', async () => {
    const lure = 'Your refund is 9,000 EUR, call 0900';
    const draft = await held.createDraft({
      to: [`"${lure}" <kim@example.com>`],
      cc: ['Müller <lee@example.com>'],
      reply_to: 'Support <kim@example.org>',
    });

    expect(await headersOf(draft)).toMatchObject({
      To: `"${lure}" <kim@example.com>`,
      Cc: 'Müller <lee@example.com>',
      'Reply-To': 'Support <kim@example.org>',
    });
  });

  //
  test('has the parts that will be sent', async () => {
    await held.workspace.createTopic('orders');
    const draft = await held.createDraft({
      html: '<p>Hi <b>Kim</b></p>',
      text: undefined,
      topic: 'orders',
      attachments: [{ filename: 'a.txt', content: Buffer.from('A').toString('base64') }],
    });
    const { body } = await read(draft);

    await held.approve(draft);

    const mail = await readOutboxMail(service, draft.id);
    const withoutLinks = (text: string) => text.replace(/[\w-]+\.[\w-]+(?=[">\s])/g, '');
    expect(body.text_derived).toBe(true);
    expect(withoutLinks(body.text)).toBe(withoutLinks(mail.parsed.text ?? ''));
    expect(withoutLinks(body.html)).toBe(withoutLinks(mail.parsed.html || ''));
  });

  //
  test('has no working unsubscribe link', async () => {
    await held.workspace.createTopic('orders');
    const draft = await held.createDraft({ topic: 'orders' });
    const { 'List-Unsubscribe': header = '' } = await headersOf(draft);

    const page = await fetch(header.slice(1, -1));

    expect(page.status).toBe(404);
  });

  //
  test('has no working link in place of the variable unsubscribe_url', async () => {
    held = await ApprovalWorkspace.create(service);
    const content = 'Leave: {{unsubscribe_url}}.';
    await held.workspace.createTemplate('news', {
      subject: 'News',
      html: `<p>${content}</p>`,
      text: content,
    });
    const draft = await held.createDraft({
      risk_class: 'marketing',
      template: 'news',
      subject: undefined,
      html: undefined,
      text: undefined,
    });

    const { html, text } = (await read(draft)).body;

    const [links, textLinks] = [html, text].map((part: string) => part.match(/http[^"<\s]+[\w]/g) ?? []);
    expect(textLinks?.length).toBeGreaterThanOrEqual(3);
    for (const link of [...(links ?? []), ...(textLinks ?? [])]) expect((await fetch(link)).status).toBe(404);
  });

  //
  test.each([
    ['approved', 'approve'],
    ['rejected', 'reject'],
  ])('can be read after it was %s', async (status, decision) => {
    const draft = await held.createDraft();
    await held.decide(draft, { decision, decided_by: 'Sam' });

    expect((await read(draft)).body).toMatchObject({
      status,
      decision,
      decided_by: 'Sam',
      decided_at: expect.any(String),
    });
  });

  test('of another workspace is not found', async () => {
    const draft = await held.createDraft({ attachments: [{ filename: 'a', content: 'QQ==' }] });
    const other = await ApprovalWorkspace.createTransactional(service);

    for (const path of [draft.approval_id, `${draft.approval_id}/attachments/0`, unknownId, 'x'])
      expect((await other.workspace.api('GET', `/v1/approvals/${path}`)).status).toBe(404);
  });
});

describe('an attachment of a draft', () => {
  const bytes = randomBytes(7_000_000);

  const download = (draft: HeldDraft, index: string): Promise<Response> =>
    fetch(`${service.metadata.api}/v1/approvals/${draft.approval_id}/attachments/${index}`, {
      headers: { Authorization: `Bearer ${held.workspace.key}` },
    });

  //
  test('has the bytes that will be sent', async () => {
    const draft = await held.createDraft({
      attachments: [
        { filename: 'a.txt', content: Buffer.from('A').toString('base64') },
        { filename: 'é.bin', content: bytes.toString('base64') },
      ],
    });

    const response = await download(draft, '1');

    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toContain("filename*=UTF-8''%C3%A9.bin");
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  });

  //
  test.each([
    ['is not a number', 'x', 422],
    ['is negative', '-1', 422],
    ['is one past the last', '1', 404],
  ])('is refused if the index %s', async (_what, index, status) => {
    const draft = await held.createDraft({ attachments: [{ filename: 'a', content: 'QQ==' }] });

    expect((await download(draft, index)).status).toBe(status);
  });
});

describe('the content hash', () => {
  //
  test('lets a decision pass if it is the hash of the draft', async () => {
    const draft = await held.createDraft();
    const { content_sha256 } = (await read(draft)).body;

    const { status, body } = await held.decide(draft, { decision: 'approve', content_sha256 });

    expect(status).toBe(200);
    expect(body).toEqual(decisionResponse(draft));
  });

  //
  test.each(['approve', 'reject'])('refuses to %s another draft, and decides nothing', async (decision) => {
    const [draft, other] = [await held.createDraft(), await held.createDraft({ subject: 'Other' })];
    const { content_sha256 } = (await read(other)).body;

    const refused = await held.decide(draft, { decision, content_sha256 });

    expect(refused).toMatchObject({ status: 409, body: { error: { type: 'conflict' } } });
    expect(await held.statusOf(draft)).toBe('queued');
    expect((await held.approve(draft)).status).toBe(200);
  });

  //
  test('is checked after the right to decide, the body and the state', async () => {
    const draft = await held.createDraft();
    const wrong = { decision: 'approve', content_sha256: 'x' };

    expect((await held.decide(draft, wrong, { key: held.key })).status).toBe(403);
    expect((await held.decide(draft, { ...wrong, content_sha256: 1 })).status).toBe(422);
    await held.reject(draft);
    expect(await held.decide(draft, wrong)).toMatchObject({ body: { error: { type: 'invalid_state' } } });
  });

  //
  test.each([
    ['the subject', { subject: 'Other' }],
    ['a display name', { to: ['Sam <kim@example.com>'] }],
    ['a bcc recipient', { bcc: ['sam@example.com'] }],
    ['the text', { text: 'Other' }],
    ['the HTML', { html: '<p>Other</p>' }],
    ['the reply address', { reply_to: 'sam@example.com' }],
    ['a file name', { attachments: [{ filename: 'b', content: 'QQ==' }] }],
    ['the bytes of a file', { attachments: [{ filename: 'a', content: 'Qg==' }] }],
    ['the due time', { scheduled_at: '2031-01-01T00:00:00Z' }],
  ])('changes with %s', async (_what, change) => {
    const common = { html: '<p>Hi</p>', attachments: [{ filename: 'a', content: 'QQ==' }] };
    await held.createDraft(common);
    await held.createDraft(common);
    await held.createDraft({ ...common, ...change });

    const [first, second, third] = (await held.listPending()).map(({ content_sha256 }) => content_sha256);

    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  //
  test('changes with the footer that the workspace adds', async () => {
    held = await ApprovalWorkspace.create(service);
    const draft = await held.createDraft({ risk_class: 'marketing' });
    const { content_sha256 } = (await read(draft)).body;

    await held.workspace.updateWorkspace({ postal_address: '2 Side Street' });

    expect(await held.decide(draft, { decision: 'approve', content_sha256 })).toMatchObject({ status: 409 });
  });
});

describe('the preview', () => {
  //
  test.each([
    ['the parts say the same', { html: '<p>Pay <b>Kim</b></p>', text: 'Pay Kim' }, false],
    ['there is no HTML', { text: 'Pay Kim' }, false],
    [
      'the text is derived',
      { html: '<p>Pay <a href="https://example.com">Kim</a></p>', text: undefined },
      false,
    ],
    ['only the text asks for money', { html: '<p>Pay Kim</p>', text: 'Pay Kim. Wire the money' }, true],
  ])('is compared with the text part: %s', async (_what, content, differs) => {
    await held.createDraft(content);

    expect(await held.listPending()).toMatchObject([{ preview_differs: differs }]);
  });

  //
  test.each([
    ['by a class', '<style>.x{display:none}</style><p>Pay Kim</p><p class="x">Wire the money</p>'],
    [
      'on a phone only',
      '<style>@media(max-width:600px){p.x{display:none}}</style><p>Pay Kim</p><p class="x">Wire the money</p>',
    ],
  ])('differs from a derived text that has words that the preview hides %s', async (_what, html) => {
    await held.createDraft({ html, text: undefined });

    expect(await held.listPending()).toMatchObject([{ text_derived: true, preview_differs: true }]);
  });
});
