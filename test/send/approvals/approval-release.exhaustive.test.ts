import { readOutboxMail, refusalOf } from '../../support/api-helpers';
import {
  decisionResponse,
  ApprovalWorkspace,
  hoursMs,
  type HeldDraft,
} from '../../support/approval-workspace';
import { aDomain } from '../../support/factories';
import { Service, type ApiResponse } from '../../support/service';
import { aTimestamp } from '../../support/matchers';
import { type TestWorkspace, numberedAddresses } from '../../support/test-workspace';
import { outcomeTimeoutMs } from '../../support/leases';

let service: Service;

beforeAll(async () => {
  service = await Service.start();
});

afterEach(() => service.control('DELETE', '/faults'));

afterAll(() => service.stop());

type Fields = Record<string, unknown>;

/** Injects a fault into the SES submit of a release. */
const injectSubmitFault = (fault: Fields): Promise<unknown> =>
  service.control('POST', '/faults', {
    service: 'sesv2',
    operation: 'SendEmail',
    function: 'decideApproval',
    ...fault,
  });

const statusesOf = (responses: readonly ApiResponse[]): number[] =>
  responses.map(({ status }) => status).toSorted();

describe('an approved draft', () => {
  //
  test('is sent with all its content and to all its recipients', async () => {
    const approvalWorkspace = await ApprovalWorkspace.create(service);
    const { workspace } = approvalWorkspace;
    const parent = await workspace.sendAccepted({ to: 'kim@example.com' });
    const file = Buffer.from([0, 1, 2, 255, 254]);
    const draft = await approvalWorkspace.createDraft({
      from: `"The Desk" <${workspace.from}>`,
      to: ['Kim <kim@example.com>', 'lee@example.com'],
      cc: ['Cam <cam@example.com>'],
      bcc: ['Bo <bo@example.com>'],
      reply_to: 'The Box <box@example.com>',
      subject: 'Refund — 5 €',
      html: '<p>Grüße</p>',
      text: 'Grüße',
      reply_to_message_id: parent.id,
      tags: [{ name: 'kind', value: 'refund' }],
      attachments: [
        { filename: 'ä.bin', content: file.toString('base64'), content_type: 'application/x-thing' },
      ],
    });

    const response = await approvalWorkspace.decide(draft, {
      decision: 'approve',
      decided_by: 'lee@acme.test',
      reason: 'Fine',
    });

    expect(response.status).toBe(200);
    expect(response.body).toEqual(decisionResponse(draft, { decided_by: 'lee@acme.test' }));
    const { parsed, ...mail } = await readOutboxMail(service, draft.id);
    expect(mail).toMatchObject({
      to: ['kim@example.com', 'lee@example.com'],
      cc: ['cam@example.com'],
      bcc: ['bo@example.com'],
      tags: { kind: 'refund', message_id: draft.id, workspace_id: workspace.workspaceId },
    });
    expect(parsed).toMatchObject({
      subject: 'Refund — 5 €',
      html: expect.stringContaining('Grüße'),
      text: expect.stringContaining('Grüße'),
      from: { value: [{ name: 'The Desk', address: workspace.from }] },
      to: {
        value: [
          { name: 'Kim', address: 'kim@example.com' },
          { name: '', address: 'lee@example.com' },
        ],
      },
      cc: { value: [{ name: 'Cam', address: 'cam@example.com' }] },
      replyTo: { value: [{ name: 'The Box', address: 'box@example.com' }] },
      attachments: [{ filename: 'ä.bin', contentType: 'application/x-thing', content: file }],
    });
    expect(parsed.bcc).toBeUndefined();
    const { parsed: first } = await readOutboxMail(service, parent.id);
    expect(parsed.inReplyTo).toBe(first.messageId);
    expect(parsed.references).toBe(first.messageId);
  });

  test('has the status sent and then delivered in the log and leaves the list of drafts', async () => {
    const approvalWorkspace = await ApprovalWorkspace.create(service);
    const draft = await approvalWorkspace.createDraft();

    await approvalWorkspace.approve(draft);
    await service.settle();

    const email = await approvalWorkspace.workspace.getEmail(draft.id);
    expect(email).toMatchObject({
      status: 'delivered',
      sent_at: aTimestamp,
      provider_message_id: expect.any(String),
      scheduled_at: null,
    });
    expect(email.events.map(({ type }: { type: string }) => type)).toEqual(['send', 'delivery']);
    expect(await approvalWorkspace.listPending()).toEqual([]);
    expect((await approvalWorkspace.workspace.api('GET', '/v1/emails?status=queued')).body.data).toEqual([]);
    for (const repeatResponse of [
      await approvalWorkspace.approve(draft),
      await approvalWorkspace.reject(draft),
    ]) {
      expect(refusalOf(repeatResponse)).toMatchObject({
        status: 409,
        type: 'invalid_state',
        message: expect.stringContaining('approved'),
      });
    }
    expect(await approvalWorkspace.mailsOf(draft)).toBe(1);
  });

  test('that has only HTML is sent with a derived text', async () => {
    const approvalWorkspace = await ApprovalWorkspace.create(service);
    const draft = await approvalWorkspace.createDraft({ text: undefined, html: '<p>Hello <b>you</b></p>' });

    await approvalWorkspace.approve(draft);

    const { parsed } = await readOutboxMail(service, draft.id);
    expect(parsed).toMatchObject({
      text: expect.stringContaining('Hello you'),
      html: expect.stringContaining('<b>'),
    });
  });

  test('of a marketing email is sent with the unsubscribe link and in no thread', async () => {
    const approvalWorkspace = await ApprovalWorkspace.create(service);
    const draft = await approvalWorkspace.createDraft({ risk_class: 'marketing', html: '<p>News</p>' });

    const response = await approvalWorkspace.approve(draft);

    const { parsed } = await readOutboxMail(service, draft.id);
    expect(draft.thread_id).toBeNull();
    expect(response.body).toEqual(decisionResponse(draft));
    expect(parsed.headers.has('list')).toBe(true);
    expect(parsed.text).toContain('1 Main Street');
    expect((await approvalWorkspace.workspace.api('GET', '/v1/threads')).body.data).toEqual([]);
  });
});

