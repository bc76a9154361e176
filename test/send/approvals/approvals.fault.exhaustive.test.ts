import { refusalOf } from '../../support/api-helpers';
import {
  decisionResponse,
  ApprovalWorkspace,
  hoursMs,
  type HeldDraft,
} from '../../support/approval-workspace';
import { Service, type ApiResponse } from '../../support/service';
import { idempotencyLeaseMs, outcomeTimeoutMs } from '../../support/leases';
import { largeHtml } from '../../support/factories';

let service: Service;

beforeAll(async () => {
  service = await Service.start();
});

afterEach(() => service.control('DELETE', '/faults'));

afterAll(() => service.stop());

type Fields = Record<string, unknown>;

interface Call {
  what: string;
  awsCall: string;
  skip: number;
}

/** Injects a fault into this call of the function. */
function injectFaultAt(functionName: string, { awsCall, skip }: Call, fault: Fields): Promise<unknown> {
  const [awsService, operation] = awsCall.split(' ');
  return service.control('POST', '/faults', {
    service: awsService,
    operation,
    skip,
    times: 1,
    function: functionName,
    ...fault,
  });
}

async function listCallsOf(functionName: string, since: string): Promise<string[]> {
  const rows = (await service.calls(since)).filter((row) => row.function.endsWith(`-${functionName}`));
  return rows.map((row) => `${row.service} ${row.operation}`).toSorted();
}

const readClock = (): Promise<string> => service.now();

const awsCallsOf = (calls: readonly Call[]): string[] => calls.map(({ awsCall }) => awsCall).toSorted();

const crashPointsAt = (calls: readonly Call[]) =>
  calls.flatMap((call) => [
    { ...call, name: `before ${call.what}`, fault: { crash: 'before' } },
    { ...call, name: `after ${call.what}`, fault: { crash: 'after' } },
  ]);

const idempotencyHeaders = { 'Idempotency-Key': 'once' };

const approveOnce = (drafter: ApprovalWorkspace, held: HeldDraft): Promise<ApiResponse> =>
  drafter.decide(held, { decision: 'approve' }, { headers: idempotencyHeaders });

/** Creates a workspace with a draft that is a reply and has large content. */
async function holdReply(overrides: Fields = {}): Promise<{ drafter: ApprovalWorkspace; held: HeldDraft }> {
  const drafter = await ApprovalWorkspace.create(service);
  const parent = await drafter.workspace.sendAccepted();
  const held = await drafter.createDraft({ reply_to_message_id: parent.id, html: largeHtml(), ...overrides });
  await service.settle();
  return { drafter, held };
}

/** Expects that the reply was sent once, and that the email, the approval and the thread show this. */
async function expectReleased(drafter: ApprovalWorkspace, held: HeldDraft): Promise<void> {
  await service.settle();
  expect(await drafter.mailsOf(held)).toBe(1);
  expect(await drafter.statusOf(held)).toBe('delivered');
  expect(await drafter.listPending()).toEqual([]);
  expect(await drafter.workspace.getThread(String(held.thread_id))).toMatchObject({
    message_count: 2,
    pending_reply: false,
  });
  expect(refusalOf(await drafter.approve(held))).toMatchObject({ status: 409, type: 'invalid_state' });
}

/**
 * The AWS calls of a release under an Idempotency-Key. `skip` is the number of earlier calls of the same operation.
 */
const releaseCalls: Call[] = [
  { what: 'the credential', awsCall: 'dynamodb GetItem', skip: 0 },
  { what: 'the allowance', awsCall: 'dynamodb UpdateItem', skip: 0 },
  { what: 'the claim of the Idempotency-Key', awsCall: 'dynamodb PutItem', skip: 0 },
  { what: 'the approval', awsCall: 'dynamodb GetItem', skip: 1 },
  { what: 'the email', awsCall: 'dynamodb GetItem', skip: 2 },
  { what: 'the lease', awsCall: 'dynamodb UpdateItem', skip: 1 },
  { what: 'the email again', awsCall: 'dynamodb GetItem', skip: 3 },
  { what: 'the content', awsCall: 'dynamodb GetItem', skip: 4 },
  { what: 'the stored content', awsCall: 's3 GetObject', skip: 0 },
  { what: 'the records for the checks', awsCall: 'dynamodb BatchGetItem', skip: 0 },
  { what: 'the mark of the attempt', awsCall: 'dynamodb UpdateItem', skip: 2 },
  { what: 'the usage and the recipients', awsCall: 'dynamodb TransactWriteItems', skip: 0 },
  { what: 'the SES submit', awsCall: 'sesv2 SendEmail', skip: 0 },
  { what: 'the status sent', awsCall: 'dynamodb TransactWriteItems', skip: 1 },
  { what: 'the decision', awsCall: 'dynamodb UpdateItem', skip: 3 },
  { what: 'the start of the content deletion', awsCall: 'sqs SendMessageBatch', skip: 0 },
  { what: 'the stored response', awsCall: 'dynamodb UpdateItem', skip: 4 },
];

