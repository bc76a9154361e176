import { createHash } from 'node:crypto';
import { randomBytes, randomUUID } from 'node:crypto';
import { aKey, readOutboxMail, refusalOf, scopesWithout } from '../../support/api-helpers';
import {
  decisionResponse,
  ApprovalWorkspace,
  hoursMs,
  type HeldDraft,
} from '../../support/approval-workspace';
import { mapConcurrent } from '../../support/map-concurrent';
import type { ApiResponse } from '../../support/service';
import { anId, aTimestamp, unknownId } from '../../support/matchers';
import { randomAddress, numberedAddresses } from '../../support/test-workspace';
import { useService, useTimeTravelRuntime } from '../../support/use-service';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const service = useService();

const decide = (id: string, key: string, body: unknown = { decision: 'approve' }): Promise<ApiResponse> =>
  service.api('POST', `/v1/approvals/${id}`, { key, body });

const ids = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

describe('the list of drafts', () => {
  //
  test('shows every field of a draft', async () => {
    const approvalWorkspace = await ApprovalWorkspace.createTransactional(service);
    const { workspace } = approvalWorkspace;
    await workspace.createTopic('orders');
    const parent = await workspace.sendAccepted();
    const draft = await approvalWorkspace.createDraft({
      from: `"The Desk" <${workspace.from}>`,
      to: ['Kim <kim@example.com>', 'lee@example.com'],
      cc: ['Cam <cam@example.com>'],
      bcc: ['Bo <bo@example.com>', 'bea@example.com'],
      reply_to: 'box@example.com',
      subject: 'Refund — 5 €',
      html: '<p>Done &amp; dusted.</p>',
      text: 'Done & dusted.',
      topic: 'orders',
      reply_to_message_id: parent.id,
      scheduled_at: '2030-01-02T03:04:05+02:00',
      attachments: [
        { filename: 'a.txt', content: Buffer.from('A').toString('base64') },
        {
          filename: 'é.pdf',
          content: Buffer.from('%PDF').toString('base64'),
          content_type: 'application/pdf',
        },
      ],
      tags: [{ name: 'kind', value: 'refund' }],
      sequence_key: 's',
    });

    const { status, body } = await workspace.api('GET', '/v1/approvals');

    expect(status).toBe(200);
    expect(body).toEqual({
      object: 'list',
      data: [
        {
          id: draft.approval_id,
          message_id: draft.id,
          status: 'pending',
          from: `"The Desk" <${workspace.from}>`,
          to: ['kim@example.com', 'lee@example.com'],
          cc: ['cam@example.com'],
          bcc: ['bo@example.com', 'bea@example.com'],
          reply_to: 'box@example.com',
          subject: 'Refund — 5 €',
          headers: [
            { name: 'From', value: `The Desk <${workspace.from}>` },
            { name: 'To', value: 'Kim <kim@example.com>, lee@example.com' },
            { name: 'Cc', value: 'Cam <cam@example.com>' },
            { name: 'Reply-To', value: 'box@example.com' },
            { name: 'Subject', value: 'Refund — 5 €' },
            { name: 'In-Reply-To', value: expect.stringMatching(/^<.+@.+>$/) },
            { name: 'References', value: expect.stringMatching(/^<.+@.+>$/) },
          ],
          html: '<p>Done &amp; dusted.</p>',
          text: 'Done & dusted.',
          text_derived: false,
          truncated: false,
          preview_differs: false,
          content_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
          attachments: [
            { filename: 'a.txt', content_type: 'application/octet-stream', size: 1, sha256: sha256('A') },
            { filename: 'é.pdf', content_type: 'application/pdf', size: 4, sha256: sha256('%PDF') },
          ],
          risk_class: 'transactional',
          topic: 'orders',
          thread_id: parent.thread_id,
          reply_to_message_id: parent.id,
          scheduled_at: '2030-01-02T01:04:05.000Z',
          api_key_id: approvalWorkspace.keyId,
          last_error: null,
          created_at: aTimestamp,
          expires_at: aTimestamp,
          decision: null,
          decided_by: null,
          decided_at: null,
        },
      ],
      has_more: false,
      next_cursor: null,
    });
    const [row] = body.data;
    expect(Date.parse(row.expires_at) - Date.parse(row.created_at)).toBe(hoursMs(72));
  });

  //
  test('shows every field of a draft with few values', async () => {
    const approvalWorkspace = await ApprovalWorkspace.create(service);
    const draft = await approvalWorkspace.createDraft({
      risk_class: 'marketing',
      text: undefined,
      html: '<p>News</p>',
    });

    expect(await approvalWorkspace.listPending()).toEqual([
      {
        id: draft.approval_id,
        message_id: draft.id,
        status: 'pending',
        from: approvalWorkspace.workspace.newsFrom,
        to: ['kim@example.com'],
        cc: [],
        bcc: [],
        reply_to: null,
        subject: 'Hello',
        headers: [
          { name: 'From', value: approvalWorkspace.workspace.newsFrom },
          { name: 'To', value: 'kim@example.com' },
          { name: 'Subject', value: 'Hello' },
          { name: 'List-Unsubscribe', value: expect.stringMatching(/^<https?:.+\/unsubscribe\/.+>$/) },
          { name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
        ],
        html: expect.stringMatching(/^<p>News<\/p><div .+>Unsubscribe<\/a>/),
        text: expect.stringMatching(/^News\n\n---\n[^]+\nUnsubscribe: http/),
        text_derived: true,
        truncated: false,
        preview_differs: false,
        content_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        attachments: [],
        risk_class: 'marketing',
        topic: null,
        thread_id: null,
        reply_to_message_id: null,
        scheduled_at: null,
        api_key_id: approvalWorkspace.keyId,
        last_error: null,
        created_at: aTimestamp,
        expires_at: aTimestamp,
        decision: null,
        decided_by: null,
        decided_at: null,
      },
    ]);
  });

  test('shows a rendered template and omits dropped recipients', async () => {
    const approvalWorkspace = await ApprovalWorkspace.createTransactional(service);
    await approvalWorkspace.workspace.createTemplate('hi', {
      subject: 'Hi {{name}}',
      html: '<p>{{name}}</p>',
      text: 'Yo {{name}}',
    });
    await approvalWorkspace.workspace.suppress('gone@example.com');
    await approvalWorkspace.workspace.suppress('off@example.com');

    await approvalWorkspace.createDraft({
      template: 'hi',
      subject: undefined,
      variables: { name: 'A&B' },
      to: ['gone@example.com', 'kim@example.com'],
      cc: ['off@example.com', 'cam@example.com'],
    });

    expect(await approvalWorkspace.listPending()).toMatchObject([
      {
        subject: 'Hi A&B',
        html: '<p>A&amp;B</p>',
        text: 'Yo A&B',
        to: ['kim@example.com'],
        cc: ['cam@example.com'],
      },
    ]);
  });

  //
  test('shows drafts with large files', async () => {
    const approvalWorkspace = await ApprovalWorkspace.createTransactional(service);
    const content = randomBytes(10_000_000).toString('base64');
    const attachments = [{ filename: 'a.bin', content }];
    await mapConcurrent(2, numberedAddresses(5), (to) => approvalWorkspace.createDraft({ to, attachments }));

    const listed = await approvalWorkspace.workspace.api('GET', '/v1/approvals');

    expect(listed.status).toBe(200);
    expect(listed.body.data).toHaveLength(5);
  });

  //
  test('sorts the oldest first and returns the page that limit and cursor select', async () => {
    const approvalWorkspace = await ApprovalWorkspace.createTransactional(service);
    const drafts: HeldDraft[] = [];
    for (const subject of ['one', 'two', 'three'])
      drafts.push(await approvalWorkspace.createDraft({ subject }));
    const list = async (query: string) =>
      (await approvalWorkspace.workspace.api('GET', `/v1/approvals${query}`)).body;
    const expected = drafts.map(({ approval_id }) => approval_id);

    const whole = await list('');
    const first = await list('?limit=2');
    const second = await list(`?limit=2&cursor=${first.next_cursor}`);

    expect(ids(whole.data)).toEqual(expected);
    expect(whole).toMatchObject({ has_more: false, next_cursor: null });
    expect(ids(first.data)).toEqual(expected.slice(0, 2));
    expect(first.has_more).toBe(true);
    expect(ids(second.data)).toEqual(expected.slice(2));
    expect(second).toMatchObject({ has_more: false, next_cursor: null });
    for (const query of ['?limit=3', '?limit=0', '?limit=x&cursor=y', `?cursor=${expected[0]}`])
      expect(await list(query)).toEqual(whole);
  });

  test('continues after a draft that was decided in the meantime', async () => {
    const approvalWorkspace = await ApprovalWorkspace.createTransactional(service);
    const [first, second] = [await approvalWorkspace.createDraft(), await approvalWorkspace.createDraft()];
    const { body } = await approvalWorkspace.workspace.api('GET', '/v1/approvals?limit=1');
    await approvalWorkspace.reject(first);

    const next = await approvalWorkspace.workspace.api('GET', `/v1/approvals?cursor=${body.next_cursor}`);

    expect(ids(next.body.data)).toEqual([second.approval_id]);
  });

  test('shows no drafts of another workspace', async () => {
    const [approvalWorkspace, other] = [
      await ApprovalWorkspace.createTransactional(service),
      await ApprovalWorkspace.createTransactional(service),
    ];

    await other.createDraft();

    expect((await approvalWorkspace.workspace.api('GET', '/v1/approvals')).body).toEqual({
      object: 'list',
      data: [],
      has_more: false,
      next_cursor: null,
    });
  });

  //
  test('has 50 drafts on a page by default, and at most 100', async () => {
    const approvalWorkspace = await ApprovalWorkspace.createTransactional(service);
    await mapConcurrent(2, [50, 51], async (count) => {
      const { body } = await approvalWorkspace.workspace.sendBatch(
        Array(count).fill({}),
        approvalWorkspace.key,
      );
      if (body.failed > 0) throw new Error('Not all drafts were held');
    });

    const short = await approvalWorkspace.workspace.api('GET', '/v1/approvals');
    const long = await approvalWorkspace.workspace.api('GET', '/v1/approvals?limit=101');
    const rest = await approvalWorkspace.workspace.api(
      'GET',
      `/v1/approvals?limit=101&cursor=${long.body.next_cursor}`,
    );

    expect(short.body.data).toHaveLength(50);
    expect(long.body.data).toHaveLength(100);
    expect(rest.body).toMatchObject({ has_more: false, next_cursor: null });
    expect(new Set(ids([...long.body.data, ...rest.body.data])).size).toBe(101);
  });

  test('requires the scope emails:read, which a key with guardrails may have', async () => {
    const approvalWorkspace = await ApprovalWorkspace.createTransactional(service);
    const draft = await approvalWorkspace.createDraft();
    const keyWithoutRead = await aKey(service, {
      creatorKey: approvalWorkspace.workspace.key,
      scopes: scopesWithout(['emails:read']),
    });

    const refused = await approvalWorkspace.workspace.api(
      'GET',
      '/v1/approvals',
      undefined,
      keyWithoutRead.key,
    );
    const responseForDraftingKey = await approvalWorkspace.workspace.api(
      'GET',
      '/v1/approvals',
      undefined,
      approvalWorkspace.key,
    );
    const responseForToken = await approvalWorkspace.workspace.api(
      'GET',
      '/v1/approvals',
      undefined,
      await approvalWorkspace.workspace.createToken(),
    );

    expect(refusalOf(refused)).toMatchObject({
      status: 403,
      message: expect.stringContaining('emails:read'),
    });
    expect(ids(responseForDraftingKey.body.data)).toEqual([draft.approval_id]);
    expect(ids(responseForToken.body.data)).toEqual([draft.approval_id]);
  });
});

describe('authorization of decisions', () => {
  //
  test.each([
    ['requires approval', { requires_approval: true }],
    ['has an allowlist', { allowed_recipients: ['example.com'] }],
    ['has a daily limit', { daily_send_limit: 1_000 }],
    [
      'has all guardrails',
      { requires_approval: true, allowed_recipients: ['example.com'], daily_send_limit: 9 },
    ],
  ])('a key that %s may not decide', async (_description, guardrails) => {
    const approvalWorkspace = await ApprovalWorkspace.createTransactional(service);
    const draft = await approvalWorkspace.createDraft();
    const key = await approvalWorkspace.workspace.createGuardedKey(guardrails);

    const approved = await approvalWorkspace.decide(draft, { decision: 'approve' }, { key });
    const rejected = await approvalWorkspace.decide(draft, { decision: 'reject' }, { key });

    expect(refusalOf(approved)).toMatchObject({ status: 403, type: 'forbidden' });
    expect(refusalOf(rejected)).toMatchObject({ status: 403, type: 'forbidden' });
    expect(await approvalWorkspace.listPending()).toMatchObject([
      { id: draft.approval_id, last_error: null },
    ]);
    expect(await approvalWorkspace.mailsOf(draft)).toBe(0);
  });

  //
  test('the key that created the draft may not decide, even after its guardrail is removed', async () => {
    const approvalWorkspace = await ApprovalWorkspace.createTransactional(service);
    const draft = await approvalWorkspace.createDraft();

    const guarded = await approvalWorkspace.decide(
      draft,
      { decision: 'approve' },
      { key: approvalWorkspace.key },
    );
    await approvalWorkspace.workspace.api('PATCH', `/v1/api-keys/${approvalWorkspace.keyId}`, {
      requires_approval: false,
    });
    const unguarded = await approvalWorkspace.decide(
      draft,
      { decision: 'approve' },
      { key: approvalWorkspace.key },
    );

    expect(refusalOf(guarded)).toMatchObject({ status: 403, type: 'forbidden' });
    expect(refusalOf(unguarded)).toMatchObject({ status: 403, type: 'forbidden' });
    expect(await approvalWorkspace.mailsOf(draft)).toBe(0);
  });

  //
  test('an OAuth token may not decide', async () => {
    const approvalWorkspace = await ApprovalWorkspace.createTransactional(service);
    const draft = await approvalWorkspace.createDraft();

    const response = await approvalWorkspace.decide(
      draft,
      { decision: 'approve' },
      { key: await approvalWorkspace.workspace.createToken() },
    );

    expect(refusalOf(response)).toMatchObject({ status: 403, type: 'forbidden' });
  });

  /** See K-35, K-36. */
  describe('a key linked to an OAuth token', () => {
    const refused = { status: 403, type: 'forbidden' };

    // K-35
    test('may not decide if the token created the key, directly or through another key', async () => {
      const approvalWorkspace = await ApprovalWorkspace.createTransactional(service);
      const draft = await approvalWorkspace.createDraft();
      const child = await aKey(service, { creatorKey: await approvalWorkspace.workspace.createToken() });
      const grandchild = await aKey(service, { creatorKey: child.key });

      for (const { key } of [child, grandchild])
        expect(
          refusalOf(await approvalWorkspace.decide(draft, { decision: 'approve' }, { key })),
        ).toMatchObject(refused);
      expect(await approvalWorkspace.mailsOf(draft)).toBe(0);
    });

    // K-35
    test('may not decide if the token changed the key, directly or through another key', async () => {
      const approvalWorkspace = await ApprovalWorkspace.createTransactional(service);
      const draft = await approvalWorkspace.createDraft();
      const token = await approvalWorkspace.workspace.createToken();
      const [first, second] = [
        await aKey(service, { creatorKey: approvalWorkspace.workspace.key }),
        await aKey(service, { creatorKey: approvalWorkspace.workspace.key }),
      ];
      await approvalWorkspace.workspace.api('PATCH', `/v1/api-keys/${first.id}`, { name: 'First' }, token);
      await approvalWorkspace.workspace.api(
        'PATCH',
        `/v1/api-keys/${second.id}`,
        { name: 'Second' },
        first.key,
      );

      for (const { key } of [first, second])
        expect(
          refusalOf(await approvalWorkspace.decide(draft, { decision: 'approve' }, { key })),
        ).toMatchObject(refused);
    });

    // K-36
    test('cannot remove requires_approval, and the token cannot either', async () => {
      const { workspace } = await ApprovalWorkspace.createTransactional(service);
      const token = await workspace.createToken();
      const child = await aKey(service, { creatorKey: token });
      const keyRequiringApproval = await aKey(service, {
        creatorKey: workspace.key,
        requires_approval: true,
      });
      const removeApproval = (key: string) =>
        workspace.api('PATCH', `/v1/api-keys/${keyRequiringApproval.id}`, { requires_approval: false }, key);

      for (const key of [token, child.key])
        expect(refusalOf(await removeApproval(key))).toEqual({
          ...refused,
          message: expect.stringMatching(/^requires_approval: an OAuth token/),
        });
      expect((await removeApproval(workspace.key)).status).toBe(200);
    });
  });

  //
  test('a key without guardrails requires only the scope emails:send to decide', async () => {
    const approvalWorkspace = await ApprovalWorkspace.createTransactional(service);
    const draft = await approvalWorkspace.createDraft();
    const { key } = await aKey(service, {
      creatorKey: approvalWorkspace.workspace.key,
      scopes: ['emails:send'],
    });

    const response = await approvalWorkspace.decide(draft, { decision: 'approve' }, { key });

    expect(response).toMatchObject({ status: 200, body: decisionResponse(draft) });
  });
});

describe('the order of the checks', () => {
  //
  test('a decision on an unknown approval returns 404 to every caller and for every body', async () => {
    const approvalWorkspace = await ApprovalWorkspace.createTransactional(service);

    for (const key of [
      approvalWorkspace.workspace.key,
      approvalWorkspace.key,
      await approvalWorkspace.workspace.createToken(),
    ]) {
      expect(refusalOf(await decide(unknownId, key, { decision: 7 }))).toMatchObject({
        status: 404,
        type: 'not_found',
      });
    }
  });

  test('a decision on a message id or on an approval of another workspace returns 404', async () => {
    const [approvalWorkspace, other] = [
      await ApprovalWorkspace.createTransactional(service),
      await ApprovalWorkspace.createTransactional(service),
    ];
    const draft = await approvalWorkspace.createDraft();

    const decisionOnMessage = await decide(draft.id, approvalWorkspace.workspace.key);
    const decisionOnOther = await decide(draft.approval_id, other.workspace.key);

    expect(refusalOf(decisionOnMessage)).toMatchObject({ status: 404, type: 'not_found' });
    expect(refusalOf(decisionOnOther)).toMatchObject({ status: 404, type: 'not_found' });
    expect(await approvalWorkspace.listPending()).toHaveLength(1);
  });

  //
  test('the permission is checked before the body, and the body before the state', async () => {
    const approvalWorkspace = await ApprovalWorkspace.createTransactional(service);
    const draft = await approvalWorkspace.createDraft();
    await approvalWorkspace.reject(draft);

    const responseForDraftingKey = await approvalWorkspace.decide(
      draft,
      { decision: 'maybe' },
      { key: approvalWorkspace.key },
    );
    const invalid = await approvalWorkspace.decide(draft, { decision: 'maybe' });
    const lateResponse = await approvalWorkspace.decide(draft, { decision: 'approve' });

    expect(refusalOf(responseForDraftingKey)).toMatchObject({ status: 403, type: 'forbidden' });
    expect(refusalOf(invalid)).toMatchObject({
      status: 422,
      type: 'invalid_request',
      message: 'Validation failed',
    });
    expect(refusalOf(lateResponse)).toMatchObject({ status: 409, type: 'invalid_state' });
  });
});

describe('the body of a decision', () => {
  //
  test.each([
    ['no decision', {}, 'decision'],
    ['an unknown decision', { decision: 'approved' }, 'decision'],
    ['a decision in capitals', { decision: 'APPROVE' }, 'decision'],
    ['a decision of null', { decision: null }, 'decision'],
    ['an empty decided_by', { decision: 'approve', decided_by: '' }, 'decided_by'],
    ['a decided_by of 201 characters', { decision: 'approve', decided_by: 'x'.repeat(201) }, 'decided_by'],
    ['a decided_by that is a number', { decision: 'approve', decided_by: 7 }, 'decided_by'],
    ['a reason of 501 characters', { decision: 'approve', reason: 'x'.repeat(501) }, 'reason'],
    ['a reason that is an array', { decision: 'approve', reason: ['no'] }, 'reason'],
  ])('is refused with %s', async (_description, body, field) => {
    const approvalWorkspace = await ApprovalWorkspace.createTransactional(service);
    const draft = await approvalWorkspace.createDraft();

    const response = await approvalWorkspace.decide(draft, body);

    expect(refusalOf(response)).toMatchObject({
      status: 422,
      type: 'invalid_request',
      message: 'Validation failed',
    });
    expect(response.body.error.details).toMatchObject([{ path: [field] }]);
    expect(await approvalWorkspace.statusOf(draft)).toBe('queued');
  });

  //
  test.each([
    ['a decided_by of one character', { decided_by: 'x' }],
    ['a decided_by of 200 characters', { decided_by: 'x'.repeat(200) }],
    ['a reason of 500 characters', { reason: 'x'.repeat(500) }],
    ['an empty reason', { reason: '' }],
    ['null as decided_by and reason', { decided_by: null, reason: null }],
  ])('may have %s', async (_description, fields) => {
    const approvalWorkspace = await ApprovalWorkspace.createTransactional(service);
    const draft = await approvalWorkspace.createDraft();

    const response = await approvalWorkspace.decide(draft, { decision: 'reject', ...fields });

    expect(response).toMatchObject({
      status: 200,
      body: { decision: 'reject', decided_by: 'decided_by' in fields ? fields.decided_by : null },
    });
  });
});

describe('a rejected draft', () => {
  //
  test('is canceled and removed from the list and accepts no other decision', async () => {
    const approvalWorkspace = await ApprovalWorkspace.createTransactional(service);
    const [draft, other] = [await approvalWorkspace.createDraft(), await approvalWorkspace.createDraft()];

    const response = await approvalWorkspace.decide(draft, {
      decision: 'reject',
      decided_by: 'lee@acme.test',
      reason: 'Rude',
    });
    const repeatResponse = await approvalWorkspace.reject(draft);
    const approved = await approvalWorkspace.approve(draft);

    expect(response.status).toBe(200);
    expect(response.body).toEqual(
      decisionResponse(draft, { decision: 'reject', status: 'canceled', decided_by: 'lee@acme.test' }),
    );
    expect(refusalOf(repeatResponse)).toMatchObject({ status: 409, type: 'invalid_state' });
    expect(refusalOf(approved)).toMatchObject({ status: 409, type: 'invalid_state' });
    expect(approved.body.error.message).toContain('rejected');
    expect(await approvalWorkspace.statusOf(draft)).toBe('canceled');
    expect(ids(await approvalWorkspace.listPending())).toEqual([other.approval_id]);
    expect(await approvalWorkspace.mailsOf(draft)).toBe(0);
  });

  //
  test('that was due later is not sent at the due time', async () => {
    const approvalWorkspace = await ApprovalWorkspace.createTransactional(service);
    const draft = await approvalWorkspace.createDraft({ scheduled_at: 'in 10 min' });

    const response = await approvalWorkspace.reject(draft);
    await service.advance(15 * 60_000);

    expect(response.body).toEqual(decisionResponse(draft, { decision: 'reject', status: 'canceled' }));
    expect(await approvalWorkspace.statusOf(draft)).toBe('canceled');
    expect(await approvalWorkspace.mailsOf(draft)).toBe(0);
  });

  test('is in the log with its status and all recipients', async () => {
    const approvalWorkspace = await ApprovalWorkspace.createTransactional(service);
    const draft = await approvalWorkspace.createDraft({ to: ['kim@example.com', 'lee@example.com'] });
    await approvalWorkspace.reject(draft);

    const canceled = await approvalWorkspace.workspace.api('GET', '/v1/emails?status=canceled');
    const queued = await approvalWorkspace.workspace.api('GET', '/v1/emails?status=queued');

    expect(canceled.body.data).toMatchObject([{ id: draft.id, to: ['kim@example.com', 'lee@example.com'] }]);
    expect(queued.body.data).toEqual([]);
  });

  test('can be rejected while sending is locked', async () => {
    const approvalWorkspace = await ApprovalWorkspace.createTransactional(service);
    const draft = await approvalWorkspace.createDraft();
    await approvalWorkspace.workspace.updateWorkspace({
      suspended_reason: 'Abuse',
      payment_method_verified: false,
    });

    expect(await approvalWorkspace.reject(draft)).toMatchObject({
      status: 200,
      body: { status: 'canceled' },
    });
  });
});

describe('a held draft', () => {
  //
  test('is not sent without a decision, not even at the due time', async () => {
    const approvalWorkspace = await ApprovalWorkspace.createTransactional(service);
    const draft = await approvalWorkspace.createDraft();
    const scheduledDraft = await approvalWorkspace.createDraft({ scheduled_at: 'in 10 min' });

    await service.advance(20 * 60_000);

    expect([
      await approvalWorkspace.statusOf(draft),
      await approvalWorkspace.statusOf(scheduledDraft),
    ]).toEqual(['queued', 'queued']);
    expect(await approvalWorkspace.workspace.outbox()).toEqual([]);
  });

  //
  test('cannot be canceled with DELETE, and the error names the alternative', async () => {
    const approvalWorkspace = await ApprovalWorkspace.createTransactional(service);

    for (const draft of [
      await approvalWorkspace.createDraft(),
      await approvalWorkspace.createDraft({ scheduled_at: 'in 10 min' }),
    ]) {
      const response = await approvalWorkspace.workspace.api('DELETE', `/v1/emails/${draft.id}`);

      expect(refusalOf(response)).toMatchObject({
        status: 409,
        type: 'invalid_state',
        message: expect.stringContaining('queued'),
      });
      expect(await approvalWorkspace.approve(draft)).toMatchObject({ status: 200 });
    }
  });

  //
  test('is charged to the daily cap of its key when it is held instead of when it is released', async () => {
    const approvalWorkspace = await ApprovalWorkspace.createTransactional(service, { daily_send_limit: 4 });
    const [first, second] = [
      await approvalWorkspace.createDraft({ to: numberedAddresses(2), cc: ['cam@example.com'] }),
      await approvalWorkspace.createDraft({ bcc: [] }),
    ];

    const overLimit = await approvalWorkspace.workspace.send({}, approvalWorkspace.key);
    const released = [await approvalWorkspace.approve(first), await approvalWorkspace.approve(second)];

    expect(refusalOf(overLimit)).toMatchObject({ status: 429, type: 'daily_limit' });
    expect(released.map(({ status }) => status)).toEqual([200, 200]);
    await approvalWorkspace.workspace.api('PATCH', `/v1/api-keys/${approvalWorkspace.keyId}`, {
      daily_send_limit: 5,
    });
    await approvalWorkspace.createDraft();
    expect(refusalOf(await approvalWorkspace.workspace.send({}, approvalWorkspace.key))).toMatchObject({
      status: 429,
    });
  });

  // K-28
  test('remains charged to the daily cap when it is rejected', async () => {
    const approvalWorkspace = await ApprovalWorkspace.createTransactional(service, { daily_send_limit: 1 });

    await approvalWorkspace.reject(await approvalWorkspace.createDraft());

    expect(refusalOf(await approvalWorkspace.workspace.send({}, approvalWorkspace.key))).toMatchObject({
      status: 429,
      type: 'daily_limit',
    });
  });

  test('is counted in usage when it is sent instead of when it is held', async () => {
    const approvalWorkspace = await ApprovalWorkspace.createTransactional(service);
    const draft = await approvalWorkspace.createDraft({ to: numberedAddresses(2), cc: ['cam@example.com'] });
    const before = await approvalWorkspace.workspace.getEmailsUsed();

    await approvalWorkspace.approve(draft);

    expect([before, await approvalWorkspace.workspace.getEmailsUsed()]).toEqual([0, 3]);
  });

  //
  test('is released even if its key has lost the permission to send to the address or has been revoked', async () => {
    const approvalWorkspace = await ApprovalWorkspace.createTransactional(service);
    const [narrowed, revoked] = [
      await approvalWorkspace.createDraft(),
      await approvalWorkspace.createDraft(),
    ];

    await approvalWorkspace.workspace.api('PATCH', `/v1/api-keys/${approvalWorkspace.keyId}`, {
      allowed_recipients: ['other.example'],
    });
    const first = await approvalWorkspace.approve(narrowed);
    await approvalWorkspace.workspace.api('DELETE', `/v1/api-keys/${approvalWorkspace.keyId}`);
    const second = await approvalWorkspace.approve(revoked);

    expect([first.body, second.body]).toEqual([decisionResponse(narrowed), decisionResponse(revoked)]);
  });

  //
  test('is released unchanged although the template and the topic have changed', async () => {
    const approvalWorkspace = await ApprovalWorkspace.createTransactional(service);
    await approvalWorkspace.workspace.createTemplate('hi', {
      subject: 'Old',
      html: '<p>Old</p>',
      text: 'Old',
    });
    const draft = await approvalWorkspace.createDraft({ template: 'hi', subject: undefined });
    await approvalWorkspace.workspace.createTemplate('hi', {
      subject: 'New',
      html: '<p>New</p>',
      text: 'New',
    });

    await approvalWorkspace.approve(draft);

    const { parsed } = await readOutboxMail(service, draft.id);
    expect(parsed).toMatchObject({ subject: 'Old', text: expect.stringContaining('Old') });
  });
});

describe('a decision under an Idempotency-Key', () => {
  test.each(['approve', 'reject'])(
    'to %s takes effect once, and a repeated request returns the stored response',
    async (decision) => {
      const approvalWorkspace = await ApprovalWorkspace.createTransactional(service);
      const draft = await approvalWorkspace.createDraft();
      const headers = { 'Idempotency-Key': randomUUID() };

      const first = await approvalWorkspace.decide(draft, { decision, decided_by: 'lee' }, { headers });
      const replayed = await approvalWorkspace.decide(draft, { decided_by: 'lee', decision }, { headers });

      expect(first.status).toBe(200);
      expect(first.headers.get('idempotent-replay')).toBeNull();
      expect(replayed).toMatchObject({ status: 200, body: first.body });
      expect(replayed.headers.get('idempotent-replay')).toBe('true');
      expect(await approvalWorkspace.mailsOf(draft)).toBe(decision === 'approve' ? 1 : 0);
    },
  );

  // I-6
  test('that was refused is not stored, so the same key can decide after the cause is removed', async () => {
    const approvalWorkspace = await ApprovalWorkspace.createTransactional(service);
    const draft = await approvalWorkspace.createDraft();
    const headers = { 'Idempotency-Key': randomUUID() };
    await approvalWorkspace.workspace.updateWorkspace({ suspended_reason: 'Abuse' });

    const refused = await approvalWorkspace.decide(draft, { decision: 'approve' }, { headers });
    await approvalWorkspace.workspace.updateWorkspace({ suspended_reason: null });
    const released = await approvalWorkspace.decide(draft, { decision: 'approve' }, { headers });

    expect(refusalOf(refused)).toMatchObject({ status: 422, type: 'workspace_suspended' });
    expect(released).toMatchObject({ status: 200, body: decisionResponse(draft) });
    expect(released.headers.get('idempotent-replay')).toBeNull();
  });

  test('is separate from a decision on another approval under the same key', async () => {
    const approvalWorkspace = await ApprovalWorkspace.createTransactional(service);
    const [draft, two] = [await approvalWorkspace.createDraft(), await approvalWorkspace.createDraft()];
    const headers = { 'Idempotency-Key': 'same' };

    const responses = [
      await approvalWorkspace.decide(draft, { decision: 'approve' }, { headers }),
      await approvalWorkspace.decide(two, { decision: 'reject' }, { headers }),
    ];

    expect(responses.map(({ body }) => body.status)).toEqual(['sent', 'canceled']);
  });
});

test('ten emails that are held concurrently create ten approvals', async () => {
  const approvalWorkspace = await ApprovalWorkspace.createTransactional(service);

  const draft = await Promise.all(numberedAddresses(10).map((to) => approvalWorkspace.createDraft({ to })));

  const rows = await approvalWorkspace.listPending();
  expect(ids(rows).toSorted()).toEqual(draft.map(({ approval_id }) => approval_id).toSorted());
  expect(rows.map(({ to }) => to[0]).toSorted()).toEqual(numberedAddresses(10).toSorted());
});

// A-1, E-44
test('holding a draft returns its approval and thread, and the log shows the draft as queued', async () => {
  const approvalWorkspace = await ApprovalWorkspace.createTransactional(service);

  const { status, body } = await approvalWorkspace.workspace.send(
    { to: randomAddress(), scheduled_at: '2030-01-01T00:00:00Z' },
    approvalWorkspace.key,
  );

  expect(status).toBe(202);
  expect(body).toEqual({
    id: anId,
    status: 'pending_approval',
    thread_id: anId,
    scheduled_at: '2030-01-01T00:00:00.000Z',
    skipped: false,
    reason: null,
    approval_id: anId,
  });
  expect(await approvalWorkspace.workspace.getEmail(body.id)).toMatchObject({
    status: 'queued',
    scheduled_at: '2030-01-01T00:00:00.000Z',
    sent_at: null,
    provider_message_id: null,
    events: [],
  });
});

/** These tests use the time travel runtime to skip most of the 72 hours. */
describe('the expiry after 72 hours', () => {
  useTimeTravelRuntime();

  let approvalWorkspace: ApprovalWorkspace;
  let expiringDrafts: { plain: HeldDraft; scheduledDraft: HeldDraft; large: HeldDraft; reply: HeldDraft };
  let laterDraft: HeldDraft;

  const api = async (method: string, path: string, body?: unknown) =>
    service.api(method, path, { key: approvalWorkspace.workspace.key, body });

  const statusOf = async ({ id }: HeldDraft): Promise<string> =>
    (await api('GET', `/v1/emails/${id}`)).body.status;

  const listed = async (): Promise<string[]> => ids((await api('GET', '/v1/approvals')).body.data);

  beforeAll(async () => {
    approvalWorkspace = await ApprovalWorkspace.createTransactional(service);
    const parent = await approvalWorkspace.workspace.sendAccepted();
    expiringDrafts = {
      plain: await approvalWorkspace.createDraft(),
      scheduledDraft: await approvalWorkspace.createDraft({ scheduled_at: 'in 5 days' }),
      large: await approvalWorkspace.createDraft({ html: `<p>${randomBytes(9_000).toString('hex')}</p>` }),
      reply: await approvalWorkspace.createDraft({ reply_to_message_id: parent.id }),
    };
    await service.advance(3_600_000);
    laterDraft = await approvalWorkspace.createDraft();
    await service.advance(hoursMs(71) - 5 * 60_000);
  });

  //
  test('affects no draft a few minutes earlier', async () => {
    expect(await listed()).toEqual(
      [...Object.values(expiringDrafts), laterDraft].map(({ approval_id }) => approval_id),
    );
    expect(await statusOf(expiringDrafts.plain)).toBe('queued');
  });

  //
  test('cancels a draft without a decision within a minute and removes it from the list', async () => {
    await service.advance(6 * 60_000);

    const statuses = await Promise.all(Object.values(expiringDrafts).map(statusOf));

    expect(await listed()).toEqual([laterDraft.approval_id]);
    expect(statuses).toEqual(['canceled', 'canceled', 'canceled', 'canceled']);
    expect(await statusOf(laterDraft)).toBe('queued');
  });

  test('has canceled all due drafts a quarter of an hour later', async () => {
    await service.advance(15 * 60_000);

    const statuses = await Promise.all(Object.values(expiringDrafts).map(statusOf));

    expect(statuses).toEqual(['canceled', 'canceled', 'canceled', 'canceled']);
  });

  //
  test('makes approving and rejecting return 409', async () => {
    for (const { approval_id: id } of Object.values(expiringDrafts)) {
      for (const decision of ['approve', 'reject']) {
        const response = await api('POST', `/v1/approvals/${id}`, { decision });

        expect(refusalOf(response)).toMatchObject({
          status: 409,
          type: 'invalid_state',
          message: expect.stringContaining('expired'),
        });
      }
    }
    expect(await service.outbox(`?message_id=${expiringDrafts.plain.id}`)).toEqual([]);
  });

  test('removes the pending reply from the thread', async () => {
    const { body } = await api('GET', `/v1/threads/${expiringDrafts.reply.thread_id}`);

    expect(body).toMatchObject({ pending_reply: false, message_count: 1 });
  });

  test('does not affect a draft that was created later', async () => {
    expect(
      await api('POST', `/v1/approvals/${laterDraft.approval_id}`, { decision: 'approve' }),
    ).toMatchObject({
      status: 200,
      body: decisionResponse(laterDraft),
    });
  });
});