describe('an approved draft that is due later', () => {
  //
  test('is scheduled and is sent at the due time', async () => {
    const approvalWorkspace = await ApprovalWorkspace.create(service);
    const draft = await approvalWorkspace.createDraft({ scheduled_at: 'in 2 hours' });
    const [{ scheduled_at: scheduledAt }] = await approvalWorkspace.listPending();

    const response = await approvalWorkspace.approve(draft);

    expect(response.status).toBe(200);
    expect(response.body).toEqual(
      decisionResponse(draft, { status: 'scheduled', scheduled_at: scheduledAt }),
    );
    expect(await approvalWorkspace.workspace.getEmail(draft.id)).toMatchObject({
      status: 'scheduled',
      scheduled_at: scheduledAt,
    });
    expect(await approvalWorkspace.listPending()).toEqual([]);
    await service.control('POST', '/clock', {
      set: new Date(Date.parse(scheduledAt) - 25_000).toISOString(),
    });
    expect(await approvalWorkspace.mailsOf(draft)).toBe(0);
    await service.control('POST', '/clock', {
      set: new Date(Date.parse(scheduledAt) + 30_000).toISOString(),
    });
    expect(await approvalWorkspace.mailsOf(draft)).toBe(1);
    expect(await approvalWorkspace.workspace.getEmail(draft.id)).toMatchObject({
      status: 'delivered',
      scheduled_at: scheduledAt,
    });
  });

  test('can be canceled and accepts no other decision', async () => {
    const approvalWorkspace = await ApprovalWorkspace.create(service);
    const draft = await approvalWorkspace.createDraft({ scheduled_at: 'in 20 minutes' });
    await approvalWorkspace.approve(draft);

    const repeatResponse = await approvalWorkspace.reject(draft);
    const canceled = await approvalWorkspace.workspace.api('DELETE', `/v1/emails/${draft.id}`);
    await service.advance(30 * 60_000);

    expect(refusalOf(repeatResponse)).toMatchObject({ status: 409, type: 'invalid_state' });
    expect(canceled.status).toBe(200);
    expect(await approvalWorkspace.mailsOf(draft)).toBe(0);
    expect(await approvalWorkspace.statusOf(draft)).toBe('canceled');
  });

  test('is listed as scheduled and is not canceled at the time at which its approval would have expired', async () => {
    const approvalWorkspace = await ApprovalWorkspace.create(service);
    const draft = await approvalWorkspace.createDraft({ scheduled_at: 'in 30 days' });

    await approvalWorkspace.approve(draft);

    const { body } = await approvalWorkspace.workspace.api('GET', '/v1/emails?status=scheduled');
    expect(body.data).toMatchObject([{ id: draft.id, status: 'scheduled' }]);
  });

  test('drops recipients who unsubscribe before the due time', async () => {
    const approvalWorkspace = await ApprovalWorkspace.create(service);
    const draft = await approvalWorkspace.createDraft({
      scheduled_at: 'in 10 minutes',
      to: ['kim@example.com', 'lee@example.com'],
    });
    await approvalWorkspace.approve(draft);

    await approvalWorkspace.workspace.suppress('kim@example.com', {
      reason: 'unsubscribe',
      scope: 'marketing',
    });
    await service.advance(12 * 60_000);

    expect(await readOutboxMail(service, draft.id)).toMatchObject({ to: ['lee@example.com'] });
    expect(await approvalWorkspace.workspace.getEmail(draft.id)).toMatchObject({ to: ['lee@example.com'] });
  });
});

