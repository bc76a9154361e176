import { createHash } from 'node:crypto';
import { randomBytes, randomUUID } from 'node:crypto';
import { aKey, mailOf, refusalOf, scopesWithout } from '../../support/arrange';
import { decided, Drafter, hoursMs, type Held } from '../../support/drafter';
import { atOnce } from '../../support/at-once';
import type { Answer } from '../../support/service';
import { anId, aTime, nobody } from '../../support/matchers';
import { aPerson, people } from '../../support/actor';
import { theService, useTravellingRuntime } from '../../support/the-service';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const service = theService();

const decide = (id: string, key: string, body: unknown = { decision: 'approve' }): Promise<Answer> =>
  service.api('POST', `/v1/approvals/${id}`, { key, body });

const ids = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

describe('the list of drafts', () => {
  test('shows all that a draft says', async () => {
    const drafter = await Drafter.forMail(service);
    const { desk } = drafter;
    await desk.topic('orders');
    const parent = await desk.accepted();
    const held = await drafter.hold({
      from: `"The Desk" <${desk.from}>`,
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

    const { status, body } = await desk.api('GET', '/v1/approvals');

    expect(status).toBe(200);
    expect(body).toEqual({
      object: 'list',
      data: [
        {
          id: held.approval_id,
          message_id: held.id,
          status: 'pending',
          from: `"The Desk" <${desk.from}>`,
          to: ['kim@example.com', 'lee@example.com'],
          cc: ['cam@example.com'],
          bcc: ['bo@example.com', 'bea@example.com'],
          reply_to: 'box@example.com',
          subject: 'Refund — 5 €',
          html: '<p>Done &amp; dusted.</p>',
          text: 'Done & dusted.',
          attachments: [
            { filename: 'a.txt', content_type: 'application/octet-stream', size: 1, sha256: sha256('A') },
            { filename: 'é.pdf', content_type: 'application/pdf', size: 4, sha256: sha256('%PDF') },
          ],
          risk_class: 'transactional',
          topic: 'orders',
          thread_id: parent.thread_id,
          reply_to_message_id: parent.id,
          scheduled_at: '2030-01-02T01:04:05.000Z',
          api_key_id: drafter.keyId,
          last_error: null,
          created_at: aTime,
          expires_at: aTime,
        },
      ],
      has_more: false,
      next_cursor: null,
    });
    const [row] = body.data;
    expect(Date.parse(row.expires_at) - Date.parse(row.created_at)).toBe(hoursMs(72));
  });

  test('has every field of a draft that says little', async () => {
    const drafter = await Drafter.create(service);
    const held = await drafter.hold({ risk_class: 'marketing', text: undefined, html: '<p>News</p>' });

    expect(await drafter.pending()).toEqual([
      {
        id: held.approval_id,
        message_id: held.id,
        status: 'pending',
        from: drafter.desk.newsFrom,
        to: ['kim@example.com'],
        cc: [],
        bcc: [],
        reply_to: null,
        subject: 'Hello',
        html: '<p>News</p>',
        text: null,
        attachments: [],
        risk_class: 'marketing',
        topic: null,
        thread_id: null,
        reply_to_message_id: null,
        scheduled_at: null,
        api_key_id: drafter.keyId,
        last_error: null,
        created_at: aTime,
        expires_at: aTime,
      },
    ]);
  });

  test('shows a template as it was rendered, and nobody who was dropped', async () => {
    const drafter = await Drafter.forMail(service);
    await drafter.desk.template('hi', {
      subject: 'Hi {{name}}',
      html: '<p>{{name}}</p>',
      text: 'Yo {{name}}',
    });
    await drafter.desk.suppress('gone@example.com');
    await drafter.desk.suppress('off@example.com');

    await drafter.hold({
      template: 'hi',
      subject: undefined,
      variables: { name: 'A&B' },
      to: ['gone@example.com', 'kim@example.com'],
      cc: ['off@example.com', 'cam@example.com'],
    });

    expect(await drafter.pending()).toMatchObject([
      {
        subject: 'Hi A&B',
        html: '<p>A&amp;B</p>',
        text: 'Yo A&B',
        to: ['kim@example.com'],
        cc: ['cam@example.com'],
      },
    ]);
  });

  test('shows a draft whose content is large', async () => {
    const drafter = await Drafter.forMail(service);
    const text = randomBytes(100_000).toString('hex');
    const html = `<p>${randomBytes(100_000).toString('hex')}</p>`;

    await drafter.hold({ text, html });

    expect(await drafter.pending()).toMatchObject([{ text, html }]);
  });

  test('shows a draft that is larger than an answer of a function', async () => {
    const drafter = await Drafter.forMail(service);
    const html = `<p>${'x'.repeat(7_000_000)}</p>`;
    const large = await drafter.hold({ html });

    const listed = await drafter.desk.api('GET', '/v1/approvals');

    expect(listed.status).toBe(200);
    expect(listed.body.data).toMatchObject([{ id: large.approval_id }]);
  });

  test('shows as many large drafts as one answer holds, and says that there are more', async () => {
    const drafter = await Drafter.forMail(service);
    const html = `<p>${'x'.repeat(2_000_000)}</p>`;
    const held = [await drafter.hold({ html }), await drafter.hold({ html }), await drafter.hold({ html })];
    const wanted = held.map(({ approval_id }) => approval_id);

    const first = await drafter.desk.api('GET', '/v1/approvals');
    await Promise.all(held.slice(0, 2).map((one) => drafter.reject(one)));
    const rest = await drafter.desk.api('GET', '/v1/approvals');

    expect(ids(first.body.data)).toEqual(wanted.slice(0, 2));
    expect(first.body).toMatchObject({ has_more: true, next_cursor: null });
    expect(ids(rest.body.data)).toEqual(wanted.slice(2));
    expect(rest.body).toMatchObject({ has_more: false, next_cursor: null });
  });

  test('shows drafts with large files', async () => {
    const drafter = await Drafter.forMail(service);
    const content = randomBytes(10_000_000).toString('base64');
    const attachments = [{ filename: 'a.bin', content }];
    await atOnce(2, people(5), (to) => drafter.hold({ to, attachments }));

    const listed = await drafter.desk.api('GET', '/v1/approvals');

    expect(listed.status).toBe(200);
    expect(listed.body.data).toHaveLength(5);
  });

  test('puts the oldest first, and ignores limit and cursor', async () => {
    const drafter = await Drafter.forMail(service);
    const held: Held[] = [];
    for (const subject of ['one', 'two', 'three']) held.push(await drafter.hold({ subject }));

    const plain = await drafter.desk.api('GET', '/v1/approvals');

    expect(ids(plain.body.data)).toEqual(held.map(({ approval_id }) => approval_id));
    for (const query of [
      '?limit=1',
      '?limit=x&cursor=y',
      '?limit=1&limit=2',
      `?cursor=${held[0]?.approval_id}`,
    ]) {
      expect(await drafter.desk.api('GET', `/v1/approvals${query}`)).toMatchObject({
        status: 200,
        body: plain.body,
      });
    }
  });

  test('shows nothing of another workspace', async () => {
    const [drafter, other] = [await Drafter.forMail(service), await Drafter.forMail(service)];

    await other.hold();

    expect((await drafter.desk.api('GET', '/v1/approvals')).body).toEqual({
      object: 'list',
      data: [],
      has_more: false,
      next_cursor: null,
    });
  });

  test('says from 500 rows on that it is long, and leaves nothing out', async () => {
    const drafter = await Drafter.forMail(service);
    const counts = [...Array<number>(9).fill(50), 49];
    await atOnce(2, counts, async (count) => {
      const { body } = await drafter.desk.batch(Array(count).fill({}), drafter.key);
      if (body.failed > 0) throw new Error('Not all were held');
    });

    const below = await drafter.desk.api('GET', '/v1/approvals');
    const last = await drafter.hold();
    const long = await drafter.desk.api('GET', '/v1/approvals');

    expect(below.body).toMatchObject({ has_more: false, next_cursor: null });
    expect(below.body.data).toHaveLength(499);
    expect(long.body).toMatchObject({ has_more: true, next_cursor: null });
    expect(long.body.data).toHaveLength(500);
    expect(new Set(ids(long.body.data)).size).toBe(500);
    expect(long.body.data.at(-1).id).toBe(last.approval_id);
  });

  test('needs the scope emails:read, which a key with guardrails may have', async () => {
    const drafter = await Drafter.forMail(service);
    const held = await drafter.hold();
    const without = await aKey(service, { by: drafter.desk.key, scopes: scopesWithout(['emails:read']) });

    const refused = await drafter.desk.api('GET', '/v1/approvals', undefined, without.key);
    const drafters = await drafter.desk.api('GET', '/v1/approvals', undefined, drafter.key);
    const tokens = await drafter.desk.api('GET', '/v1/approvals', undefined, await drafter.desk.token());

    expect(refusalOf(refused)).toMatchObject({
      status: 403,
      message: expect.stringContaining('emails:read'),
    });
    expect(ids(drafters.body.data)).toEqual([held.approval_id]);
    expect(ids(tokens.body.data)).toEqual([held.approval_id]);
  });
});

describe('who may decide', () => {
  test.each([
    ['requires approval', { requires_approval: true }],
    ['has an allowlist', { allowed_recipients: ['example.com'] }],
    ['has a daily limit', { daily_send_limit: 1_000 }],
    ['has them all', { requires_approval: true, allowed_recipients: ['example.com'], daily_send_limit: 9 }],
  ])('not a key that %s', async (_what, guardrails) => {
    const drafter = await Drafter.forMail(service);
    const held = await drafter.hold();
    const key = await drafter.desk.guarded(guardrails);

    const approved = await drafter.decide(held, { decision: 'approve' }, { key });
    const rejected = await drafter.decide(held, { decision: 'reject' }, { key });

    expect(refusalOf(approved)).toMatchObject({ status: 403, type: 'forbidden' });
    expect(refusalOf(rejected)).toMatchObject({ status: 403, type: 'forbidden' });
    expect(await drafter.pending()).toMatchObject([{ id: held.approval_id, last_error: null }]);
    expect(await drafter.mailsOf(held)).toBe(0);
  });

  test('not the key that made the draft, also after it lost its guardrail', async () => {
    const drafter = await Drafter.forMail(service);
    const held = await drafter.hold();

    const guarded = await drafter.decide(held, { decision: 'approve' }, { key: drafter.key });
    await drafter.desk.api('PATCH', `/v1/api-keys/${drafter.keyId}`, { requires_approval: false });
    const unguarded = await drafter.decide(held, { decision: 'approve' }, { key: drafter.key });

    expect(refusalOf(guarded)).toMatchObject({ status: 403, type: 'forbidden' });
    expect(refusalOf(unguarded)).toMatchObject({ status: 403, type: 'forbidden' });
    expect(await drafter.mailsOf(held)).toBe(0);
  });

  test('not an OAuth token', async () => {
    const drafter = await Drafter.forMail(service);
    const held = await drafter.hold();

    const answer = await drafter.decide(held, { decision: 'approve' }, { key: await drafter.desk.token() });

    expect(refusalOf(answer)).toMatchObject({ status: 403, type: 'forbidden' });
  });

  /** contract.md, D46. */
  describe('not a key that an OAuth token', () => {
    const refused = { status: 403, type: 'forbidden' };

    test('made, nor one that such a key made', async () => {
      const drafter = await Drafter.forMail(service);
      const held = await drafter.hold();
      const child = await aKey(service, { by: await drafter.desk.token() });
      const grandchild = await aKey(service, { by: child.key });

      for (const { key } of [child, grandchild])
        expect(refusalOf(await drafter.decide(held, { decision: 'approve' }, { key }))).toMatchObject(
          refused,
        );
      expect(await drafter.mailsOf(held)).toBe(0);
    });

    test('changed, nor one that such a key changed', async () => {
      const drafter = await Drafter.forMail(service);
      const held = await drafter.hold();
      const token = await drafter.desk.token();
      const [first, second] = [
        await aKey(service, { by: drafter.desk.key }),
        await aKey(service, { by: drafter.desk.key }),
      ];
      await drafter.desk.api('PATCH', `/v1/api-keys/${first.id}`, { name: 'First' }, token);
      await drafter.desk.api('PATCH', `/v1/api-keys/${second.id}`, { name: 'Second' }, first.key);

      for (const { key } of [first, second])
        expect(refusalOf(await drafter.decide(held, { decision: 'approve' }, { key }))).toMatchObject(
          refused,
        );
    });

    test('frees of its hold: neither that nor a key of which the same is true can', async () => {
      const { desk } = await Drafter.forMail(service);
      const token = await desk.token();
      const child = await aKey(service, { by: token });
      const holding = await aKey(service, { by: desk.key, requires_approval: true });
      const free = (key: string) =>
        desk.api('PATCH', `/v1/api-keys/${holding.id}`, { requires_approval: false }, key);

      for (const key of [token, child.key])
        expect(refusalOf(await free(key))).toEqual({
          ...refused,
          message: expect.stringMatching(/^requires_approval: an OAuth token/),
        });
      expect((await free(desk.key)).status).toBe(200);
    });
  });

  test('a key without guardrails, with no scope but emails:send', async () => {
    const drafter = await Drafter.forMail(service);
    const held = await drafter.hold();
    const { key } = await aKey(service, { by: drafter.desk.key, scopes: ['emails:send'] });

    const answer = await drafter.decide(held, { decision: 'approve' }, { key });

    expect(answer).toMatchObject({ status: 200, body: decided(held) });
  });
});

describe('the order of the checks', () => {
  test('an unknown approval is 404 for whoever asks, whatever the body says', async () => {
    const drafter = await Drafter.forMail(service);

    for (const key of [drafter.desk.key, drafter.key, await drafter.desk.token()]) {
      expect(refusalOf(await decide(nobody, key, { decision: 7 }))).toMatchObject({
        status: 404,
        type: 'not_found',
      });
    }
  });

  test('the id of the message, or of an approval of another workspace, is 404', async () => {
    const [drafter, other] = [await Drafter.forMail(service), await Drafter.forMail(service)];
    const held = await drafter.hold();

    const ofMessage = await decide(held.id, drafter.desk.key);
    const ofOthers = await decide(held.approval_id, other.desk.key);

    expect(refusalOf(ofMessage)).toMatchObject({ status: 404, type: 'not_found' });
    expect(refusalOf(ofOthers)).toMatchObject({ status: 404, type: 'not_found' });
    expect(await drafter.pending()).toHaveLength(1);
  });

  test('403 comes before the body, the body before the state', async () => {
    const drafter = await Drafter.forMail(service);
    const held = await drafter.hold();
    await drafter.reject(held);

    const drafters = await drafter.decide(held, { decision: 'maybe' }, { key: drafter.key });
    const invalid = await drafter.decide(held, { decision: 'maybe' });
    const late = await drafter.decide(held, { decision: 'approve' });

    expect(refusalOf(drafters)).toMatchObject({ status: 403, type: 'forbidden' });
    expect(refusalOf(invalid)).toMatchObject({
      status: 422,
      type: 'invalid_request',
      message: 'Validation failed',
    });
    expect(refusalOf(late)).toMatchObject({ status: 409, type: 'invalid_state' });
  });
});

describe('what a decision may say', () => {
  test.each([
    ['nothing', {}, 'decision'],
    ['another word', { decision: 'approved' }, 'decision'],
    ['a word in capitals', { decision: 'APPROVE' }, 'decision'],
    ['null', { decision: null }, 'decision'],
    ['an empty decided_by', { decision: 'approve', decided_by: '' }, 'decided_by'],
    ['a decided_by of 201 characters', { decision: 'approve', decided_by: 'x'.repeat(201) }, 'decided_by'],
    ['a decided_by that is no text', { decision: 'approve', decided_by: 7 }, 'decided_by'],
    ['a reason of 501 characters', { decision: 'approve', reason: 'x'.repeat(501) }, 'reason'],
    ['a reason that is no text', { decision: 'approve', reason: ['no'] }, 'reason'],
  ])('not %s', async (_what, body, field) => {
    const drafter = await Drafter.forMail(service);
    const held = await drafter.hold();

    const answer = await drafter.decide(held, body);

    expect(refusalOf(answer)).toMatchObject({
      status: 422,
      type: 'invalid_request',
      message: 'Validation failed',
    });
    expect(answer.body.error.details).toMatchObject([{ path: [field] }]);
    expect(await drafter.status(held)).toBe('queued');
  });

  test.each([
    ['who, in one character', { decided_by: 'x' }],
    ['who, in 200 characters', { decided_by: 'x'.repeat(200) }],
    ['why, in 500 characters', { reason: 'x'.repeat(500) }],
    ['an empty why', { reason: '' }],
    ['neither', { decided_by: null, reason: null }],
  ])('%s', async (_what, fields) => {
    const drafter = await Drafter.forMail(service);
    const held = await drafter.hold();

    const answer = await drafter.decide(held, { decision: 'reject', ...fields });

    expect(answer).toMatchObject({
      status: 200,
      body: { decision: 'reject', decided_by: 'decided_by' in fields ? fields.decided_by : null },
    });
  });
});

describe('a rejected draft', () => {
  test('is canceled, leaves the list, and takes no other decision', async () => {
    const drafter = await Drafter.forMail(service);
    const [held, other] = [await drafter.hold(), await drafter.hold()];

    const answer = await drafter.decide(held, {
      decision: 'reject',
      decided_by: 'lee@acme.test',
      reason: 'Rude',
    });
    const again = await drafter.reject(held);
    const approved = await drafter.approve(held);

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(
      decided(held, { decision: 'reject', status: 'canceled', decided_by: 'lee@acme.test' }),
    );
    expect(refusalOf(again)).toMatchObject({ status: 409, type: 'invalid_state' });
    expect(refusalOf(approved)).toMatchObject({ status: 409, type: 'invalid_state' });
    expect(approved.body.error.message).toContain('rejected');
    expect(await drafter.status(held)).toBe('canceled');
    expect(ids(await drafter.pending())).toEqual([other.approval_id]);
    expect(await drafter.mailsOf(held)).toBe(0);
  });

  test('that had a time is not sent at that time', async () => {
    const drafter = await Drafter.forMail(service);
    const held = await drafter.hold({ scheduled_at: 'in 10 min' });

    const answer = await drafter.reject(held);
    await service.advance(15 * 60_000);

    expect(answer.body).toEqual(decided(held, { decision: 'reject', status: 'canceled' }));
    expect(await drafter.status(held)).toBe('canceled');
    expect(await drafter.mailsOf(held)).toBe(0);
  });

  test('is found in the log under its status, with everybody whom it was meant for', async () => {
    const drafter = await Drafter.forMail(service);
    const held = await drafter.hold({ to: ['kim@example.com', 'lee@example.com'] });
    await drafter.reject(held);

    const canceled = await drafter.desk.api('GET', '/v1/emails?status=canceled');
    const queued = await drafter.desk.api('GET', '/v1/emails?status=queued');

    expect(canceled.body.data).toMatchObject([{ id: held.id, to: ['kim@example.com', 'lee@example.com'] }]);
    expect(queued.body.data).toEqual([]);
  });

  test('can be rejected while nothing may be sent', async () => {
    const drafter = await Drafter.forMail(service);
    const held = await drafter.hold();
    await drafter.desk.set({ suspended_reason: 'Abuse', payment_method_verified: false });

    expect(await drafter.reject(held)).toMatchObject({ status: 200, body: { status: 'canceled' } });
  });
});

describe('a held draft', () => {
  test('does not leave by itself, whatever its time', async () => {
    const drafter = await Drafter.forMail(service);
    const held = await drafter.hold();
    const timed = await drafter.hold({ scheduled_at: 'in 10 min' });

    await service.advance(20 * 60_000);

    expect([await drafter.status(held), await drafter.status(timed)]).toEqual(['queued', 'queued']);
    expect(await drafter.desk.outbox()).toEqual([]);
  });

  test('is not withdrawn by DELETE, which says what to do instead', async () => {
    const drafter = await Drafter.forMail(service);

    for (const held of [await drafter.hold(), await drafter.hold({ scheduled_at: 'in 10 min' })]) {
      const answer = await drafter.desk.api('DELETE', `/v1/emails/${held.id}`);

      expect(refusalOf(answer)).toMatchObject({
        status: 409,
        type: 'invalid_state',
        message: expect.stringContaining('queued'),
      });
      expect(await drafter.approve(held)).toMatchObject({ status: 200 });
    }
  });

  test('spends the daily cap of its key when it is held, and nothing when it is released', async () => {
    const drafter = await Drafter.forMail(service, { daily_send_limit: 4 });
    const [first, second] = [
      await drafter.hold({ to: people(2), cc: ['cam@example.com'] }),
      await drafter.hold({ bcc: [] }),
    ];

    const above = await drafter.desk.send({}, drafter.key);
    const released = [await drafter.approve(first), await drafter.approve(second)];

    expect(refusalOf(above)).toMatchObject({ status: 429, type: 'daily_limit' });
    expect(released.map(({ status }) => status)).toEqual([200, 200]);
    await drafter.desk.api('PATCH', `/v1/api-keys/${drafter.keyId}`, { daily_send_limit: 5 });
    await drafter.hold();
    expect(refusalOf(await drafter.desk.send({}, drafter.key))).toMatchObject({ status: 429 });
  });

  test('keeps what it spent of the cap when it is rejected', async () => {
    const drafter = await Drafter.forMail(service, { daily_send_limit: 1 });

    await drafter.reject(await drafter.hold());

    expect(refusalOf(await drafter.desk.send({}, drafter.key))).toMatchObject({
      status: 429,
      type: 'daily_limit',
    });
  });

  test('counts for usage when it leaves, not when it is held', async () => {
    const drafter = await Drafter.forMail(service);
    const held = await drafter.hold({ to: people(2), cc: ['cam@example.com'] });
    const before = await drafter.desk.used();

    await drafter.approve(held);

    expect([before, await drafter.desk.used()]).toEqual([0, 3]);
  });

  test('is released although its key may not write to that address any more, or is revoked', async () => {
    const drafter = await Drafter.forMail(service);
    const [narrowed, revoked] = [await drafter.hold(), await drafter.hold()];

    await drafter.desk.api('PATCH', `/v1/api-keys/${drafter.keyId}`, {
      allowed_recipients: ['other.example'],
    });
    const first = await drafter.approve(narrowed);
    await drafter.desk.api('DELETE', `/v1/api-keys/${drafter.keyId}`);
    const second = await drafter.approve(revoked);

    expect([first.body, second.body]).toEqual([decided(narrowed), decided(revoked)]);
  });

  test('is released as it was, although its template and its topic have changed', async () => {
    const drafter = await Drafter.forMail(service);
    await drafter.desk.template('hi', { subject: 'Old', html: '<p>Old</p>', text: 'Old' });
    const held = await drafter.hold({ template: 'hi', subject: undefined });
    await drafter.desk.template('hi', { subject: 'New', html: '<p>New</p>', text: 'New' });

    await drafter.approve(held);

    const { parsed } = await mailOf(service, held.id);
    expect(parsed).toMatchObject({ subject: 'Old', text: expect.stringContaining('Old') });
  });
});

describe('a decision under an Idempotency-Key', () => {
  test.each(['approve', 'reject'])('to %s is replayed, and decides once', async (decision) => {
    const drafter = await Drafter.forMail(service);
    const held = await drafter.hold();
    const headers = { 'Idempotency-Key': randomUUID() };

    const first = await drafter.decide(held, { decision, decided_by: 'lee' }, { headers });
    const replayed = await drafter.decide(held, { decided_by: 'lee', decision }, { headers });

    expect(first.status).toBe(200);
    expect(first.headers.get('idempotent-replay')).toBeNull();
    expect(replayed).toMatchObject({ status: 200, body: first.body });
    expect(replayed.headers.get('idempotent-replay')).toBe('true');
    expect(await drafter.mailsOf(held)).toBe(decision === 'approve' ? 1 : 0);
  });

  test('that was refused is not stored: the same key decides when the refusal is over', async () => {
    const drafter = await Drafter.forMail(service);
    const held = await drafter.hold();
    const headers = { 'Idempotency-Key': randomUUID() };
    await drafter.desk.set({ suspended_reason: 'Abuse' });

    const refused = await drafter.decide(held, { decision: 'approve' }, { headers });
    await drafter.desk.set({ suspended_reason: null });
    const released = await drafter.decide(held, { decision: 'approve' }, { headers });

    expect(refusalOf(refused)).toMatchObject({ status: 422, type: 'workspace_suspended' });
    expect(released).toMatchObject({ status: 200, body: decided(held) });
    expect(released.headers.get('idempotent-replay')).toBeNull();
  });

  test('is another decision on the path of another approval', async () => {
    const drafter = await Drafter.forMail(service);
    const [one, two] = [await drafter.hold(), await drafter.hold()];
    const headers = { 'Idempotency-Key': 'same' };

    const answers = [
      await drafter.decide(one, { decision: 'approve' }, { headers }),
      await drafter.decide(two, { decision: 'reject' }, { headers }),
    ];

    expect(answers.map(({ body }) => body.status)).toEqual(['sent', 'canceled']);
  });
});

test('ten drafts held at once are ten approvals', async () => {
  const drafter = await Drafter.forMail(service);

  const held = await Promise.all(people(10).map((to) => drafter.hold({ to })));

  const rows = await drafter.pending();
  expect(ids(rows).toSorted()).toEqual(held.map(({ approval_id }) => approval_id).toSorted());
  expect(rows.map(({ to }) => to[0]).toSorted()).toEqual(people(10).toSorted());
});

test('a draft is answered with its approval and its thread, and is queued in the log', async () => {
  const drafter = await Drafter.forMail(service);

  const { status, body } = await drafter.desk.send(
    { to: aPerson(), scheduled_at: '2030-01-01T00:00:00Z' },
    drafter.key,
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
  expect(await drafter.desk.read(body.id)).toMatchObject({
    status: 'queued',
    scheduled_at: '2030-01-01T00:00:00.000Z',
    sent_at: null,
    provider_message_id: null,
    events: [],
  });
});

/** The machine sleeps through most of it. */
describe('after 72 hours', () => {
  useTravellingRuntime();

  let drafter: Drafter;
  let expiring: { plain: Held; timed: Held; large: Held; reply: Held };
  let later: Held;

  const api = async (method: string, path: string, body?: unknown) =>
    service.api(method, path, { key: drafter.desk.key, body });

  const statusOf = async ({ id }: Held): Promise<string> =>
    (await api('GET', `/v1/emails/${id}`)).body.status;

  const listed = async (): Promise<string[]> => ids((await api('GET', '/v1/approvals')).body.data);

  beforeAll(async () => {
    drafter = await Drafter.forMail(service);
    const parent = await drafter.desk.accepted();
    expiring = {
      plain: await drafter.hold(),
      timed: await drafter.hold({ scheduled_at: 'in 5 days' }),
      large: await drafter.hold({ html: `<p>${randomBytes(9_000).toString('hex')}</p>` }),
      reply: await drafter.hold({ reply_to_message_id: parent.id }),
    };
    await service.advance(3_600_000);
    later = await drafter.hold();
    await service.advance(hoursMs(71) - 5 * 60_000);
  });

  test('less a few minutes nothing has expired', async () => {
    expect(await listed()).toEqual([...Object.values(expiring), later].map(({ approval_id }) => approval_id));
    expect(await statusOf(expiring.plain)).toBe('queued');
  });

  test('a draft that nobody decided on is canceled within a minute, and not listed any more', async () => {
    await service.advance(6 * 60_000);

    const statuses = await Promise.all(Object.values(expiring).map(statusOf));

    expect(await listed()).toEqual([later.approval_id]);
    expect(statuses).toEqual(['canceled', 'canceled', 'canceled', 'canceled']);
    expect(await statusOf(later)).toBe('queued');
  });

  test('a quarter of an hour later that is so at the latest', async () => {
    await service.advance(15 * 60_000);

    const statuses = await Promise.all(Object.values(expiring).map(statusOf));

    expect(statuses).toEqual(['canceled', 'canceled', 'canceled', 'canceled']);
  });

  test('no decision is taken any more: 409, for approving and for rejecting', async () => {
    for (const { approval_id: id } of Object.values(expiring)) {
      for (const decision of ['approve', 'reject']) {
        const answer = await api('POST', `/v1/approvals/${id}`, { decision });

        expect(refusalOf(answer)).toMatchObject({
          status: 409,
          type: 'invalid_state',
          message: expect.stringContaining('expired'),
        });
      }
    }
    expect(await service.outbox(`?message_id=${expiring.plain.id}`)).toEqual([]);
  });

  test('a draft that expired shows no pending reply on its thread', async () => {
    const { body } = await api('GET', `/v1/threads/${expiring.reply.thread_id}`);

    expect(body).toMatchObject({ pending_reply: false, message_count: 1 });
  });

  test('a draft that was made later can still be approved', async () => {
    expect(await api('POST', `/v1/approvals/${later.approval_id}`, { decision: 'approve' })).toMatchObject({
      status: 200,
      body: decided(later),
    });
  });
});
