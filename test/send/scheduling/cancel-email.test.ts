import { setTimeout as sleep } from 'node:timers/promises';
import { advanceTo, clockMs, aScheduler } from '../../support/schedules';
import { aKey } from '../../support/arrange';
import { anError } from '../../support/matchers';
import { theService } from '../../support/the-service';

const minuteMs = 60_000;

const service = theService();

const iso = (ms: number): string => new Date(ms).toISOString();

const minuteAhead = async (minutes: number): Promise<number> =>
  (Math.floor((await clockMs(service)) / minuteMs) + minutes) * minuteMs;

describe('canceling a scheduled email', () => {
  test('answers with its id and status, and the email does not go out', async () => {
    const sender = await aScheduler(service);
    const id = await sender.schedule();

    const { status, body } = await sender.cancel(id);
    await service.advance(2 * minuteMs);

    expect({ status, body }).toEqual({ status: 200, body: { id, status: 'canceled' } });
    expect(await sender.outbox()).toEqual([]);
    expect(await sender.read(id)).toMatchObject({
      status: 'canceled',
      to: ['kim@example.com'],
      scheduled_at: expect.any(String),
      sent_at: null,
      events: [],
    });
    expect(await sender.used()).toBe(0);
  });

  test('moves it in the log from the scheduled to the canceled', async () => {
    const sender = await aScheduler(service);
    const id = await sender.schedule();
    await sender.cancel(id);

    const [scheduled, canceled] = await Promise.all(
      ['scheduled', 'canceled'].map((status) => sender.api('GET', `/v1/emails?status=${status}`)),
    );

    expect(scheduled?.body.data).toEqual([]);
    expect(canceled?.body.data).toMatchObject([{ id, status: 'canceled' }]);
  });

  test('a second time is refused with the status', async () => {
    const sender = await aScheduler(service);
    const id = await sender.schedule();
    await sender.cancel(id);

    const again = await sender.cancel(id);

    expect(again).toMatchObject({ status: 409, body: anError('invalid_state') });
    expect(again.body.error.message).toContain('canceled');
  });

  test('ten times at once succeeds once', async () => {
    const sender = await aScheduler(service);
    const id = await sender.schedule();

    const answers = await Promise.all(Array.from({ length: 10 }, () => sender.cancel(id)));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
  });

  test('leaves the others of the same minute alone', async () => {
    const sender = await aScheduler(service);
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => sender.schedule()));

    await sender.cancel(second ?? '');
    await service.advance(2 * minuteMs);

    expect((await sender.outbox()).map(({ message_id }) => message_id).sort()).toEqual([first, third].sort());
  });

  test('takes the pending answer off its thread', async () => {
    const sender = await aScheduler(service);
    const { body } = await sender.send({ scheduled_at: undefined });
    const id = await sender.schedule({ reply_to_message_id: body.id });

    await sender.cancel(id);

    const thread = await sender.api('GET', `/v1/threads/${body.thread_id}`);
    expect(thread.body).toMatchObject({ message_count: 1, pending_reply: false });
  });

  test('and scheduling it again under the same Idempotency-Key replays the first answer and sends nothing', async () => {
    const sender = await aScheduler(service);
    const headers = { 'Idempotency-Key': 'once' };
    const first = await sender.send({}, undefined, headers);
    await sender.cancel(first.body.id);

    const replayed = await sender.send({}, undefined, headers);
    await service.advance(2 * minuteMs);

    expect(replayed.body).toEqual(first.body);
    expect(await sender.outbox()).toEqual([]);
  });
});

