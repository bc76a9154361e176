import { aDomain, anEmail, aWorkspace } from '../../support/factories';
import { refusalOf } from '../../support/api-helpers';
import type { ApiResponse } from '../../support/service';
import { aTimestamp, anId, unknownId } from '../../support/matchers';
import { useService } from '../../support/use-service';

const service = useService();

beforeAll(async () => {
  await service.control('PATCH', '/settings', { auto_delivery: false });
});

const get = (id: string, key = service.metadata.key): Promise<ApiResponse> =>
  service.api('GET', `/v1/emails/${id}`, { key });

/** Sends an email and returns its ids and the time at which SES accepted it. */
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

/** Simulates an SES event that occurs this number of seconds after SES accepted the email. */
async function reportEvent(
  email: { providerMessageId: string; acceptedAt: string },
  seconds: number,
  event: Record<string, unknown>,
): Promise<string> {
  const at = new Date(Date.parse(email.acceptedAt) + seconds * 1_000).toISOString();
  await service.control('POST', `/outbox/${email.providerMessageId}/events`, { ...event, at });
  await service.settle();
  return at;
}

// E-60
test('an email has the same fields as in the list, and its events, with null for missing values', async () => {
  const email = await aSentEmail({ to: ['Kim <Kim@Example.com>', 'li@example.com'] });

  const { status, body } = await get(email.id);

  const listed = await service.api('GET', '/v1/emails?limit=1');
  const { events, ...fields } = body;
  expect(status).toBe(200);
  expect(fields).toEqual(listed.body.data[0]);
  expect(fields).toEqual({
    id: email.id,
    from: `Desk <desk@${service.metadata.domains.transactional}>`,
    to: ['Kim@Example.com', 'li@example.com'],
    subject: 'Hello',
    status: 'sent',
    risk_class: 'transactional',
    provider_message_id: email.providerMessageId,
    scheduled_at: null,
    sent_at: aTimestamp,
    opened_at: null,
    clicked_at: null,
    created_at: aTimestamp,
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
      created_at: aTimestamp,
    },
  ]);
});

// EV-1
test('events are complete and sorted oldest first, regardless of the order in which SES reports them', async () => {
  const email = await aSentEmail({ to: 'annoyed@example.com' });
  const complainedAt = await reportEvent(email, 30, { type: 'complaint', sub_type: 'abuse' });
  const bouncedAt = await reportEvent(email, 20, {
    type: 'bounce',
    bounce_type: 'Transient',
    diagnostic: 'smtp; 450 later',
  });
  const delayedAt = await reportEvent(email, 10, {
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
    created_at: aTimestamp,
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

// E-58
test('a skipped email has no provider id, no sent_at and no events', async () => {
  const email = await aSentEmail({ to: 'gone@example.com' });
  await reportEvent(email, 1, { type: 'bounce', bounce_type: 'Permanent' });

  const skipped = await service.api('POST', '/v1/emails', { body: anEmail({ to: 'gone@example.com' }) });

  expect((await get(skipped.body.id)).body).toMatchObject({
    status: 'rejected',
    to: ['gone@example.com'],
    provider_message_id: null,
    sent_at: null,
    events: [],
  });
});

// E-58
test('a scheduled email has a scheduled_at, no sent_at and no events', async () => {
  const scheduled_at = '2099-12-24T18:00:00.000Z';
  const { body: sent } = await service.api('POST', '/v1/emails', { body: anEmail({ scheduled_at }) });

  expect((await get(sent.id)).body).toEqual({
    id: sent.id,
    from: `Desk <desk@${service.metadata.domains.transactional}>`,
    to: ['kim@example.com'],
    subject: 'Hello',
    status: 'scheduled',
    risk_class: 'transactional',
    provider_message_id: null,
    scheduled_at,
    sent_at: null,
    opened_at: null,
    clicked_at: null,
    created_at: aTimestamp,
    events: [],
  });
});

test('a canceled email keeps its scheduled_at', async () => {
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

// E-58
test('a scheduled email that was sent has both scheduled_at and sent_at', async () => {
  const { body: sent } = await service.api('POST', '/v1/emails', {
    body: anEmail({ scheduled_at: 'in 1 minute' }),
  });
  await service.advance(120_000);
  await service.settle();

  const { body } = await get(sent.id);

  expect(body).toMatchObject({ status: 'sent', scheduled_at: sent.scheduled_at, sent_at: aTimestamp });
  expect(body.sent_at >= body.scheduled_at).toBe(true);
  expect(body.events.map(({ type }: { type: string }) => type)).toEqual(['send']);
});

// E-60
test('a request with a provider message id or a thread id returns 404', async () => {
  const email = await aSentEmail();

  for (const id of [email.providerMessageId, email.threadId]) {
    expect(refusalOf(await get(id))).toMatchObject({ status: 404, type: 'not_found' });
  }
});

test('a request with an event id returns 404', async () => {
  const email = await aSentEmail();
  const [event] = (await get(email.id)).body.events;

  expect(refusalOf(await get(event.id))).toMatchObject({ status: 404, type: 'not_found' });
});

test("a request for another workspace's email returns the same 404 error as a request with an unknown id", async () => {
  const otherWorkspace = await aWorkspace(service);
  const from = `desk@${(await aDomain(service, otherWorkspace.id)).domain}`;
  const otherEmail = await service.api('POST', '/v1/emails', {
    key: otherWorkspace.key,
    body: anEmail({ from }),
  });

  const foreignResponse = await get(otherEmail.body.id);
  const unknownResponse = await get(unknownId);

  expect(refusalOf(foreignResponse)).toMatchObject({ status: 404, type: 'not_found' });
  expect(foreignResponse.body).toEqual(unknownResponse.body);
  expect((await get(otherEmail.body.id, otherWorkspace.key)).status).toBe(200);
});

test.each([
  ['a word', 'garbage'],
  ['an address', 'kim@example.com'],
  ['a nil UUID', '00000000-0000-0000-0000-000000000000'],
  ['a UUID with a suffix', '01a00000-0000-7000-8000-000000000000%23EVENT'],
  ['a control character', '%00'],
  ['an incomplete UTF-8 character', '%E0%A4%A'],
  ['a slash', 'a%2Fb'],
  ['a very long text', 'x'.repeat(2_000)],
])('a request with an id that is %s returns 404', async (_description, id) => {
  const response = await get(id);

  expect(refusalOf(response)).toMatchObject({ status: 404, type: 'not_found' });
  expect(response.body.error.message).toMatch(/email/);
});