//
test('an approved draft whose due time has passed is sent immediately', async () => {
  const approvalWorkspace = await ApprovalWorkspace.create(service);
  const [pastDraft, passedDraft] = [
    await approvalWorkspace.createDraft({ scheduled_at: '2020-01-01T00:00:00Z' }),
    await approvalWorkspace.createDraft({ scheduled_at: 'in 1 minute' }),
  ];
  await service.advance(61_000);

  const responses = [
    await approvalWorkspace.approve(pastDraft),
    await approvalWorkspace.approve(passedDraft),
  ];

  expect(responses.map(({ body }) => body)).toEqual([
    decisionResponse(pastDraft),
    decisionResponse(passedDraft),
  ]);
  expect([await approvalWorkspace.mailsOf(pastDraft), await approvalWorkspace.mailsOf(passedDraft)]).toEqual([
    1, 1,
  ]);
  await service.advance(10 * 60_000);
  expect([await approvalWorkspace.mailsOf(pastDraft), await approvalWorkspace.mailsOf(passedDraft)]).toEqual([
    1, 1,
  ]);
});

describe('a release drops', () => {
  //
  test('the recipients in `to`, `cc` and `bcc` that were suppressed in the meantime', async () => {
    const approvalWorkspace = await ApprovalWorkspace.create(service);
    const draft = await approvalWorkspace.createDraft({
      to: ['kim@example.com', 'lee@example.com'],
      cc: ['cam@example.com', 'cleo@example.com'],
      bcc: ['bo@example.com', 'bea@example.com'],
    });
    for (const name of ['KIM', 'cam', 'bo'])
      await approvalWorkspace.workspace.suppress(`${name}@example.com`);

    const response = await approvalWorkspace.approve(draft);

    expect(response.body).toEqual(decisionResponse(draft));
    expect(await readOutboxMail(service, draft.id)).toMatchObject({
      to: ['lee@example.com'],
      cc: ['cleo@example.com'],
      bcc: ['bea@example.com'],
    });
    expect(await approvalWorkspace.workspace.getEmail(draft.id)).toMatchObject({ to: ['lee@example.com'] });
    expect(await approvalWorkspace.workspace.getEmailsUsed()).toBe(3);
  });

  //
  test('recipients that opted out of the topic', async () => {
    const approvalWorkspace = await ApprovalWorkspace.create(service);
    await approvalWorkspace.workspace.createTopic('orders');
    const draft = await approvalWorkspace.createDraft({
      topic: 'orders',
      to: ['kim@example.com', 'lee@example.com'],
    });

    await approvalWorkspace.workspace.setTopicPreference('lee@example.com', 'orders', false);
    await approvalWorkspace.approve(draft);

    expect(await readOutboxMail(service, draft.id)).toMatchObject({ to: ['kim@example.com'] });
  });

  //
  test('recipients on a domain that has become unable to receive email', async () => {
    const approvalWorkspace = await ApprovalWorkspace.create(service);
    const draft = await approvalWorkspace.createDraft({ to: ['kim@example.com', 'lee@closed.example'] });

    await service.control('PUT', '/dns/closed.example', { error: 'NXDOMAIN' });
    await approvalWorkspace.approve(draft);

    expect(await readOutboxMail(service, draft.id)).toMatchObject({ to: ['kim@example.com'] });
  });

  test('recipients that unsubscribed from marketing while a transactional draft was held', async () => {
    const approvalWorkspace = await ApprovalWorkspace.create(service);
    const draft = await approvalWorkspace.createDraft({ to: ['kim@example.com', 'lee@example.com'] });

    await approvalWorkspace.workspace.suppress('kim@example.com', {
      reason: 'unsubscribe',
      scope: 'marketing',
    });
    const response = await approvalWorkspace.approve(draft);

    expect(response.body).toEqual(decisionResponse(draft));
    expect(await readOutboxMail(service, draft.id)).toMatchObject({ to: ['lee@example.com'] });
  });

  //
  test.each<[string, (workspace: TestWorkspace) => Promise<unknown>, string]>([
    [
      'suppressed',
      (workspace) => workspace.suppress('kim@example.com', { reason: 'complaint' }),
      'suppressed:complaint',
    ],
    [
      'unsubscribed',
      (workspace) => workspace.suppress('kim@example.com', { reason: 'unsubscribe', scope: 'marketing' }),
      'suppressed:unsubscribe',
    ],
    [
      'not subscribed to the topic',
      (workspace) => workspace.setTopicPreference('kim@example.com', 'orders', false),
      'unsubscribed_from_topic:orders',
    ],
  ])(
    'every recipient if all are %s, so that the draft is decided and skipped',
    async (_description, optOut, reason) => {
      const approvalWorkspace = await ApprovalWorkspace.create(service);
      await approvalWorkspace.workspace.createTopic('orders');
      const draft = await approvalWorkspace.createDraft({ topic: 'orders', bcc: ['bo@example.com'] });

      await optOut(approvalWorkspace.workspace);
      const response = await approvalWorkspace.approve(draft);

      expect(response.status).toBe(200);
      expect(response.body).toEqual(decisionResponse(draft, { status: 'rejected', skipped: true, reason }));
      expect(await approvalWorkspace.workspace.getEmail(draft.id)).toMatchObject({
        status: 'rejected',
        to: ['kim@example.com'],
        events: [],
      });
      expect(await approvalWorkspace.listPending()).toEqual([]);
      expect(refusalOf(await approvalWorkspace.approve(draft))).toMatchObject({
        status: 409,
        type: 'invalid_state',
      });
      expect(await approvalWorkspace.mailsOf(draft)).toBe(0);
      expect(await approvalWorkspace.workspace.getEmailsUsed()).toBe(0);
    },
  );

  test('every recipient even if the draft is due later or billing would refuse the email', async () => {
    const approvalWorkspace = await ApprovalWorkspace.create(service);
    const draft = await approvalWorkspace.createDraft({ scheduled_at: 'in 3 hours' });
    await approvalWorkspace.workspace.suppress('kim@example.com');
    await approvalWorkspace.workspace.updateWorkspace({ payment_method_verified: false });

    const response = await approvalWorkspace.approve(draft);

    expect(response.body).toEqual(
      decisionResponse(draft, { status: 'rejected', skipped: true, reason: 'suppressed:manual' }),
    );
  });

  test('every recipient, but the log still lists all recipients', async () => {
    const approvalWorkspace = await ApprovalWorkspace.create(service);
    const draft = await approvalWorkspace.createDraft({ to: ['kim@example.com', 'lee@example.com'] });
    await approvalWorkspace.workspace.suppress('kim@example.com', { reason: 'unsubscribe' });
    await approvalWorkspace.workspace.suppress('lee@example.com', { reason: 'hard_bounce' });

    const response = await approvalWorkspace.approve(draft);

    expect(response.body).toEqual(
      decisionResponse(draft, { status: 'rejected', skipped: true, reason: 'suppressed:unsubscribe' }),
    );
    expect(await approvalWorkspace.workspace.getEmail(draft.id)).toMatchObject({
      to: ['kim@example.com', 'lee@example.com'],
    });
  });

  test('no recipient whose suppression was lifted before the attempt', async () => {
    const approvalWorkspace = await ApprovalWorkspace.create(service);
    const draft = await approvalWorkspace.createDraft({ to: ['kim@example.com', 'lee@example.com'] });
    await injectSubmitFault({ error: 'MessageRejected', times: 1 });
    await approvalWorkspace.workspace.suppress('kim@example.com');
    await approvalWorkspace.approve(draft);

    await approvalWorkspace.workspace.api('DELETE', '/v1/suppressions/kim@example.com');
    await approvalWorkspace.workspace.suppress('lee@example.com');
    const response = await approvalWorkspace.approve(draft);

    expect(response.body).toEqual(decisionResponse(draft));
    expect(await readOutboxMail(service, draft.id)).toMatchObject({ to: ['kim@example.com'] });
    expect(await approvalWorkspace.workspace.getEmail(draft.id)).toMatchObject({ to: ['kim@example.com'] });
  });
});

