import { randomUUID } from 'node:crypto';
import { anActor, type Actor } from '../support/actor';
import { aWorkspace } from '../support/factories';
import { deadLetters, queuedMessages, storedObjects } from '../support/journal';
import { later, sesEvents, type Reported } from '../support/ses-events';
import { theService } from '../support/the-service';

const service = theService();
let desk: Actor;

beforeAll(async () => {
  await service.control('PATCH', '/settings', { auto_delivery: false });
  desk = await anActor(service);
});

type Sent = Reported & { providerMessageId: string };

/** An email that the provider took and has not reported on. */
async function aSentEmail(overrides: Record<string, unknown> = {}): Promise<Sent> {
  const { id } = (await desk.send(overrides)).body;
  await service.settle();
  const [mail] = await service.outbox(`?message_id=${id}`);
  return {
    id,
    workspaceId: desk.workspaceId,
    acceptedAt: String(mail?.at),
    providerMessageId: String(mail?.provider_message_id),
  };
}

const read = ({ id }: Reported) => desk.read(id);

const eventsOf = async (email: Reported, type: string) =>
  (await read(email)).events.filter((event: { type: string }) => event.type === type);

const publish = (event: object): Promise<unknown> => service.control('POST', '/provider-events', event);

/** What the provider stand-in publishes for something that happened to the mail. */
async function happens(email: Sent, event: Record<string, unknown>): Promise<void> {
  await service.control('POST', `/outbox/${email.providerMessageId}/events`, event);
  await service.settle();
}

test('an event has every field of the specification, with null where there is no value', async () => {
  const email = await aSentEmail({ to: 'Kim <Kim@Example.com>' });

  expect((await read(email)).events).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/),
      message_id: email.id,
      provider_message_id: email.providerMessageId,
      type: 'send',
      recipient: 'kim@example.com',
      sub_type: null,
      detail: null,
      broadcast_id: null,
      variant: null,
      occurred_at: email.acceptedAt,
      created_at: expect.any(String),
    },
  ]);
});

test('the same notification ten times at once is one entry of the timeline', async () => {
  const email = await aSentEmail();
  const delivery = sesEvents.delivery(email, 1);

  await Promise.all(Array.from({ length: 10 }, () => publish(delivery)));
  await service.settle();
  const once = await read(email);
  await publish(delivery);
  await service.settle();

  expect(once.status).toBe('delivered');
  expect(once.events.map(({ type }: { type: string }) => type)).toEqual(['send', 'delivery']);
  expect(await read(email)).toEqual(once);
});

test('two deliveries at different times are two entries: notices repeat, and the log keeps what was said', async () => {
  const email = await aSentEmail();

  await publish(sesEvents.delivery(email, 1));
  await publish(sesEvents.delivery(email, 2));
  await service.settle();

  expect(await eventsOf(email, 'delivery')).toHaveLength(2);
});

test('an older report that comes late is recorded in its place and changes no status', async () => {
  const email = await aSentEmail();

  await publish(sesEvents.delivery(email, 60));
  await service.settle();
  await publish(sesEvents.bounce(email, 30));
  await service.settle();

  const seen = await read(email);
  expect(seen.status).toBe('delivered');
  expect(seen.events.map(({ type }: { type: string }) => type)).toEqual(['send', 'bounce', 'delivery']);
});

test('a delivered email becomes complained, is found under that status only, and its reader gets no more', async () => {
  const email = await aSentEmail({ to: 'annoyed@example.com' });
  const under = async (status: string) => {
    const { body } = await service.api('GET', `/v1/emails?status=${status}`, { key: desk.key });
    return body.data.some(({ id }: { id: string }) => id === email.id);
  };

  await happens(email, { type: 'delivery' });
  const wasDelivered = await under('delivered');
  await service.advance(1_000);
  await happens(email, { type: 'complaint', sub_type: 'abuse' });
  const next = await desk.send({ to: 'annoyed@example.com' });

  expect(wasDelivered).toBe(true);
  expect((await read(email)).status).toBe('complained');
  expect(await eventsOf(email, 'complaint')).toMatchObject([{ sub_type: 'abuse', detail: null }]);
  expect([await under('complained'), await under('delivered'), await under('bounced')]).toEqual([
    true,
    false,
    false,
  ]);
  expect(next.body).toMatchObject({ status: 'rejected', reason: 'suppressed:complaint' });
});

