import { aDomain, anEmail, aWorkspace } from '../../support/factories';
import { refusalOf } from '../../support/arrange';
import type { Answer } from '../../support/service';
import { aTime, anId, nobody } from '../../support/matchers';
import { theService } from '../../support/the-service';

const service = theService();

beforeAll(async () => {
  await service.control('PATCH', '/settings', { auto_delivery: false });
});

const get = (id: string, key = service.at.key): Promise<Answer> =>
  service.api('GET', `/v1/emails/${id}`, { key });

/** An email that the provider took, with what it gave back. */
async function aSentEmail(overrides: Record<string, unknown> = {}) {
  const sent = await service.api('POST', '/v1/emails', { body: anEmail(overrides) });
  if (sent.body.status !== 'sent') throw new Error(`Not sent: ${JSON.stringify(sent.body)}`);
  await service.settle();
  const [mail] = await service.outbox(`?message_id=${sent.body.id}`);
  return {
    id: String(sent.body.id),
    threadId: String(sent.body.thread_id),
    providerMessageId: String(mail?.['provider_message_id']),
    acceptedAt: String(mail?.['at']),
  };
}

/** Something happens to it, so many seconds after it was accepted. */
async function happens(
  email: { providerMessageId: string; acceptedAt: string },
  seconds: number,
  event: Record<string, unknown>,
): Promise<string> {
  const at = new Date(Date.parse(email.acceptedAt) + seconds * 1_000).toISOString();
  await service.control('POST', `/outbox/${email.providerMessageId}/events`, { ...event, at });
  await service.settle();
  return at;
}

test('an email has the fields of the list and its events, with null where there is no value', async () => {
  const email = await aSentEmail({ to: ['Kim <Kim@Example.com>', 'li@example.com'] });

  const { status, body } = await get(email.id);

  const listed = await service.api('GET', '/v1/emails?limit=1');
  const { events, ...fields } = body;
  expect(status).toBe(200);
  expect(fields).toEqual(listed.body.data[0]);
  expect(fields).toEqual({
    id: email.id,
    from: `Desk <desk@${service.at.domains.transactional}>`,
    to: ['Kim@Example.com', 'li@example.com'],
    subject: 'Hello',
    status: 'sent',
    risk_class: 'transactional',
    provider_message_id: email.providerMessageId,
    scheduled_at: null,
    sent_at: aTime,
    opened_at: null,
    clicked_at: null,
    created_at: aTime,
  });
  expect(events).toEqual([
    {
      id: anId,
      message_id: email.id,
      provider_message_id: email.providerMessageId,
      type: 'send',
      recipient: 'kim@example.com',
      sub_type: null,
      detail: null,
      broadcast_id: null,
      variant: null,
      occurred_at: email.acceptedAt,
      created_at: aTime,
    },
  ]);
});

test('events are complete and oldest first, in whatever order they were told', async () => {
  const email = await aSentEmail({ to: 'annoyed@example.com' });
  const complainedAt = await happens(email, 30, { type: 'complaint', sub_type: 'abuse' });
  const bouncedAt = await happens(email, 20, {
    type: 'bounce',
    bounce_type: 'Transient',
    diagnostic: 'smtp; 450 later',
  });
  const delayedAt = await happens(email, 10, {
    type: 'delivery_delay',
    sub_type: 'MailboxFull',
    diagnostic: 'smtp; 452 full',
  });

  const { body } = await get(email.id);

  const common = {
    id: anId,
    message_id: email.id,
    provider_message_id: email.providerMessageId,
    recipient: 'annoyed@example.com',
    broadcast_id: null,
    variant: null,
    created_at: aTime,
  };
  expect(body.events).toEqual([
    { ...common, type: 'send', sub_type: null, detail: null, occurred_at: email.acceptedAt },
    {
      ...common,
      type: 'delivery_delay',
      sub_type: 'MailboxFull',
      detail: 'smtp; 452 full',
      occurred_at: delayedAt,
    },
    {
      ...common,
      type: 'bounce',
      sub_type: 'Transient',
      detail: 'smtp; 450 later',
      occurred_at: bouncedAt,
    },
    { ...common, type: 'complaint', sub_type: 'abuse', detail: null, occurred_at: complainedAt },
  ]);
  expect(body.status).toBe('complained');
});