interface RefusalCase {
  draftFields?: Fields;
  breakRelease: (approvalWorkspace: ApprovalWorkspace) => Promise<unknown>;
  repair: (approvalWorkspace: ApprovalWorkspace) => Promise<unknown>;
  status: number;
  type: string;
}

const settings = (
  invalidSettings: Fields,
  validSettings: Fields,
): Pick<RefusalCase, 'breakRelease' | 'repair'> => ({
  breakRelease: ({ workspace }) => workspace.updateWorkspace(invalidSettings),
  repair: ({ workspace }) => workspace.updateWorkspace(validSettings),
});

const sesError = (error: string): Pick<RefusalCase, 'breakRelease' | 'repair'> => ({
  breakRelease: () => injectSubmitFault({ error }),
  repair: () => service.control('DELETE', '/faults'),
});

const refusals: Record<string, RefusalCase> = {
  'no payment method': {
    ...settings({ payment_method_verified: false }, { payment_method_verified: true }),
    status: 402,
    type: 'payment_method_required',
  },
  'an exhausted plan limit': {
    ...settings({ plan: 'free', emails_used: 3_000 }, { emails_used: 2_999 }),
    status: 402,
    type: 'plan_limit_reached',
  },
  'an unpaid subscription': {
    ...settings({ plan: 'paid', billing_past_due: true }, { billing_past_due: false }),
    status: 402,
    type: 'billing_past_due',
  },
  'an exhausted budget': {
    ...settings({ plan: 'paid', budget_cents: 0, budget_applies_to: 'all' }, { budget_cents: null }),
    status: 402,
    type: 'budget_exceeded',
  },
  'a suspension': {
    ...settings({ suspended_reason: 'Abuse' }, { suspended_reason: null }),
    status: 422,
    type: 'workspace_suspended',
  },
  'no postal address': {
    draftFields: { risk_class: 'marketing' },
    ...settings({ postal_address: null }, { postal_address: '2 Side Street' }),
    status: 422,
    type: 'no_postal_address',
  },
  'a deleted domain': {
    breakRelease: async ({ workspace }) => {
      const { body } = await workspace.api('GET', '/v1/domains');
      const { id } = body.data.find(({ risk_class }: Fields) => risk_class === 'transactional');
      return workspace.api('DELETE', `/v1/domains/${id}`);
    },
    repair: ({ workspace }) =>
      aDomain(service, workspace.workspaceId, { domain: workspace.from.split('@')[1] }),
    status: 422,
    type: 'no_verified_identity',
  },
  'SES throttling': {
    ...sesError('TooManyRequestsException'),
    status: 502,
    type: 'provider_error',
  },
  'an SES rejection': { ...sesError('MessageRejected'), status: 502, type: 'provider_error' },
};