test('a bounced email that is delivered after all leaves the list of bounced ones', async () => {
  const email = await aSentEmail();

  await publish(sesEvents.bounce(email, 1));
  await service.settle();
  await publish(sesEvents.delivery(email, 2));
  await service.settle();

  const bounced = await service.api('GET', '/v1/emails?status=bounced', { key: desk.key });
  expect((await read(email)).status).toBe('delivered');
  expect(bounced.body.data.map(({ id }: { id: string }) => id)).not.toContain(email.id);
});

test.each([
  { type: 'Permanent', next: { status: 'rejected', skipped: true, reason: 'suppressed:hard_bounce' } },
  { type: 'Transient', next: { status: 'sent', skipped: false, reason: null } },
  { type: 'Undetermined', next: { status: 'sent', skipped: false, reason: null } },
])('a bounce of the type $type makes the email bounced; the next mail is $next.status', async (bounce) => {
  const to = `${bounce.type}@example.com`;
  const email = await aSentEmail({ to });

  await happens(email, { type: 'bounce', bounce_type: bounce.type, diagnostic: 'smtp; 550 no' });

  expect((await read(email)).status).toBe('bounced');
  expect(await eventsOf(email, 'bounce')).toMatchObject([
    { sub_type: bounce.type, detail: 'smtp; 550 no', recipient: to.toLowerCase() },
  ]);
  expect((await desk.send({ to })).body).toMatchObject(bounce.next);
});

test('a bounce without an answer of the receiving server has no detail', async () => {
  const email = await aSentEmail();

  await happens(email, { type: 'bounce', bounce_type: 'Transient', diagnostic: null });

  expect(await eventsOf(email, 'bounce')).toMatchObject([{ sub_type: 'Transient', detail: null }]);
});

test('a complaint of a mailbox provider that gives no feedback type has no sub_type', async () => {
  const email = await aSentEmail({ to: 'silent@example.com' });

  await happens(email, { type: 'complaint', sub_type: null });

  expect(await eventsOf(email, 'complaint')).toMatchObject([{ sub_type: null, detail: null }]);
});

test('a hard bounce outlives a later complaint as the reason of the suppression', async () => {
  const email = await aSentEmail({ to: 'both@example.com' });

  await publish(
    sesEvents.bounce(email, 1, { type: 'Permanent', recipients: [{ emailAddress: 'both@example.com' }] }),
  );
  await service.settle();
  await publish(sesEvents.complaint(email, 2, 'both@example.com'));
  await service.settle();

  expect((await desk.send({ to: 'both@example.com' })).body.reason).toBe('suppressed:hard_bounce');
});

test('a notice about several recipients is an entry for each, with what its server said', async () => {
  const to = ['One@example.com', 'two@example.com', 'three@example.com'];
  const email = await aSentEmail({ to });

  await publish(sesEvents.delivery(email, 1, ['One@Example.com', 'two@example.com']));
  await publish(
    sesEvents.bounce(email, 2, {
      recipients: [
        { emailAddress: 'three@example.com', diagnosticCode: 'smtp; 452 full' },
        { emailAddress: 'two@example.com' },
      ],
    }),
  );
  await service.settle();

  const named = async (type: string) =>
    (await eventsOf(email, type))
      .map(({ recipient, detail }: Record<string, string | null>) => [recipient, detail])
      .sort();
  expect(await named('delivery')).toEqual([
    ['one@example.com', null],
    ['two@example.com', null],
  ]);
  expect(await named('bounce')).toEqual([
    ['three@example.com', 'smtp; 452 full'],
    ['two@example.com', null],
  ]);
});

test('of several recipients only those that bounced permanently are suppressed', async () => {
  const email = await aSentEmail({ to: ['gone@example.com', 'here@example.com'] });

  await happens(email, { type: 'bounce', bounce_type: 'Permanent', recipient: 'gone@example.com' });
  const next = await desk.send({ to: ['gone@example.com', 'here@example.com'] });

  const [mail] = await service.outbox(`?message_id=${next.body.id}`);
  expect(next.body).toMatchObject({ status: 'sent', skipped: false });
  expect(mail?.to).toEqual(['here@example.com']);
});

