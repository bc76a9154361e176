import { setTimeout as sleep } from 'node:timers/promises';
import { advanceClockTo, readClockMs, createSchedulingWorkspace } from '../../support/scheduled-sends';
import { aKey } from '../../support/api-helpers';
import { anError } from '../../support/matchers';
import { useService } from '../../support/use-service';

const minuteMs = 60_000;

const service = useService();

const toIso = (ms: number): string => new Date(ms).toISOString();

const startOfMinuteAhead = async (minutes: number): Promise<number> =>
  (Math.floor((await readClockMs(service)) / minuteMs) + minutes) * minuteMs;

describe('canceling a scheduled email', () => {
  // S-17
  test('returns the id and status and prevents the send', async () => {
    const sender = await createSchedulingWorkspace(service);
    const id = await sender.schedule();

    const { status, body } = await sender.cancel(id);
    await service.advance(2 * minuteMs);

    expect({ status, body }).toEqual({ status: 200, body: { id, status: 'canceled' } });
    expect(await sender.outbox()).toEqual([]);
    expect(await sender.getEmail(id)).toMatchObject({
      status: 'canceled',
      to: ['kim@example.com'],
      scheduled_at: expect.any(String),
      sent_at: null,
      events: [],
    });
    expect(await sender.getEmailsUsed()).toBe(0);
  });

  test('changes its status in the log from scheduled to canceled', async () => {
    const sender = await createSchedulingWorkspace(service);
    const id = await sender.schedule();
    await sender.cancel(id);

    const [scheduled, canceled] = await Promise.all(
      ['scheduled', 'canceled'].map((status) => sender.api('GET', `/v1/emails?status=${status}`)),
    );

    expect(scheduled?.body.data).toEqual([]);
    expect(canceled?.body.data).toMatchObject([{ id, status: 'canceled' }]);
  });

  test('a second time is refused, and the error names the status', async () => {
    const sender = await createSchedulingWorkspace(service);
    const id = await sender.schedule();
    await sender.cancel(id);

    const repeatResponse = await sender.cancel(id);

    expect(repeatResponse).toMatchObject({ status: 409, body: anError('invalid_state') });
    expect(repeatResponse.body.error.message).toContain('canceled');
  });

  test('ten times concurrently succeeds once', async () => {
    const sender = await createSchedulingWorkspace(service);
    const id = await sender.schedule();

    const responses = await Promise.all(Array.from({ length: 10 }, () => sender.cancel(id)));

    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
  });

  test('does not affect other emails that are due in the same minute', async () => {
    const sender = await createSchedulingWorkspace(service);
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => sender.schedule()));

    await sender.cancel(second ?? '');
    await service.advance(2 * minuteMs);

    expect((await sender.outbox()).map(({ message_id }) => message_id).sort()).toEqual([first, third].sort());
  });

  test('removes the pending reply from the thread', async () => {
    const sender = await createSchedulingWorkspace(service);
    const { body } = await sender.send({ scheduled_at: undefined });
    const id = await sender.schedule({ reply_to_message_id: body.id });

    await sender.cancel(id);

    const thread = await sender.api('GET', `/v1/threads/${body.thread_id}`);
    expect(thread.body).toMatchObject({ message_count: 1, pending_reply: false });
  });

  test('makes a repeated send under the same Idempotency-Key replay the first response and send no email', async () => {
    const sender = await createSchedulingWorkspace(service);
    const headers = { 'Idempotency-Key': 'once' };
    const first = await sender.send({}, undefined, headers);
    await sender.cancel(first.body.id);

    const replayed = await sender.send({}, undefined, headers);
    await service.advance(2 * minuteMs);

    expect(replayed.body).toEqual(first.body);
    expect(await sender.outbox()).toEqual([]);
  });
});