describe.each(Object.entries(refusals))('a release that fails because of %s', (_name, refusal) => {
  //
  test('is refused, leaves the draft pending with the reason, and succeeds after the cause is removed', async () => {
    const approvalWorkspace = await ApprovalWorkspace.create(service);
    const draft = await approvalWorkspace.createDraft(refusal.draftFields);
    await refusal.breakRelease(approvalWorkspace);

    const response = await approvalWorkspace.approve(draft);

    const { type, status, message } = refusalOf(response);
    expect({ type, status }).toEqual({ type: refusal.type, status: refusal.status });
    expect(await approvalWorkspace.listPending()).toMatchObject([
      { id: draft.approval_id, status: 'pending', last_error: message },
    ]);
    expect(await approvalWorkspace.statusOf(draft)).toBe('queued');
    expect(await approvalWorkspace.mailsOf(draft)).toBe(0);

    await refusal.repair(approvalWorkspace);
    const usedBefore = await approvalWorkspace.workspace.getEmailsUsed();
    const released = await approvalWorkspace.approve(draft);

    expect(released.body).toEqual(decisionResponse(draft));
    expect(await approvalWorkspace.mailsOf(draft)).toBe(1);
    expect(await approvalWorkspace.listPending()).toEqual([]);
    expect((await approvalWorkspace.workspace.getEmailsUsed()) - usedBefore).toBe(1);
  });

  test('leaves a draft that can be rejected', async () => {
    const approvalWorkspace = await ApprovalWorkspace.create(service);
    const draft = await approvalWorkspace.createDraft(refusal.draftFields);
    await refusal.breakRelease(approvalWorkspace);
    await approvalWorkspace.approve(draft);

    const rejected = await approvalWorkspace.reject(draft);

    expect(rejected.body).toEqual(decisionResponse(draft, { decision: 'reject', status: 'canceled' }));
    expect(await approvalWorkspace.statusOf(draft)).toBe('canceled');
  });
});

describe('a release that SES rejects or throttles', () => {
  //
  test('leaves the draft held', async () => {
    const approvalWorkspace = await ApprovalWorkspace.create(service);
    const draft = await approvalWorkspace.createDraft();
    await injectSubmitFault({ error: 'MessageRejected' });

    const response = await approvalWorkspace.approve(draft);

    expect(refusalOf(response)).toMatchObject({ status: 502, type: 'provider_error' });
    expect(response.body.error.message).not.toMatch(/failed/);
    expect(await approvalWorkspace.statusOf(draft)).toBe('queued');
  });

  test('returns an error that does not suggest sending the email again, which would hold a second draft', async () => {
    const approvalWorkspace = await ApprovalWorkspace.create(service);
    const draft = await approvalWorkspace.createDraft();
    await injectSubmitFault({ error: 'TooManyRequestsException' });

    const response = await approvalWorkspace.approve(draft);

    expect(response.body.error.message).not.toMatch(/send it again/);
    expect(response.headers.get('retry-after')).not.toBeNull();
  });

  test('is not counted in usage, regardless of the number of attempts', async () => {
    const approvalWorkspace = await ApprovalWorkspace.create(service);
    const draft = await approvalWorkspace.createDraft({ to: numberedAddresses(3) });
    await injectSubmitFault({ error: 'MessageRejected', times: 2 });

    await approvalWorkspace.approve(draft);
    await approvalWorkspace.approve(draft);
    const before = await approvalWorkspace.workspace.getEmailsUsed();
    await approvalWorkspace.approve(draft);

    expect([before, await approvalWorkspace.workspace.getEmailsUsed()]).toEqual([0, 3]);
  });
});