test.each([
  { type: 'reject', given: { reason: 'Bad content' }, entry: { sub_type: null, detail: 'Bad content' } },
  { type: 'rendering_failure', given: {}, entry: { sub_type: null, detail: null } },
  {
    type: 'delivery_delay',
    given: { sub_type: 'MailboxFull', diagnostic: 'smtp; 452 4.2.2 full', recipient: 'second@example.com' },
    entry: { sub_type: 'MailboxFull', detail: 'smtp; 452 4.2.2 full' },
  },
  {
    type: 'delivery_delay',
    given: { sub_type: 'TransientCommunicationFailure', diagnostic: null },
    entry: { sub_type: 'TransientCommunicationFailure', detail: null },
  },
])(
  '$type is in the timeline with its detail, names the first recipient and keeps the status',
  async (one) => {
    const email = await aSentEmail({ to: ['First@example.com', 'second@example.com'] });

    await happens(email, { type: one.type, ...one.given });

    expect((await read(email)).status).toBe('sent');
    expect(await eventsOf(email, one.type)).toMatchObject([{ recipient: 'first@example.com', ...one.entry }]);
  },
);

test('opens and clicks of an email that nobody tracks leave no trace', async () => {
  const email = await aSentEmail();

  await publish({ ...sesEvents.send(email), eventType: 'Open', open: { timestamp: later(email, 1) } });
  await publish({ ...sesEvents.send(email), eventType: 'Subscription', subscription: {} });
  await service.settle();

  expect((await read(email)).events.map(({ type }: { type: string }) => type)).toEqual(['send']);
});

test("an event that names another workspace's email changes nothing there", async () => {
  const email = await aSentEmail();
  const other = await aWorkspace(service);

  await publish(sesEvents.complaint({ ...email, workspaceId: other.id }, 1));
  await service.settle();

  const seen = await read(email);
  expect(seen.status).toBe('sent');
  expect(seen.events.map(({ type }: { type: string }) => type)).toEqual(['send']);
});

test('bounces and complaints come as events, and not as mail to the sender', async () => {
  const subject = `No feedback ${randomUUID()}`;
  const email = await aSentEmail({ subject, to: 'feedback@example.com' });

  await happens(email, { type: 'bounce' });
  await happens(email, { type: 'complaint' });

  const mails = storedObjects(service, 'InboundMail').filter(({ bytes }) => bytes.includes(subject));
  expect(await eventsOf(email, 'complaint')).toHaveLength(1);
  expect(mails).toEqual([]);
});

test('what SES says of new destinations and rules is done with at once', async () => {
  await aSentEmail();

  const isNotice = ({ body }: { body: string }) => /^Successfully validated|SETUP_NOTIFICATION/.test(body);
  expect(queuedMessages(service).filter(isNotice)).toEqual([]);
});

test('what cannot be read holds up nothing: after five tries it lies among the dead letters', async () => {
  const email = await aSentEmail();
  const unknown = { ...email, id: '01900000-0000-7000-8000-000000000000' };
  const garbage = [
    { hello: 'world' },
    {
      ...sesEvents.delivery(email, 1),
      delivery: { timestamp: 'not a time', recipients: ['kim@example.com'] },
    },
  ];
  // Three minutes: six times the worker's timeout.
  const nextTry = () => service.advance(181_000);
  const earlier = deadLetters(service);
  const givenUp = () => deadLetters(service).filter((body) => !earlier.includes(body));

  await Promise.all(
    [...garbage, sesEvents.delivery(unknown, 1), sesEvents.delivery(email, 2)].map((event) => publish(event)),
  );
  await service.settle();
  const seenAtOnce = await read(email);
  for (let tries = 1; tries < 5; tries++) await nextTry();
  const afterFive = givenUp();
  await nextTry();

  expect(seenAtOnce.status).toBe('delivered');
  expect(afterFive).toEqual([]);
  expect(givenUp().map((body) => JSON.parse(body))).toEqual(expect.arrayContaining(garbage));
  expect(givenUp()).toHaveLength(garbage.length);
  expect(await eventsOf(email, 'delivery')).toHaveLength(1);
});