describe('what is not scheduled is not canceled, and the refusal names its status', () => {
  test.each(['sent', 'delivered', 'rejected', 'failed'])('%s', async (status) => {
    const sender = await aScheduler(service);
    await service.control('PATCH', '/settings', { auto_delivery: status !== 'sent' });
    if (status === 'rejected') await sender.api('POST', '/v1/suppressions', { email: 'kim@example.com' });
    if (status === 'failed')
      await service.control('POST', '/faults', {
        service: 'sesv2',
        operation: 'SendEmail',
        error: 'MessageRejected',
        times: 1,
      });
    await sender.send({ scheduled_at: undefined });
    await service.settle();
    await service.control('PATCH', '/settings', { auto_delivery: true });
    const [{ id, status: inLog }] = await sender.log();

    const refused = await sender.cancel(id);

    expect(inLog).toBe(status);
    expect(refused).toMatchObject({ status: 409, body: anError('invalid_state') });
    expect(refused.body.error.message).toContain(status);
    expect(await sender.status(id)).toBe(status);
  });

  test('a held draft, which its approval withdraws', async () => {
    const sender = await aScheduler(service);
    const { key } = await aKey(service, { by: sender.key, requires_approval: true });
    const held = await service.api('POST', '/v1/emails', { key, body: sender.email() });

    const refused = await sender.cancel(held.body.id);

    expect(held.body).toMatchObject({ status: 'pending_approval' });
    expect(refused).toMatchObject({ status: 409, body: anError('invalid_state') });
    expect(refused.body.error.message).toContain('queued');
    expect(await sender.status(held.body.id)).toBe('queued');
  });

  test('an email that the workspace does not have', async () => {
    const [sender, other] = await Promise.all([aScheduler(service), aScheduler(service)]);
    const id = await other.schedule();

    const answers = await Promise.all(
      [id, '0190a000-0000-7000-8000-000000000000', 'nothing'].map((one) => sender.cancel(one)),
    );

    for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: anError('not_found') });
    expect(await other.status(id)).toBe('scheduled');
  });
});

test('a cancel around the moment when the email is due: 200 means that it never leaves, 409 that it does', async () => {
  const sender = await aScheduler(service);
  const count = 60;
  const due = await minuteAhead(4);
  const ids = await sender.sendAll(
    Array.from({ length: count }, (_, at) => ({ scheduled_at: iso(due + Math.floor(at / 10) * 1_000) })),
  );
  const cancel = async (id: string) => ({ id, status: (await sender.cancel(id)).status });
  // Of each second's ten.
  const [inTime, tooLate] = [ids.filter((_, at) => at % 10 < 2), ids.filter((_, at) => at % 10 > 7)];
  const atOnce = ids.filter((_, at) => at % 10 >= 2 && at % 10 <= 7);

  const early = await Promise.all(inTime.map(cancel));
  await advanceTo(service, due - 500);
  const moving = service.advance(12_000);
  // Who wins each of these, the machine decides.
  const during = await Promise.all(atOnce.map((id, at) => sleep(at * 50).then(() => cancel(id))));
  await moving;
  await service.advance(10 * minuteMs);
  const late = await Promise.all(tooLate.map(cancel));

  const answers = [...early, ...during, ...late];
  const mailed = (await sender.outbox()).map(({ message_id }) => message_id);
  const refused = answers.filter(({ status }) => status === 409).map(({ id }) => id);
  const canceled = answers.filter(({ status }) => status === 200).map(({ id }) => id);
  expect(new Set(early.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(late.map(({ status }) => status))).toEqual(new Set([409]));
  expect(refused.length + canceled.length).toBe(count);
  expect(mailed.sort()).toEqual(refused.sort());
  const log = new Map((await sender.log()).map(({ id, status }) => [id, status]));
  expect(canceled.filter((id) => log.get(id) !== 'canceled')).toEqual([]);
  expect(refused.filter((id) => log.get(id) !== 'delivered')).toEqual([]);
});

test('a cancel and an unsubscribe at once: one of them ends it, and it does not leave', async () => {
  const sender = await aScheduler(service);
  const ids = await Promise.all(
    Array.from({ length: 10 }, (_, at) => sender.schedule({ to: `race-${at}@example.com` })),
  );

  const answers = await Promise.all(
    ids.map(async (id, at) => {
      const [canceled] = await Promise.all([sender.cancel(id), sender.unsubscribe(`race-${at}@example.com`)]);
      return canceled.status;
    }),
  );
  await service.advance(2 * minuteMs);

  expect(answers.filter((status) => status !== 200 && status !== 409)).toEqual([]);
  expect(new Set(await sender.statuses())).toEqual(new Set(['canceled']));
  expect(await sender.outbox()).toEqual([]);
});