test('several refusals are reported in order: the suspension, billing, the domain, the postal address', async () => {
  const approvalWorkspace = await ApprovalWorkspace.create(service);
  const { workspace } = approvalWorkspace;
  const draft = await approvalWorkspace.createDraft({ risk_class: 'marketing' });
  const domains = (await workspace.api('GET', '/v1/domains')).body.data as {
    id: string;
    risk_class: string;
  }[];
  const marketingDomain = domains.find(({ risk_class }) => risk_class === 'marketing');
  await workspace.api('DELETE', `/v1/domains/${marketingDomain?.id}`);
  await workspace.updateWorkspace({
    suspended_reason: 'Abuse',
    payment_method_verified: false,
    postal_address: null,
  });

  const approveAndGetRefusalType = async (): Promise<string> =>
    refusalOf(await approvalWorkspace.approve(draft)).type;

  expect(await approveAndGetRefusalType()).toBe('workspace_suspended');
  await workspace.updateWorkspace({ suspended_reason: null });
  expect(await approveAndGetRefusalType()).toBe('payment_method_required');
  await workspace.updateWorkspace({ payment_method_verified: true });
  expect(await approveAndGetRefusalType()).toBe('no_verified_identity');
  await aDomain(service, workspace.workspaceId, {
    domain: workspace.newsFrom.split('@')[1],
    risk_class: 'marketing',
  });
  expect(await approveAndGetRefusalType()).toBe('no_postal_address');
});

test("a release that exceeds the domain's warm-up quota waits for the next day", async () => {
  const approvalWorkspace = await ApprovalWorkspace.create(service, { warmup: true });
  const { workspace } = approvalWorkspace;
  const draft = await approvalWorkspace.createDraft({ risk_class: 'marketing' });
  await workspace.sendAll(numberedAddresses(200, 'a.example').map((to) => ({ to, risk_class: 'marketing' })));

  const response = await approvalWorkspace.approve(draft);
  const usedBefore = await workspace.getEmailsUsed();
  const pending = await approvalWorkspace.listPending();
  await service.advance(hoursMs(24));
  const released = await service.api('POST', `/v1/approvals/${draft.approval_id}`, {
    key: workspace.key,
    body: { decision: 'approve' },
  });

  const { status, type, message } = refusalOf(response);
  expect({ status, type }).toEqual({ status: 422, type: 'warmup_limit' });
  expect(usedBefore).toBe(200);
  expect(pending).toMatchObject([{ id: draft.approval_id, last_error: message }]);
  expect(released.body).toEqual(decisionResponse(draft));
});