test('an email that was skipped has no provider id, no time of sending and no events', async () => {
  const email = await aSentEmail({ to: 'gone@example.com' });
  await happens(email, 1, { type: 'bounce', bounce_type: 'Permanent' });

  const skipped = await service.api('POST', '/v1/emails', { body: anEmail({ to: 'gone@example.com' }) });

  expect((await get(skipped.body.id)).body).toMatchObject({
    status: 'rejected',
    to: ['gone@example.com'],
    provider_message_id: null,
    sent_at: null,
    events: [],
  });
});

test('an email that waits has its time, and nothing of what is to come', async () => {
  const scheduled_at = '2099-12-24T18:00:00.000Z';
  const { body: sent } = await service.api('POST', '/v1/emails', { body: anEmail({ scheduled_at }) });

  expect((await get(sent.id)).body).toEqual({
    id: sent.id,
    from: `Desk <desk@${service.at.domains.transactional}>`,
    to: ['kim@example.com'],
    subject: 'Hello',
    status: 'scheduled',
    risk_class: 'transactional',
    provider_message_id: null,
    scheduled_at,
    sent_at: null,
    opened_at: null,
    clicked_at: null,
    created_at: aTime,
    events: [],
  });
});

test('an email that was canceled keeps its time', async () => {
  const scheduled_at = '2099-12-24T18:00:00.000Z';
  const { body: sent } = await service.api('POST', '/v1/emails', { body: anEmail({ scheduled_at }) });
  await service.api('DELETE', `/v1/emails/${sent.id}`);

  expect((await get(sent.id)).body).toMatchObject({
    status: 'canceled',
    scheduled_at,
    sent_at: null,
    events: [],
  });
});

test('an email that left after its time has both times', async () => {
  const { body: sent } = await service.api('POST', '/v1/emails', {
    body: anEmail({ scheduled_at: 'in 1 minute' }),
  });
  await service.advance(120_000);
  await service.settle();

  const { body } = await get(sent.id);

  expect(body).toMatchObject({ status: 'sent', scheduled_at: sent.scheduled_at, sent_at: aTime });
  expect(body.sent_at >= body.scheduled_at).toBe(true);
  expect(body.events.map(({ type }: { type: string }) => type)).toEqual(['send']);
});

test("neither the provider's id nor the thread's names an email", async () => {
  const email = await aSentEmail();

  for (const id of [email.providerMessageId, email.threadId]) {
    expect(refusalOf(await get(id))).toMatchObject({ status: 404, type: 'not_found' });
  }
});

test('the id of an event is none of an email', async () => {
  const email = await aSentEmail();
  const [event] = (await get(email.id)).body.events;

  expect(refusalOf(await get(event.id))).toMatchObject({ status: 404, type: 'not_found' });
});

test("another workspace's email is not found, with the words for one that never was", async () => {
  const other = await aWorkspace(service);
  const from = `desk@${(await aDomain(service, other.id)).domain}`;
  const theirs = await service.api('POST', '/v1/emails', { key: other.key, body: anEmail({ from }) });

  const asked = await get(theirs.body.id);
  const never = await get(nobody);

  expect(refusalOf(asked)).toMatchObject({ status: 404, type: 'not_found' });
  expect(asked.body).toEqual(never.body);
  expect((await get(theirs.body.id, other.key)).status).toBe(200);
});

test.each([
  ['a word', 'garbage'],
  ['an address', 'kim@example.com'],
  ['a nil UUID', '00000000-0000-0000-0000-000000000000'],
  ['a UUID with something behind it', '01a00000-0000-7000-8000-000000000000%23EVENT'],
  ['a control character', '%00'],
  ['half a character', '%E0%A4%A'],
  ['a slash', 'a%2Fb'],
  ['a very long text', 'x'.repeat(2_000)],
])('an id that is %s is not found', async (_what, id) => {
  const answer = await get(id);

  expect(refusalOf(answer)).toMatchObject({ status: 404, type: 'not_found' });
  expect(answer.body.error.message).toMatch(/email/);
});
