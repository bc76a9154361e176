import { refusalOf, readOutboxMail } from '../../support/api-helpers';
import { ApprovalWorkspace } from '../../support/approval-workspace';
import { anId } from '../../support/matchers';
import {
  deleteDraft,
  getDraft,
  listDrafts,
  saveCompleteDraft,
  saveDraft,
  sendDraft,
  updateDraft,
} from '../../support/saved-drafts';
import { StoredBytes } from '../../support/stored-bytes';
import { largeHtml } from '../../support/factories';
import { createTestWorkspace, type TestWorkspace } from '../../support/test-workspace';
import { useService } from '../../support/use-service';

const service = useService({ timeTravels: true });
let workspace: TestWorkspace;

beforeEach(async () => {
  workspace = await createTestWorkspace(service);
});

afterEach(() => service.control('DELETE', '/faults'));

const hourMs = 60 * 60_000;

/** Expects that the draft has ended and that its id leads to the message. */
async function expectEnded(id: string, messageId: string): Promise<void> {
  expect(await listDrafts(workspace)).toEqual([[]]);
  expect((await getDraft(workspace, id)).status).toBe(404);
  expect((await updateDraft(workspace, id, {})).status).toBe(404);
  expect((await deleteDraft(workspace, id)).status).toBe(404);
  const again = refusalOf(await sendDraft(workspace, id));
  expect(again).toMatchObject({ status: 409, type: 'invalid_state' });
  expect(again.message).toContain(messageId);
}

/** Expects that the draft is still there and can be changed. */
async function expectKept(id: string): Promise<void> {
  expect((await getDraft(workspace, id)).status).toBe(200);
  expect((await updateDraft(workspace, id, { sequence_key: 'a' })).status).toBe(200);
}

/** Replaces the ids, which differ between two sends. */
const withoutIds = (body: object): unknown =>
  JSON.parse(JSON.stringify(body).replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'id'));