describe('a release whose SES outcome is unknown', () => {
  test('leaves the draft pending and is not retried within ten minutes', async () => {
    const approvalWorkspace = await ApprovalWorkspace.create(service);
    const draft = await approvalWorkspace.createDraft();
    await injectSubmitFault({ error: 'InternalFailure', times: 1 });

    const unknownOutcome = await approvalWorkspace.approve(draft);
    const repeatResponse = await approvalWorkspace.approve(draft);
    await service.advance(outcomeTimeoutMs - 60_000);
    const lateResponse = await approvalWorkspace.approve(draft);

    expect(refusalOf(unknownOutcome)).toMatchObject({ status: 502, type: 'provider_error' });
    expect(refusalOf(repeatResponse)).toMatchObject({ status: 409, type: 'approval_in_progress' });
    expect(refusalOf(lateResponse)).toMatchObject({ status: 409, type: 'approval_in_progress' });
    expect(await approvalWorkspace.listPending()).toMatchObject([
      { id: draft.approval_id, last_error: unknownOutcome.body.error.message },
    ]);
    expect(await approvalWorkspace.mailsOf(draft)).toBe(0);
  });

  test('can be repeated after ten minutes without an event, and is then sent and counted once', async () => {
    const approvalWorkspace = await ApprovalWorkspace.create(service);
    const draft = await approvalWorkspace.createDraft();
    await injectSubmitFault({ error: 'InternalFailure', times: 1 });
    await approvalWorkspace.approve(draft);

    await service.advance(outcomeTimeoutMs + 1_000);
    const responses = await Promise.all([approvalWorkspace.approve(draft), approvalWorkspace.approve(draft)]);

    expect(statusesOf(responses)).toEqual([200, 409]);
    expect(await approvalWorkspace.mailsOf(draft)).toBe(1);
    expect(await approvalWorkspace.workspace.getEmailsUsed()).toBe(1);
    expect(await approvalWorkspace.listPending()).toEqual([]);
  });

  test('is not counted twice if SES rejects the repeated release', async () => {
    const approvalWorkspace = await ApprovalWorkspace.create(service);
    const draft = await approvalWorkspace.createDraft();
    await injectSubmitFault({ error: 'InternalFailure', times: 1 });
    await approvalWorkspace.approve(draft);
    await service.advance(outcomeTimeoutMs + 1_000);

    await injectSubmitFault({ error: 'MessageRejected', times: 1 });
    await approvalWorkspace.approve(draft);
    const released = await approvalWorkspace.approve(draft);

    expect(released.body).toEqual(decisionResponse(draft));
    expect(await approvalWorkspace.workspace.getEmailsUsed()).toBe(1);
  });

  test('is completed by an SES event, after which the next approval returns sent', async () => {
    const approvalWorkspace = await ApprovalWorkspace.create(service);
    const draft = await approvalWorkspace.createDraft();
    await injectSubmitFault({ delay_ms: 15_000, times: 1 });

    const unknownOutcome = await approvalWorkspace.approve(draft);
    const repeatResponse = await approvalWorkspace.approve(draft);
    await waitUntilMailed(approvalWorkspace, draft);
    const released = await approvalWorkspace.decide(draft, { decision: 'approve', decided_by: 'lee' });
    const afterDelivery = await approvalWorkspace.approve(draft);

    expect(refusalOf(unknownOutcome)).toMatchObject({ status: 502, type: 'provider_error' });
    expect(refusalOf(repeatResponse)).toMatchObject({ status: 409, type: 'approval_in_progress' });
    expect(released.body).toEqual(decisionResponse(draft, { decided_by: 'lee' }));
    expect(refusalOf(afterDelivery)).toMatchObject({ status: 409, type: 'invalid_state' });
    expect(await approvalWorkspace.mailsOf(draft)).toBe(1);
    expect(await approvalWorkspace.statusOf(draft)).toBe('delivered');
    expect(await approvalWorkspace.listPending()).toEqual([]);
    expect(await approvalWorkspace.workspace.getEmailsUsed()).toBe(1);
  });

  test('leaves a draft that cannot be rejected while the email may be sent', async () => {
    const approvalWorkspace = await ApprovalWorkspace.create(service);
    const draft = await approvalWorkspace.createDraft();
    await injectSubmitFault({ delay_ms: 20_000, times: 1 });
    await approvalWorkspace.approve(draft);

    const rejected = await approvalWorkspace.reject(draft);
    await waitUntilMailed(approvalWorkspace, draft);

    expect(rejected).toMatchObject({ status: 409, body: { error: { type: 'approval_in_progress' } } });
    expect(await approvalWorkspace.mailsOf(draft)).toBe(1);
  });

  test('leaves a draft that cannot be rejected after the email was sent', async () => {
    const approvalWorkspace = await ApprovalWorkspace.create(service);
    const draft = await approvalWorkspace.createDraft();
    await injectSubmitFault({ delay_ms: 15_000, times: 1 });
    await approvalWorkspace.approve(draft);
    await waitUntilMailed(approvalWorkspace, draft);

    const rejected = await approvalWorkspace.reject(draft);

    expect(refusalOf(rejected)).toMatchObject({ status: 409, type: 'invalid_state' });
    expect(await approvalWorkspace.statusOf(draft)).toBe('delivered');
  });

  test('leaves a draft that can be rejected after ten minutes without an event', async () => {
    const approvalWorkspace = await ApprovalWorkspace.create(service);
    const draft = await approvalWorkspace.createDraft();
    await injectSubmitFault({ error: 'InternalFailure', times: 1 });
    await approvalWorkspace.approve(draft);
    await service.advance(outcomeTimeoutMs + 1_000);

    const rejected = await approvalWorkspace.reject(draft);

    expect(rejected.body).toEqual(decisionResponse(draft, { decision: 'reject', status: 'canceled' }));
    expect(await approvalWorkspace.mailsOf(draft)).toBe(0);
  });

  test('is repeated under the same Idempotency-Key only after the outcome is known', async () => {
    const approvalWorkspace = await ApprovalWorkspace.create(service);
    const draft = await approvalWorkspace.createDraft();
    const headers = { 'Idempotency-Key': 'once' };
    await injectSubmitFault({ error: 'InternalFailure', times: 1 });

    const responses = [];
    for (const ms of [0, 1_000, outcomeTimeoutMs]) {
      await service.advance(ms);
      responses.push(await approvalWorkspace.decide(draft, { decision: 'approve' }, { headers }));
    }

    expect(responses.map(({ status }) => status)).toEqual([502, 409, 200]);
    expect(await approvalWorkspace.mailsOf(draft)).toBe(1);
  });
});

async function waitUntilMailed(approvalWorkspace: ApprovalWorkspace, draft: HeldDraft): Promise<void> {
  while ((await approvalWorkspace.mailsOf(draft)) === 0)
    await new Promise((resolve) => setTimeout(resolve, 50));
  await service.settle();
}