describe('a cancel request is refused for', () => {
  // S-18
  test.each(['sent', 'delivered', 'rejected', 'failed'])(
    'an email with the status %s, which the error names',
    async (status) => {
      const sender = await createSchedulingWorkspace(service);
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
      const [{ id, status: statusInLog }] = await sender.listEmails();

      const refused = await sender.cancel(id);

      expect(statusInLog).toBe(status);
      expect(refused).toMatchObject({ status: 409, body: anError('invalid_state') });
      expect(refused.body.error.message).toContain(status);
      expect(await sender.getStatus(id)).toBe(status);
    },
  );

  // S-18
  test('a held draft, and the error gives the status queued', async () => {
    const sender = await createSchedulingWorkspace(service);
    const { key } = await aKey(service, { creatorKey: sender.key, requires_approval: true });
    const held = await service.api('POST', '/v1/emails', { key, body: sender.buildEmail() });

    const refused = await sender.cancel(held.body.id);

    expect(held.body).toMatchObject({ status: 'pending_approval' });
    expect(refused).toMatchObject({ status: 409, body: anError('invalid_state') });
    expect(refused.body.error.message).toContain('queued');
    expect(await sender.getStatus(held.body.id)).toBe('queued');
  });

  test('an email of another workspace or an unknown id, with 404', async () => {
    const [sender, otherWorkspace] = await Promise.all([
      createSchedulingWorkspace(service),
      createSchedulingWorkspace(service),
    ]);
    const id = await otherWorkspace.schedule();

    const responses = await Promise.all(
      [id, '0190a000-0000-7000-8000-000000000000', 'nothing'].map((item) => sender.cancel(item)),
    );

    for (const response of responses)
      expect(response).toMatchObject({ status: 404, body: anError('not_found') });
    expect(await otherWorkspace.getStatus(id)).toBe('scheduled');
  });
});

// S-17
test('canceling at the due time returns 200 and prevents the send, or returns 409 and the email is sent', async () => {
  const sender = await createSchedulingWorkspace(service);
  const count = 60;
  const due = await startOfMinuteAhead(4);
  const ids = await sender.sendAll(
    Array.from({ length: count }, (_, index) => ({
      scheduled_at: toIso(due + Math.floor(index / 10) * 1_000),
    })),
  );
  const cancel = async (id: string) => ({ id, status: (await sender.cancel(id)).status });
  // The test cancels two of every ten emails that are due in the same second.
  const [idsCanceledBefore, idsCanceledAfter] = [
    ids.filter((_, index) => index % 10 < 2),
    ids.filter((_, index) => index % 10 > 7),
  ];
  const idsCanceledDuring = ids.filter((_, index) => index % 10 >= 2 && index % 10 <= 7);

  const earlyResponses = await Promise.all(idsCanceledBefore.map(cancel));
  await advanceClockTo(service, due - 500);
  const clockAdvance = service.advance(12_000);
  // Depending on timing, each of these emails is either sent or canceled.
  const concurrentResponses = await Promise.all(
    idsCanceledDuring.map((id, index) => sleep(index * 50).then(() => cancel(id))),
  );
  await clockAdvance;
  await service.advance(10 * minuteMs);
  const lateResponses = await Promise.all(idsCanceledAfter.map(cancel));

  const responses = [...earlyResponses, ...concurrentResponses, ...lateResponses];
  const mailedIds = (await sender.outbox()).map(({ message_id }) => message_id);
  const refused = responses.filter(({ status }) => status === 409).map(({ id }) => id);
  const canceled = responses.filter(({ status }) => status === 200).map(({ id }) => id);
  expect(new Set(earlyResponses.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(lateResponses.map(({ status }) => status))).toEqual(new Set([409]));
  expect(refused.length + canceled.length).toBe(count);
  expect(mailedIds.sort()).toEqual(refused.sort());
  const log = new Map((await sender.listEmails()).map(({ id, status }) => [id, status]));
  expect(canceled.filter((id) => log.get(id) !== 'canceled')).toEqual([]);
  expect(refused.filter((id) => log.get(id) !== 'delivered')).toEqual([]);
});

test('a concurrent cancel request and unsubscribe cancel the email once', async () => {
  const sender = await createSchedulingWorkspace(service);
  const ids = await Promise.all(
    Array.from({ length: 10 }, (_, index) => sender.schedule({ to: `race-${index}@example.com` })),
  );

  const responses = await Promise.all(
    ids.map(async (id, index) => {
      const [canceled] = await Promise.all([
        sender.cancel(id),
        sender.unsubscribe(`race-${index}@example.com`),
      ]);
      return canceled.status;
    }),
  );
  await service.advance(2 * minuteMs);

  expect(responses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
  expect(new Set(await sender.statuses())).toEqual(new Set(['canceled']));
  expect(await sender.outbox()).toEqual([]);
});