describe('a release', () => {
  test('makes exactly the listed AWS calls', async () => {
    const { drafter, held } = await holdReply();
    const since = await readClock();

    await approveOnce(drafter, held);

    expect(await listCallsOf('decideApproval', since)).toEqual(awsCallsOf(releaseCalls));
  });

  test.each(crashPointsAt(releaseCalls))(
    'whose function is killed $name sends at most one email, and exactly one after a retry',
    async (crashPoint) => {
      const { drafter, held } = await holdReply();
      await injectFaultAt('decideApproval', crashPoint, crashPoint.fault);

      const crashedResponse = await approveOnce(drafter, held);
      await service.settle();
      await service.control('DELETE', '/faults');
      const mailsSent = await drafter.mailsOf(held);

      expect(crashedResponse.status).toBe(500);
      expect(mailsSent).toBeLessThanOrEqual(1);
      expect(await drafter.statusOf(held)).toBe(mailsSent === 1 ? 'delivered' : 'queued');

      await service.advance(idempotencyLeaseMs);
      let retried = await approveOnce(drafter, held);
      if (mailsSent === 0 && retried.status !== 200) {
        expect(refusalOf(retried)).toMatchObject({ status: 409, type: 'approval_in_progress' });
        expect(await drafter.mailsOf(held)).toBe(0);
        await service.advance(outcomeTimeoutMs);
        retried = await approveOnce(drafter, held);
      }

      // If the function is killed after it recorded the decision, the response is lost.
      if (retried.status === 200) expect(retried.body).toEqual(decisionResponse(held));
      else
        expect(refusalOf(retried)).toMatchObject({
          status: 409,
          message: expect.stringContaining('approved'),
        });
      await expectReleased(drafter, held);
    },
  );

  test.each(crashPointsAt(releaseCalls))(
    'whose function is killed $name is not sent again by an immediate second approval, which returns the correct response',
    async (crashPoint) => {
      const { drafter, held } = await holdReply();
      await injectFaultAt('decideApproval', crashPoint, crashPoint.fault);
      await drafter.decide(held, { decision: 'approve' }, { headers: idempotencyHeaders });
      await service.settle();
      await service.control('DELETE', '/faults');

      const secondApproval = await drafter.approve(held);
      await service.settle();

      const isDecided = (await drafter.listPending()).length === 0;
      const mails = await drafter.mailsOf(held);
      expect([200, 409]).toContain(secondApproval.status);
      expect(mails).toBeLessThanOrEqual(1);
      if (secondApproval.status === 200) expect({ isDecided, mails }).toEqual({ isDecided: true, mails: 1 });
    },
  );

  test.each(crashPointsAt(releaseCalls))(
    'whose function is killed $name charges the recipients once',
    async (crashPoint) => {
      const { drafter, held } = await holdReply();
      await injectFaultAt('decideApproval', crashPoint, crashPoint.fault);
      await approveOnce(drafter, held);
      await service.settle();
      await service.control('DELETE', '/faults');
      const before = await drafter.workspace.getEmailsUsed();

      await service.advance(idempotencyLeaseMs + outcomeTimeoutMs);
      await approveOnce(drafter, held);

      expect(before).toBeLessThanOrEqual(2);
      // The parent email was also counted.
      expect(await drafter.workspace.getEmailsUsed()).toBe(2);
    },
  );

  test.each(releaseCalls.filter(({ awsCall }) => awsCall !== 'sesv2 SendEmail'))(
    'with an AWS error at $what is retried transparently for the client',
    async (call) => {
      const { drafter, held } = await holdReply();
      await injectFaultAt('decideApproval', call, {
        error: call.awsCall.startsWith('s3') ? 'InternalError' : 'InternalServerError',
      });

      const response = await approveOnce(drafter, held);

      expect(response).toMatchObject({ status: 200, body: decisionResponse(held) });
      await expectReleased(drafter, held);
    },
  );

  test('whose status cannot be recorded is completed by the Send event', async () => {
    const { drafter, held } = await holdReply();
    const statusWrite = { what: '', awsCall: 'dynamodb TransactWriteItems', skip: 1 };
    await injectFaultAt('decideApproval', statusWrite, { error: 'InternalServerError', times: 100 });

    const response = await approveOnce(drafter, held);

    expect(response).toMatchObject({ status: 200, body: decisionResponse(held) });
    await expectReleased(drafter, held);
  });

  test('whose decision cannot be recorded is completed by the next approval after the lease', async () => {
    const { drafter, held } = await holdReply();
    const decisionWrite = { what: '', awsCall: 'dynamodb UpdateItem', skip: 3 };
    await injectFaultAt('decideApproval', decisionWrite, { error: 'InternalServerError', times: 100 });

    const failed = await approveOnce(drafter, held);
    await service.settle();
    await service.control('DELETE', '/faults');
    const early = await drafter.approve(held);
    await service.advance(idempotencyLeaseMs);
    const secondApproval = await drafter.approve(held);

    expect(failed.status).toBe(500);
    expect(refusalOf(early)).toMatchObject({ status: 409, type: 'approval_in_progress' });
    expect(secondApproval).toMatchObject({ status: 200, body: decisionResponse(held) });
    await expectReleased(drafter, held);
  });

  test('whose refusal cannot be recorded can be retried after the lease', async () => {
    const { drafter, held } = await holdReply();
    await drafter.workspace.updateWorkspace({ suspended_reason: 'Abuse' });
    const refusalNote = { what: '', awsCall: 'dynamodb UpdateItem', skip: 2 };
    await injectFaultAt('decideApproval', refusalNote, { error: 'InternalServerError', times: 100 });

    const refused = await approveOnce(drafter, held);
    await service.control('DELETE', '/faults');
    await drafter.workspace.updateWorkspace({ suspended_reason: null });
    const early = await drafter.approve(held);
    await service.advance(idempotencyLeaseMs);
    const released = await drafter.approve(held);

    expect(refused.status).toBeGreaterThanOrEqual(422);
    expect(refusalOf(early)).toMatchObject({ status: 409, type: 'approval_in_progress' });
    expect(released.body).toEqual(decisionResponse(held));
    await expectReleased(drafter, held);
  });

  test('whose decision is being recorded makes another approval fail with approval_in_progress', async () => {
    const { drafter, held } = await holdReply();
    const decisionWrite = { what: '', awsCall: 'dynamodb UpdateItem', skip: 3 };
    await injectFaultAt('decideApproval', decisionWrite, { delay_ms: 8_000 });

    const first = approveOnce(drafter, held);
    while ((await drafter.mailsOf(held)) === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    const second = await drafter.decide(held, { decision: 'approve', decided_by: 'second' });

    expect((await first).body).toEqual(decisionResponse(held));
    expect(second).toMatchObject({ status: 409, body: { error: { type: 'approval_in_progress' } } });
    await expectReleased(drafter, held);
  });
});

describe('a rejection', () => {
  const rejectionCall: Call = { what: 'the decision', awsCall: 'dynamodb TransactWriteItems', skip: 0 };

  test.each(crashPointsAt([rejectionCall]))(
    'whose function is killed $name withdraws the draft when retried',
    async (crashPoint) => {
      const { drafter, held } = await holdReply();
      await injectFaultAt('decideApproval', crashPoint, crashPoint.fault);

      const crashedResponse = await drafter.reject(held);
      await service.control('DELETE', '/faults');
      const isDone = (await drafter.statusOf(held)) === 'canceled';
      const retried = await drafter.reject(held);

      expect(crashedResponse.status).toBe(500);
      expect(await drafter.listPending()).toEqual([]);
      if (isDone)
        expect(refusalOf(retried)).toMatchObject({
          status: 409,
          message: expect.stringContaining('rejected'),
        });
      else expect(retried.body).toEqual(decisionResponse(held, { decision: 'reject', status: 'canceled' }));
      expect(await drafter.statusOf(held)).toBe('canceled');
      expect(await drafter.workspace.getThread(String(held.thread_id))).toMatchObject({
        message_count: 1,
        pending_reply: false,
      });
    },
  );
});

describe('a scheduled release', () => {
  /** The calls around the decision. All other calls are the same as in any release. */
  const scheduling: Call[] = [
    { what: 'the decision', awsCall: 'dynamodb TransactWriteItems', skip: 0 },
    { what: 'the wakeup', awsCall: 'sqs SendMessageBatch', skip: 0 },
  ];

  test.each(crashPointsAt(scheduling))(
    'whose function is killed $name sends the email once at the due time',
    async (crashPoint) => {
      const { drafter, held } = await holdReply({ scheduled_at: 'in 12 minutes' });
      await injectFaultAt('decideApproval', crashPoint, crashPoint.fault);

      const crashedResponse = await approveOnce(drafter, held);
      await service.control('DELETE', '/faults');
      await service.advance(idempotencyLeaseMs);
      const retried = await approveOnce(drafter, held);
      const early = await drafter.mailsOf(held);
      await service.advance(18 * 60_000);

      expect(crashedResponse.status).toBe(500);
      expect([200, 409]).toContain(retried.status);
      expect(early).toBe(0);
      await expectReleased(drafter, held);
    },
  );

  test('makes the listed AWS calls', async () => {
    const { drafter, held } = await holdReply({ scheduled_at: 'in 12 minutes' });
    const since = await readClock();

    await approveOnce(drafter, held);

    expect(await listCallsOf('decideApproval', since)).toEqual(
      expect.arrayContaining(awsCallsOf(scheduling)),
    );
  });
});

describe('a draft that expires', () => {
  const minutes = (count: number): number => count * 60_000;

  /** Creates drafts that expire in two minutes. */
  async function holdAlmostExpired(drafts: number) {
    const drafter = await ApprovalWorkspace.create(service);
    const { key } = drafter.workspace;
    const held: HeldDraft[] = [];
    for (let index = 0; index < drafts; index++) held.push(await drafter.createDraft());
    await service.advance(hoursMs(72) - minutes(2));
    return {
      held,
      approve: ({ approval_id: id }: HeldDraft) =>
        service.api('POST', `/v1/approvals/${id}`, { key, body: { decision: 'approve' } }),
      status: async ({ id }: HeldDraft): Promise<string> =>
        (await service.api('GET', `/v1/emails/${id}`, { key })).body.status,
      pending: async () => (await service.api('GET', '/v1/approvals', { key })).body.data,
    };
  }

  test.each(crashPointsAt([{ what: 'the cancellation', awsCall: 'dynamodb TransactWriteItems', skip: 0 }]))(
    'is canceled although the worker is killed $name',
    async (crashPoint) => {
      const { held, status, pending } = await holdAlmostExpired(1);
      await injectFaultAt('runDueWork', crashPoint, crashPoint.fault);

      await service.advance(minutes(30));

      expect(await Promise.all(held.map(status))).toEqual(['canceled']);
      expect(await pending()).toEqual([]);
    },
    300_000,
  );

  test('and has a release with an unknown outcome is canceled only after the service concludes that the email was not sent', async () => {
    const { held, approve, status } = await holdAlmostExpired(2);
    const [unanswered, slow] = held as [HeldDraft, HeldDraft];
    const sesSubmit = { what: '', awsCall: 'sesv2 SendEmail', skip: 0 };
    await injectFaultAt('decideApproval', sesSubmit, { error: 'InternalFailure' });
    const unknownOutcomes = [await approve(unanswered)];
    await injectFaultAt('decideApproval', sesSubmit, { delay_ms: 15_000 });
    unknownOutcomes.push(await approve(slow));
    const mailsOf = ({ id }: HeldDraft) => service.outbox(`?message_id=${id}`);
    while ((await mailsOf(slow)).length === 0) await new Promise((resolve) => setTimeout(resolve, 50));

    await service.advance(minutes(7));
    const statusesBefore = [await status(unanswered), await status(slow)];
    await service.advance(minutes(20));

    expect(unknownOutcomes.map((response) => response.status)).toEqual([502, 502]);
    expect(statusesBefore).toEqual(['queued', 'delivered']);
    expect([await status(unanswered), await status(slow)]).toEqual(['canceled', 'delivered']);
    expect(await mailsOf(slow)).toHaveLength(1);
    expect(await mailsOf(unanswered)).toEqual([]);
  }, 300_000);
});

describe('a send that is held', () => {
  /** The AWS calls of a held send under an Idempotency-Key. */
  const holdCalls: Call[] = [
    { what: 'the credential', awsCall: 'dynamodb GetItem', skip: 0 },
    { what: 'the allowance', awsCall: 'dynamodb UpdateItem', skip: 0 },
    { what: 'the last use of the key', awsCall: 'dynamodb UpdateItem', skip: 1 },
    { what: 'the claim of the Idempotency-Key', awsCall: 'dynamodb PutItem', skip: 0 },
    { what: 'the records for the checks', awsCall: 'dynamodb BatchGetItem', skip: 0 },
    { what: 'the workspace', awsCall: 'dynamodb GetItem', skip: 1 },
    { what: 'the charge for the stored content', awsCall: 'dynamodb TransactWriteItems', skip: 0 },
    { what: 'the stored content', awsCall: 's3 PutObject', skip: 0 },
    { what: 'the related records', awsCall: 'dynamodb BatchWriteItem', skip: 0 },
    { what: 'the email and its approval', awsCall: 'dynamodb TransactWriteItems', skip: 1 },
    { what: 'the wakeup', awsCall: 'scheduler CreateSchedule', skip: 0 },
    { what: 'the stored response', awsCall: 'dynamodb UpdateItem', skip: 2 },
  ];

  async function prepareDraft() {
    const drafter = await ApprovalWorkspace.create(service);
    const parent = await drafter.workspace.sendAccepted();
    const body = drafter.workspace.buildEmail({ reply_to_message_id: parent.id, html: largeHtml() });
    // Each function instance schedules only one wakeup per minute, so the held send must be in another minute.
    await service.advance(60_000);
    const holdOnce = () =>
      service.api('POST', '/v1/emails', { key: drafter.key, body, headers: idempotencyHeaders });
    return { drafter, parent, holdOnce };
  }

  test('makes exactly the listed AWS calls', async () => {
    const { holdOnce } = await prepareDraft();
    const since = await readClock();

    await holdOnce();

    expect(await listCallsOf('sendEmail', since)).toEqual(awsCallsOf(holdCalls));
  });

  test.each(crashPointsAt(holdCalls))(
    'is held once and shown on the thread if the function is killed $name and the request is retried',
    async (crashPoint) => {
      const { drafter, parent, holdOnce } = await prepareDraft();
      await injectFaultAt('sendEmail', crashPoint, crashPoint.fault);

      const crashedResponse = await holdOnce();
      await service.control('DELETE', '/faults');
      await service.advance(idempotencyLeaseMs);
      const retried = await holdOnce();

      expect(crashedResponse.status).toBe(500);
      expect(retried).toMatchObject({
        status: 202,
        body: { status: 'pending_approval', thread_id: parent.thread_id },
      });
      expect(await drafter.listPending()).toMatchObject([
        { id: retried.body.approval_id, message_id: retried.body.id, thread_id: parent.thread_id },
      ]);
      expect(await drafter.workspace.statuses()).toEqual(['queued', 'delivered']);
      const thread = await drafter.workspace.getThread(parent.thread_id);
      expect(thread).toMatchObject({ message_count: 1, pending_reply: true });
      expect(thread.messages.map(({ id }: { id: string }) => id)).toEqual([parent.id, retried.body.id]);
      expect((await drafter.workspace.api('GET', '/v1/threads')).body.data).toHaveLength(1);
      expect((await drafter.approve(retried.body)).body).toEqual(decisionResponse(retried.body));
      await expectReleased(drafter, retried.body);
    },
  );
});