describe('concurrent decisions', () => {
  //
  test('ten approvals send one email, and all others are refused', async () => {
    const approvalWorkspace = await ApprovalWorkspace.create(service);
    const draft = await approvalWorkspace.createDraft();

    const responses = await Promise.all(Array.from({ length: 10 }, () => approvalWorkspace.approve(draft)));

    const conflicts = responses.filter(({ status }) => status !== 200).map(refusalOf);
    expect(statusesOf(responses)).toEqual([200, ...Array(9).fill(409)]);
    for (const { type } of conflicts) expect(['approval_in_progress', 'invalid_state']).toContain(type);
    expect(await approvalWorkspace.mailsOf(draft)).toBe(1);
    expect(await approvalWorkspace.listPending()).toEqual([]);
    expect(await approvalWorkspace.workspace.getEmailsUsed()).toBe(1);
  });

  //
  test('an approval during a slow approval is refused and does not affect the slow approval', async () => {
    const approvalWorkspace = await ApprovalWorkspace.create(service);
    const draft = await approvalWorkspace.createDraft();
    await injectSubmitFault({ delay_ms: 6_000, times: 1 });
    const now = await service.now();

    const slow = approvalWorkspace.approve(draft);
    while (!(await isCounted(now))) await new Promise((resolve) => setTimeout(resolve, 20));
    const [second, third] = [await approvalWorkspace.approve(draft), await approvalWorkspace.reject(draft)];

    expect(refusalOf(second)).toMatchObject({ status: 409, type: 'approval_in_progress' });
    expect(refusalOf(third)).toMatchObject({ status: 409, type: 'approval_in_progress' });
    expect((await slow).body).toEqual(decisionResponse(draft));
    expect(await approvalWorkspace.mailsOf(draft)).toBe(1);
  });

  /** Returns whether the release has been charged and is about to be submitted to SES. */
  const isCounted = async (since: string): Promise<boolean> =>
    (await service.calls(since)).some(
      (row) => row.function.endsWith('-decideApproval') && row.operation === 'TransactWriteItems',
    );

  //
  test.each([
    ['now', {}, 'delivered'],
    ['scheduled', { scheduled_at: 'in 9 hours' }, 'scheduled'],
  ])(
    'of a concurrent approval (%s) and rejection, one succeeds and the other is refused',
    async (_description, draftFields, approved) => {
      const approvalWorkspace = await ApprovalWorkspace.create(service);
      const drafts = await Promise.all(
        numberedAddresses(10).map((to) => approvalWorkspace.createDraft({ to, ...draftFields })),
      );

      const races = await Promise.all(
        drafts.map((draft) =>
          Promise.all([approvalWorkspace.approve(draft), approvalWorkspace.reject(draft)]),
        ),
      );
      await service.settle();

      for (const [index, race] of races.entries()) {
        const draft = drafts[index] as HeldDraft;
        const isApproved = race[0].status === 200;
        expect(statusesOf(race)).toEqual([200, 409]);
        expect(await approvalWorkspace.statusOf(draft)).toBe(isApproved ? approved : 'canceled');
        expect(await approvalWorkspace.mailsOf(draft)).toBe(isApproved && approved === 'delivered' ? 1 : 0);
      }
      expect(await approvalWorkspace.listPending()).toEqual([]);
    },
  );

  test('ten drafts that are approved concurrently are each sent once', async () => {
    const approvalWorkspace = await ApprovalWorkspace.create(service);
    const drafts = await Promise.all(
      numberedAddresses(10).map((to) => approvalWorkspace.createDraft({ to })),
    );

    const responses = await Promise.all(drafts.map((draft) => approvalWorkspace.approve(draft)));

    expect(responses.map(({ body }) => body)).toEqual(drafts.map((draft) => decisionResponse(draft)));
    expect(await approvalWorkspace.workspace.outbox()).toHaveLength(10);
    expect(await approvalWorkspace.workspace.getEmailsUsed()).toBe(10);
  });

  test('the last recipient of a free plan is charged to one of two drafts', async () => {
    const approvalWorkspace = await ApprovalWorkspace.create(service);
    const drafts = await Promise.all(numberedAddresses(2).map((to) => approvalWorkspace.createDraft({ to })));
    await approvalWorkspace.workspace.updateWorkspace({ plan: 'free', emails_used: 2_999 });

    const responses = await Promise.all(drafts.map((draft) => approvalWorkspace.approve(draft)));

    expect(statusesOf(responses)).toEqual([200, 402]);
    expect(await approvalWorkspace.workspace.outbox()).toHaveLength(1);
    expect(await approvalWorkspace.workspace.getEmailsUsed()).toBe(3_000);
    expect(await approvalWorkspace.listPending()).toHaveLength(1);
  });
});
