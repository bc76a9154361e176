import { refusalOf } from '../../support/arrange';
import { decided, Drafter, hoursMs, type Held } from '../../support/drafter';
import { Service, type Answer } from '../../support/service';
import { leaseMs, unknownOutcomeMs } from '../../support/leases';
import { largeHtml } from '../../support/factories';

// Each moves the clock over minutes or hours, and a machine may be slow at what happens in them.

let service: Service;

beforeAll(async () => {
  service = await Service.start();
});

afterEach(() => service.control('DELETE', '/faults'));

afterAll(() => service.stop());

type Fields = Record<string, unknown>;

interface Call {
  what: string;
  at: string;
  skip: number;
}

/** Something happens to this call of the function. */
function order(part: string, { at, skip }: Call, fault: Fields): Promise<unknown> {
  const [awsService, operation] = at.split(' ');
  return service.control('POST', '/faults', {
    service: awsService,
    operation,
    skip,
    times: 1,
    function: part,
    ...fault,
  });
}

async function callsOf(part: string, since: string): Promise<string[]> {
  const rows = (await service.calls(since)).filter((row) => row.function.endsWith(`-${part}`));
  return rows.map((row) => `${row.service} ${row.operation}`).toSorted();
}

const clock = (): Promise<string> => service.now();

const placesOf = (calls: readonly Call[]): string[] => calls.map(({ at }) => at).toSorted();

const deathsAt = (calls: readonly Call[]) =>
  calls.flatMap((call) => [
    { ...call, name: `before ${call.what}`, fault: { crash: 'before' } },
    { ...call, name: `after ${call.what}`, fault: { crash: 'after' } },
  ]);

const once = { 'Idempotency-Key': 'once' };

const approveOnce = (drafter: Drafter, held: Held): Promise<Answer> =>
  drafter.decide(held, { decision: 'approve' }, { headers: once });

/** A workspace and a draft in it that answers a mail, and is large. */
async function aReply(overrides: Fields = {}): Promise<{ drafter: Drafter; held: Held }> {
  const drafter = await Drafter.create(service);
  const parent = await drafter.desk.accepted();
  const held = await drafter.hold({ reply_to_message_id: parent.id, html: largeHtml(), ...overrides });
  await service.settle();
  return { drafter, held };
}

/** Nothing is owed: the reply has left once, and everything says so. */
async function expectReleased(drafter: Drafter, held: Held): Promise<void> {
  await service.settle();
  expect(await drafter.mailsOf(held)).toBe(1);
  expect(await drafter.status(held)).toBe('delivered');
  expect(await drafter.pending()).toEqual([]);
  expect(await drafter.desk.thread(String(held.thread_id))).toMatchObject({
    message_count: 2,
    pending_reply: false,
  });
  expect(refusalOf(await drafter.approve(held))).toMatchObject({ status: 409, type: 'invalid_state' });
}

/** Every AWS call of a release under an Idempotency-Key, by its place among the calls of the same operation. */
const releaseCalls: Call[] = [
  { what: 'the credential', at: 'dynamodb GetItem', skip: 0 },
  { what: 'the allowance', at: 'dynamodb UpdateItem', skip: 0 },
  { what: 'the claim of the Idempotency-Key', at: 'dynamodb PutItem', skip: 0 },
  { what: 'the approval', at: 'dynamodb GetItem', skip: 1 },
  { what: 'the email', at: 'dynamodb GetItem', skip: 2 },
  { what: 'the lease', at: 'dynamodb UpdateItem', skip: 1 },
  { what: 'the email again', at: 'dynamodb GetItem', skip: 3 },
  { what: 'the content', at: 'dynamodb GetItem', skip: 4 },
  { what: 'the stored content', at: 's3 GetObject', skip: 0 },
  { what: 'what the checks read', at: 'dynamodb BatchGetItem', skip: 0 },
  { what: 'the mark of the attempt', at: 'dynamodb UpdateItem', skip: 2 },
  { what: 'the usage, and whom it goes to', at: 'dynamodb TransactWriteItems', skip: 0 },
  { what: 'the hand-over', at: 'sesv2 SendEmail', skip: 0 },
  { what: 'the status sent', at: 'dynamodb TransactWriteItems', skip: 1 },
  { what: 'the decision', at: 'dynamodb UpdateItem', skip: 3 },
  { what: 'the stored answer', at: 'dynamodb UpdateItem', skip: 4 },
];