describe('POST /v1/drafts/{id}/send', () => {
  // D-11
  test('sends the email of the draft and ends the draft', async () => {
    const attachments = [{ filename: 'a.txt', content: Buffer.from('A').toString('base64') }];
    const id = await saveCompleteDraft(workspace, {
      html: largeHtml(),
      attachments,
      cc: ['cam@example.com'],
    });
    await updateDraft(workspace, id, { subject: 'Changed' });

    const { status, body } = await sendDraft(workspace, id);
    await service.settle();

    expect({ status, body }).toEqual({
      status: 202,
      body: {
        ...{ id: anId, status: 'sent', thread_id: anId, scheduled_at: null },
        ...{ skipped: false, reason: null, approval_id: null },
      },
    });
    const { parsed, cc } = await readOutboxMail(service, body.id);
    expect({ subject: parsed.subject, cc }).toEqual({ subject: 'Changed', cc: ['cam@example.com'] });
    expect(parsed.attachments).toMatchObject([{ filename: 'a.txt' }]);
    expect(await workspace.getEmail(body.id)).toMatchObject({ status: 'delivered', subject: 'Changed' });
    expect(await workspace.getEmailsUsed()).toBe(2);
    expect(new StoredBytes(workspace).objectKeys().filter((key) => key.startsWith('drafts/'))).toEqual([]);
    await expectEnded(id, body.id);
    expect(await workspace.outbox()).toHaveLength(1);
  });

  // D-12
  test('answers 409 with the message for 24 hours, and then 404', async () => {
    const id = await saveCompleteDraft(workspace);
    const { body } = await sendDraft(workspace, id);

    await service.advance(24 * hourMs - 60_000);
    await expectEnded(id, body.id);
    await service.advance(120_000);

    expect(refusalOf(await sendDraft(workspace, id))).toMatchObject({ status: 404, type: 'not_found' });
    expect(await workspace.outbox()).toHaveLength(1);
  });

  // D-11
  test('schedules, holds and skips like a send', async () => {
    await workspace.suppress('gone@example.com');
    const guarded = await workspace.createGuardedKey({ requires_approval: true });
    const scheduled = await saveCompleteDraft(workspace, { scheduled_at: 'in 9 hours' });
    const held = await saveCompleteDraft(workspace);
    const skipped = await saveCompleteDraft(workspace, { to: 'gone@example.com' });

    const outcomes = [
      await sendDraft(workspace, scheduled),
      await sendDraft(workspace, held, guarded),
      await sendDraft(workspace, skipped),
    ];

    expect(outcomes).toMatchObject([
      { status: 202, body: { status: 'scheduled', scheduled_at: expect.any(String) } },
      { status: 202, body: { status: 'pending_approval', approval_id: anId } },
      { status: 202, body: { status: 'rejected', skipped: true, reason: 'suppressed:manual' } },
    ]);
    for (const [index, id] of [scheduled, held, skipped].entries())
      await expectEnded(id, outcomes[index]?.body.id);
    expect(await workspace.outbox()).toEqual([]);
  });

  // D-13
  test('has the guardrails of the key that sends, not of the key that saved the draft', async () => {
    const allowlisted = await workspace.createGuardedKey({ allowed_recipients: ['@allowed.example'] });
    const capped = await workspace.createGuardedKey({ daily_send_limit: 1 });
    const { body: saved } = await workspace.api('POST', '/v1/drafts', workspace.buildEmail(), allowlisted);
    const two = await saveCompleteDraft(workspace, { to: ['kim@example.com', 'lee@example.com'] });

    expect(refusalOf(await sendDraft(workspace, saved.id, allowlisted))).toMatchObject({
      status: 403,
      type: 'recipient_not_allowed',
    });
    expect(refusalOf(await sendDraft(workspace, two, capped))).toMatchObject({ type: 'daily_limit' });
    for (const id of [saved.id, two]) await expectKept(id);
    expect((await sendDraft(workspace, saved.id, capped)).status).toBe(202);
    expect((await sendDraft(workspace, two)).status).toBe(202);
  });

  // D-13
  test.each([
    ['requires approval', { requires_approval: true }],
    ['does not allow the recipient', { allowed_recipients: ['@allowed.example'] }],
    ['allows the recipient', { allowed_recipients: ['kim@example.com'] }],
    ['is capped below the recipients', { daily_send_limit: 1 }],
    ['has a sufficient daily limit', { daily_send_limit: 4 }],
    ['requires approval and is capped', { requires_approval: true, daily_send_limit: 1 }],
  ])('answers a key that %s exactly like POST /v1/emails', async (_name, guardrails) => {
    const key = await workspace.createGuardedKey(guardrails);
    const email = { to: ['kim@example.com', 'Kim <kim@example.com>'], cc: ['kim@example.com'] };
    const request = workspace.buildEmail({ ...email, bcc: ['lee@allowed.example'] });
    const { id } = await saveDraft(workspace, request);

    const direct = await workspace.api('POST', '/v1/emails', request, key);
    const sent = await sendDraft(workspace, id, key);

    expect(sent.status).toBe(direct.status);
    expect(withoutIds(sent.body)).toEqual(withoutIds(direct.body));
  });

  // D-14
  test.each([
    ['incomplete', { subject: 'A' }, 422, 'invalid_request'],
    ['without content', { text: null }, 422, 'invalid_request'],
    ['of an unknown sender', { from: 'desk@nobody.example' }, 422, 'no_verified_identity'],
    ['with an unknown topic', { topic: 'none' }, 422, 'unknown_topic'],
    ['at an unreadable time', { scheduled_at: 'next never' }, 422, 'invalid_schedule'],
    ['in an unknown thread', { thread_id: 'garbage' }, 422, 'invalid_request'],
    ['marketing', { risk_class: 'marketing' }, 422, 'no_verified_identity'],
  ])('refuses a draft that is %s like a send, and keeps it', async (kind, fields, status, type) => {
    const id =
      kind === 'incomplete' ? (await saveDraft(workspace, fields)).id : await saveCompleteDraft(workspace);
    if (kind !== 'incomplete') await updateDraft(workspace, id, fields);

    const refused = refusalOf(await sendDraft(workspace, id));

    expect(refused).toMatchObject({ status, type });
    await expectKept(id);
    expect(await listDrafts(workspace)).toEqual([[id]]);
    expect(await workspace.outbox()).toEqual([]);
    // The completed draft can be sent.
    const completion = { ...workspace.buildEmail(), topic: null, scheduled_at: null, thread_id: null };
    await updateDraft(workspace, id, { ...completion, risk_class: null });
    expect((await sendDraft(workspace, id)).status).toBe(202);
  });

  // D-14
  test('keeps a draft that SES refuses or throttles', async () => {
    const id = await saveCompleteDraft(workspace);

    for (const [error, times] of [
      ['MessageRejected', 1],
      ['TooManyRequestsException', 20],
    ] as const) {
      const fault = { service: 'sesv2', operation: 'SendEmail', error, times, function: '-sendDraft' };
      await service.control('POST', '/faults', fault);
      expect(refusalOf(await sendDraft(workspace, id))).toMatchObject({
        status: 502,
        type: 'provider_error',
      });
      await service.control('DELETE', '/faults');
      await expectKept(id);
    }
    expect((await sendDraft(workspace, id)).status).toBe(202);
    expect(await workspace.outbox()).toHaveLength(1);
  });

  // D-15
  test('sends once if ten requests send the draft concurrently', async () => {
    const id = await saveCompleteDraft(workspace);

    const responses = await Promise.all(Array.from({ length: 10 }, () => sendDraft(workspace, id)));

    const sent = responses.filter(({ status }) => status === 202);
    expect(sent).toHaveLength(1);
    for (const response of responses.filter(({ status }) => status !== 202)) {
      expect(refusalOf(response)).toMatchObject({ status: 409, type: 'invalid_state' });
      expect(refusalOf(response).message).toContain(sent[0]?.body.id);
    }
    expect(await workspace.outbox()).toHaveLength(1);
    expect(await workspace.getEmailsUsed()).toBe(1);
  });

  // D-15
  test('sends the draft before or after a concurrent change, never a mixture, and never a deleted draft', async () => {
    for (let round = 0; round < 4; round++) {
      const id = await saveCompleteDraft(workspace, { subject: 'Old', text: 'Old' });
      const [sent, changed, deleted] = await Promise.all([
        sendDraft(workspace, id),
        updateDraft(workspace, id, { subject: 'New', text: 'New' }),
        round % 2 ? deleteDraft(workspace, id) : undefined,
      ]);
      await service.settle();

      expect([200, 404, 409]).toContain(changed.status);
      if (deleted?.status === 200) {
        expect(sent.status).toBe(404);
        continue;
      }
      expect(sent.status).toBe(202);
      const { parsed } = await readOutboxMail(service, sent.body.id);
      expect(parsed.text?.trim()).toBe(parsed.subject);
      expect(parsed.subject).toBe(changed.status === 200 ? 'New' : 'Old');
    }
  });

  // D-2
  test('replays the response for the same Idempotency-Key', async () => {
    const id = await saveCompleteDraft(workspace);
    const once = { 'Idempotency-Key': 'once' };
    const first = await sendDraft(workspace, id, workspace.key, once);

    const replay = await sendDraft(workspace, id, workspace.key, once);

    expect(first.status).toBe(202);
    expect(replay).toMatchObject({ status: 202, body: first.body });
    expect(replay.headers.get('idempotent-replay')).toBe('true');
    expect(await workspace.outbox()).toHaveLength(1);
  });

  // D-11
  test('puts a reply on its thread', async () => {
    const parent = await workspace.sendAccepted();
    const id = await saveCompleteDraft(workspace, { reply_to_message_id: parent.id });

    const { body } = await sendDraft(workspace, id);

    expect(body.thread_id).toBe(parent.thread_id);
  });
});

// D-13
test('a draft that a person has to approve is released like any held email', async () => {
  const drafter = await ApprovalWorkspace.createTransactional(service);
  const id = await saveCompleteDraft(drafter.workspace);
  const guarded = await drafter.workspace.createGuardedKey({ requires_approval: true });
  const { body } = await sendDraft(drafter.workspace, id, guarded);

  const decision = { decision: 'approve', decided_by: 'Kim' };
  const approved = await drafter.workspace.api('POST', `/v1/approvals/${body.approval_id}`, decision);
  await service.settle();

  expect(approved.status).toBe(200);
  expect(await drafter.workspace.mailsOf(body.id)).toHaveLength(1);
});