describe('a release', () => {
  test('makes the AWS calls that the table above names, and no others', async () => {
    const { drafter, held } = await aReply();
    const since = await clock();

    await approveOnce(drafter, held);

    expect(await callsOf('decideApproval', since)).toEqual(placesOf(releaseCalls));
  });

  test.each(deathsAt(releaseCalls))(
    'killed $name: one mail at most, and one after a retry',
    async (death) => {
      const { drafter, held } = await aReply();
      await order('decideApproval', death, death.fault);

      const died = await approveOnce(drafter, held);
      await service.settle();
      await service.control('DELETE', '/faults');
      const left = await drafter.mailsOf(held);

      expect(died.status).toBe(500);
      expect(left).toBeLessThanOrEqual(1);
      expect(await drafter.status(held)).toBe(left === 1 ? 'delivered' : 'queued');

      await service.advance(leaseMs);
      let retried = await approveOnce(drafter, held);
      if (left === 0 && retried.status !== 200) {
        expect(refusalOf(retried)).toMatchObject({ status: 409, type: 'approval_in_progress' });
        expect(await drafter.mailsOf(held)).toBe(0);
        await service.advance(unknownOutcomeMs);
        retried = await approveOnce(drafter, held);
      }

      // Once the decision is recorded, its answer is lost with the function that made it.
      if (retried.status === 200) expect(retried.body).toEqual(decided(held));
      else
        expect(refusalOf(retried)).toMatchObject({
          status: 409,
          message: expect.stringContaining('approved'),
        });
      await expectReleased(drafter, held);
    },
  );

  test.each(deathsAt(releaseCalls))(
    'killed $name: asked again at once, no second mail, and what is answered holds',
    async (death) => {
      const { drafter, held } = await aReply();
      await order('decideApproval', death, death.fault);
      await drafter.decide(held, { decision: 'approve' }, { headers: once });
      await service.settle();
      await service.control('DELETE', '/faults');

      const again = await drafter.approve(held);
      await service.settle();

      const isDecided = (await drafter.pending()).length === 0;
      const mails = await drafter.mailsOf(held);
      expect([200, 409]).toContain(again.status);
      expect(mails).toBeLessThanOrEqual(1);
      if (again.status === 200) expect({ isDecided, mails }).toEqual({ isDecided: true, mails: 1 });
    },
  );

  test.each(deathsAt(releaseCalls))('killed $name counts its recipients once', async (death) => {
    const { drafter, held } = await aReply();
    await order('decideApproval', death, death.fault);
    await approveOnce(drafter, held);
    await service.settle();
    await service.control('DELETE', '/faults');
    const before = await drafter.desk.used();

    await service.advance(leaseMs + unknownOutcomeMs);
    await approveOnce(drafter, held);

    expect(before).toBeLessThanOrEqual(2);
    // The mail that it answers is one.
    expect(await drafter.desk.used()).toBe(2);
  });

  test.each(releaseCalls.filter(({ at }) => at !== 'sesv2 SendEmail'))(
    'with an AWS error at $what tries it again, and the client does not notice',
    async (call) => {
      const { drafter, held } = await aReply();
      await order('decideApproval', call, {
        error: call.at.startsWith('s3') ? 'InternalError' : 'InternalServerError',
      });

      const answer = await approveOnce(drafter, held);

      expect(answer).toMatchObject({ status: 200, body: decided(held) });
      await expectReleased(drafter, held);
    },
  );

  test('that cannot be settled is settled by the Send event', async () => {
    const { drafter, held } = await aReply();
    const settling = { what: '', at: 'dynamodb TransactWriteItems', skip: 1 };
    await order('decideApproval', settling, { error: 'InternalServerError', times: 100 });

    const answer = await approveOnce(drafter, held);

    expect(answer).toMatchObject({ status: 200, body: decided(held) });
    await expectReleased(drafter, held);
  });

  test('that cannot be concluded is concluded by the next approval once its lease is over', async () => {
    const { drafter, held } = await aReply();
    const conclusion = { what: '', at: 'dynamodb UpdateItem', skip: 3 };
    await order('decideApproval', conclusion, { error: 'InternalServerError', times: 100 });

    const failed = await approveOnce(drafter, held);
    await service.settle();
    await service.control('DELETE', '/faults');
    const early = await drafter.approve(held);
    await service.advance(leaseMs);
    const again = await drafter.approve(held);

    expect(failed.status).toBe(500);
    expect(refusalOf(early)).toMatchObject({ status: 409, type: 'approval_in_progress' });
    expect(again).toMatchObject({ status: 200, body: decided(held) });
    await expectReleased(drafter, held);
  });

  test('that cannot note why it was refused can be tried again once its lease is over', async () => {
    const { drafter, held } = await aReply();
    await drafter.desk.set({ suspended_reason: 'Abuse' });
    const noting = { what: '', at: 'dynamodb UpdateItem', skip: 2 };
    await order('decideApproval', noting, { error: 'InternalServerError', times: 100 });

    const refused = await approveOnce(drafter, held);
    await service.control('DELETE', '/faults');
    await drafter.desk.set({ suspended_reason: null });
    const early = await drafter.approve(held);
    await service.advance(leaseMs);
    const released = await drafter.approve(held);

    expect(refused.status).toBeGreaterThanOrEqual(422);
    expect(refusalOf(early)).toMatchObject({ status: 409, type: 'approval_in_progress' });
    expect(released.body).toEqual(decided(held));
    await expectReleased(drafter, held);
  });

  test('that is just being concluded: another approval is told that it is late', async () => {
    const { drafter, held } = await aReply();
    const conclusion = { what: '', at: 'dynamodb UpdateItem', skip: 3 };
    await order('decideApproval', conclusion, { delay_ms: 8_000 });

    const first = approveOnce(drafter, held);
    while ((await drafter.mailsOf(held)) === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    const second = await drafter.decide(held, { decision: 'approve', decided_by: 'second' });

    expect((await first).body).toEqual(decided(held));
    expect(second).toMatchObject({ status: 409, body: { error: { type: 'approval_in_progress' } } });
    await expectReleased(drafter, held);
  });
});

describe('a rejection', () => {
  const rejection: Call = { what: 'the decision', at: 'dynamodb TransactWriteItems', skip: 0 };

  test.each(deathsAt([rejection]))('killed $name: the draft is withdrawn after a retry', async (death) => {
    const { drafter, held } = await aReply();
    await order('decideApproval', death, death.fault);

    const died = await drafter.reject(held);
    await service.control('DELETE', '/faults');
    const isDone = (await drafter.status(held)) === 'canceled';
    const retried = await drafter.reject(held);

    expect(died.status).toBe(500);
    expect(await drafter.pending()).toEqual([]);
    if (isDone)
      expect(refusalOf(retried)).toMatchObject({ status: 409, message: expect.stringContaining('rejected') });
    else expect(retried.body).toEqual(decided(held, { decision: 'reject', status: 'canceled' }));
    expect(await drafter.status(held)).toBe('canceled');
    expect(await drafter.desk.thread(String(held.thread_id))).toMatchObject({
      message_count: 1,
      pending_reply: false,
    });
  });
});

describe('a release to a time', () => {
  /** Those around the decision: the others are those of any release. */
  const scheduling: Call[] = [
    { what: 'the decision', at: 'dynamodb TransactWriteItems', skip: 0 },
    { what: 'the alarm', at: 'sqs SendMessageBatch', skip: 0 },
  ];

  test.each(deathsAt(scheduling))('killed $name: the mail leaves once, at its time', async (death) => {
    const { drafter, held } = await aReply({ scheduled_at: 'in 12 minutes' });
    await order('decideApproval', death, death.fault);

    const died = await approveOnce(drafter, held);
    await service.control('DELETE', '/faults');
    await service.advance(leaseMs);
    const retried = await approveOnce(drafter, held);
    const early = await drafter.mailsOf(held);
    await service.advance(18 * 60_000);

    expect(died.status).toBe(500);
    expect([200, 409]).toContain(retried.status);
    expect(early).toBe(0);
    await expectReleased(drafter, held);
  });

  test('makes those calls', async () => {
    const { drafter, held } = await aReply({ scheduled_at: 'in 12 minutes' });
    const since = await clock();

    await approveOnce(drafter, held);

    expect(await callsOf('decideApproval', since)).toEqual(expect.arrayContaining(placesOf(scheduling)));
  });
});

describe('a draft that expires', () => {
  const minutes = (count: number): number => count * 60_000;

  /** Two minutes before. */
  async function almostExpired(drafts: number) {
    const drafter = await Drafter.create(service);
    const { key } = drafter.desk;
    const held: Held[] = [];
    for (let made = 0; made < drafts; made++) held.push(await drafter.hold());
    await service.advance(hoursMs(72) - minutes(2));
    return {
      held,
      approve: ({ approval_id: id }: Held) =>
        service.api('POST', `/v1/approvals/${id}`, { key, body: { decision: 'approve' } }),
      status: async ({ id }: Held): Promise<string> =>
        (await service.api('GET', `/v1/emails/${id}`, { key })).body.status,
      pending: async () => (await service.api('GET', '/v1/approvals', { key })).body.data,
    };
  }

  test.each(deathsAt([{ what: 'its end is recorded', at: 'dynamodb TransactWriteItems', skip: 0 }]))(
    'is canceled, also where the worker is killed $name',
    async (death) => {
      const { held, status, pending } = await almostExpired(1);
      await order('doDueWork', death, death.fault);

      await service.advance(minutes(30));

      expect(await Promise.all(held.map(status))).toEqual(['canceled']);
      expect(await pending()).toEqual([]);
    },
    300_000,
  );

  test('while its release has no answer is canceled only when it is known not to have left', async () => {
    const { held, approve, status } = await almostExpired(2);
    const [silent, slow] = held as [Held, Held];
    const handOver = { what: '', at: 'sesv2 SendEmail', skip: 0 };
    await order('decideApproval', handOver, { error: 'InternalFailure' });
    const unknown = [await approve(silent)];
    await order('decideApproval', handOver, { delay_ms: 15_000 });
    unknown.push(await approve(slow));
    const mailsOf = ({ id }: Held) => service.outbox(`?message_id=${id}`);
    while ((await mailsOf(slow)).length === 0) await new Promise((resolve) => setTimeout(resolve, 50));

    await service.advance(minutes(7));
    const soon = [await status(silent), await status(slow)];
    await service.advance(minutes(20));

    expect(unknown.map((answer) => answer.status)).toEqual([502, 502]);
    expect(soon).toEqual(['queued', 'delivered']);
    expect([await status(silent), await status(slow)]).toEqual(['canceled', 'delivered']);
    expect(await mailsOf(slow)).toHaveLength(1);
    expect(await mailsOf(silent)).toEqual([]);
  }, 300_000);
});

describe('a draft that is held', () => {
  /** Every AWS call of a send that is held, under an Idempotency-Key. */
  const holdCalls: Call[] = [
    { what: 'the credential', at: 'dynamodb GetItem', skip: 0 },
    { what: 'the allowance', at: 'dynamodb UpdateItem', skip: 0 },
    { what: 'the last use of the key', at: 'dynamodb UpdateItem', skip: 1 },
    { what: 'the claim of the Idempotency-Key', at: 'dynamodb PutItem', skip: 0 },
    { what: 'what the checks read', at: 'dynamodb BatchGetItem', skip: 0 },
    { what: 'what stands beside the email', at: 'dynamodb BatchWriteItem', skip: 0 },
    { what: 'the stored content', at: 's3 PutObject', skip: 0 },
    { what: 'the email and its approval', at: 'dynamodb TransactWriteItems', skip: 0 },
    { what: 'the alarm', at: 'scheduler CreateSchedule', skip: 0 },
    { what: 'the stored answer', at: 'dynamodb UpdateItem', skip: 2 },
  ];

  async function draft() {
    const drafter = await Drafter.create(service);
    const parent = await drafter.desk.accepted();
    const body = drafter.desk.email({ reply_to_message_id: parent.id, html: largeHtml() });
    // The alarm of a minute is set once, by each instance of the function.
    await service.advance(60_000);
    const holdOnce = () => service.api('POST', '/v1/emails', { key: drafter.key, body, headers: once });
    return { drafter, parent, holdOnce };
  }

  test('makes the AWS calls that the table above names, and no others', async () => {
    const { holdOnce } = await draft();
    const since = await clock();

    await holdOnce();

    expect(await callsOf('sendEmail', since)).toEqual(placesOf(holdCalls));
  });

  test.each(deathsAt(holdCalls))(
    'killed $name: a retry holds it, once, and its thread shows it',
    async (death) => {
      const { drafter, parent, holdOnce } = await draft();
      await order('sendEmail', death, death.fault);

      const died = await holdOnce();
      await service.control('DELETE', '/faults');
      await service.advance(leaseMs);
      const retried = await holdOnce();

      expect(died.status).toBe(500);
      expect(retried).toMatchObject({
        status: 202,
        body: { status: 'pending_approval', thread_id: parent.thread_id },
      });
      expect(await drafter.pending()).toMatchObject([
        { id: retried.body.approval_id, message_id: retried.body.id, thread_id: parent.thread_id },
      ]);
      expect(await drafter.desk.statuses()).toEqual(['queued', 'delivered']);
      const thread = await drafter.desk.thread(parent.thread_id);
      expect(thread).toMatchObject({ message_count: 1, pending_reply: true });
      expect(thread.messages.map(({ id }: { id: string }) => id)).toEqual([parent.id, retried.body.id]);
      expect((await drafter.desk.api('GET', '/v1/threads')).body.data).toHaveLength(1);
      expect((await drafter.approve(retried.body)).body).toEqual(decided(retried.body));
      await expectReleased(drafter, retried.body);
    },
  );
});
