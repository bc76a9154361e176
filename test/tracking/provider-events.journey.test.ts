import { randomUUID } from 'node:crypto';
import { createTestWorkspace, type TestWorkspace } from '../support/test-workspace';
import { aWorkspace } from '../support/factories';
import { deadLetters, queuedMessages, storedObjects } from '../support/journal';
import { timeAfterAcceptance, sesEvents, type ReportedEmail } from '../support/ses-events';
import { useService } from '../support/use-service';

const service = useService();
let workspace: TestWorkspace;

beforeAll(async () => {
  await service.control('PATCH', '/settings', { auto_delivery: false });
  workspace = await createTestWorkspace(service);
});

type SentEmail = ReportedEmail & { providerMessageId: string };

/** Sends an email that SES has accepted but for which SES has not reported events. */
async function sendEmail(overrides: Record<string, unknown> = {}): Promise<SentEmail> {
  const { id } = (await workspace.send(overrides)).body;
  await service.settle();
  const [mail] = await service.outbox(`?message_id=${id}`);
  return {
    id,
    workspaceId: workspace.workspaceId,
    acceptedAt: String(mail?.at),
    providerMessageId: String(mail?.provider_message_id),
  };
}

const getEmail = ({ id }: ReportedEmail) => workspace.getEmail(id);

const eventsOf = async (email: ReportedEmail, type: string) =>
  (await getEmail(email)).events.filter((event: { type: string }) => event.type === type);

const publish = (event: object): Promise<unknown> => service.control('POST', '/provider-events', event);

/** Makes the SES emulator publish an event about the email. */
async function simulateEvent(email: SentEmail, event: Record<string, unknown>): Promise<void> {
  await service.control('POST', `/outbox/${email.providerMessageId}/events`, event);
  await service.settle();
}

// EV-2
test('an event has every field, with null where there is no value', async () => {
  const email = await sendEmail({ to: 'Kim <Kim@Example.com>' });

  expect((await getEmail(email)).events).toEqual([
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

// EV-6
test('a notification that arrives ten times simultaneously creates one timeline event', async () => {
  const email = await sendEmail();
  const delivery = sesEvents.delivery(email, 1);

  await Promise.all(Array.from({ length: 10 }, () => publish(delivery)));
  await service.settle();
  const afterFirst = await getEmail(email);
  await publish(delivery);
  await service.settle();

  expect(afterFirst.status).toBe('delivered');
  expect(afterFirst.events.map(({ type }: { type: string }) => type)).toEqual(['send', 'delivery']);
  expect(await getEmail(email)).toEqual(afterFirst);
});

test('two Delivery events at different times create two timeline events', async () => {
  const email = await sendEmail();

  await publish(sesEvents.delivery(email, 1));
  await publish(sesEvents.delivery(email, 2));
  await service.settle();

  expect(await eventsOf(email, 'delivery')).toHaveLength(2);
});

// EV-8
test('an older event that arrives late is recorded in order and does not change the status', async () => {
  const email = await sendEmail();

  await publish(sesEvents.delivery(email, 60));
  await service.settle();
  await publish(sesEvents.bounce(email, 30));
  await service.settle();

  const storedEmail = await getEmail(email);
  expect(storedEmail.status).toBe('delivered');
  expect(storedEmail.events.map(({ type }: { type: string }) => type)).toEqual([
    'send',
    'bounce',
    'delivery',
  ]);
});

// EV-8, EV-10
test('a complaint changes the status of a delivered email to complained and suppresses the recipient', async () => {
  const email = await sendEmail({ to: 'annoyed@example.com' });
  const isListedUnder = async (status: string) => {
    const { body } = await service.api('GET', `/v1/emails?status=${status}`, { key: workspace.key });
    return body.data.some(({ id }: { id: string }) => id === email.id);
  };

  await simulateEvent(email, { type: 'delivery' });
  const wasDelivered = await isListedUnder('delivered');
  await service.advance(1_000);
  await simulateEvent(email, { type: 'complaint', sub_type: 'abuse' });
  const next = await workspace.send({ to: 'annoyed@example.com' });

  expect(wasDelivered).toBe(true);
  expect((await getEmail(email)).status).toBe('complained');
  expect(await eventsOf(email, 'complaint')).toMatchObject([{ sub_type: 'abuse', detail: null }]);
  expect([
    await isListedUnder('complained'),
    await isListedUnder('delivered'),
    await isListedUnder('bounced'),
  ]).toEqual([true, false, false]);
  expect(next.body).toMatchObject({ status: 'rejected', reason: 'suppressed:complaint' });
});

test('a bounced email that is delivered later is not listed as bounced', async () => {
  const email = await sendEmail();

  await publish(sesEvents.bounce(email, 1));
  await service.settle();
  await publish(sesEvents.delivery(email, 2));
  await service.settle();

  const bounced = await service.api('GET', '/v1/emails?status=bounced', { key: workspace.key });
  expect((await getEmail(email)).status).toBe('delivered');
  expect(bounced.body.data.map(({ id }: { id: string }) => id)).not.toContain(email.id);
});

// EV-4, EV-9
test.each([
  { type: 'Permanent', next: { status: 'rejected', skipped: true, reason: 'suppressed:hard_bounce' } },
  { type: 'Transient', next: { status: 'sent', skipped: false, reason: null } },
  { type: 'Undetermined', next: { status: 'sent', skipped: false, reason: null } },
])(
  'a bounce of the type $type changes the status to bounced, and the next email has the status $next.status',
  async (bounce) => {
    const to = `${bounce.type}@example.com`;
    const email = await sendEmail({ to });

    await simulateEvent(email, { type: 'bounce', bounce_type: bounce.type, diagnostic: 'smtp; 550 no' });

    expect((await getEmail(email)).status).toBe('bounced');
    expect(await eventsOf(email, 'bounce')).toMatchObject([
      { sub_type: bounce.type, detail: 'smtp; 550 no', recipient: to.toLowerCase() },
    ]);
    expect((await workspace.send({ to })).body).toMatchObject(bounce.next);
  },
);

// EV-5
test('a bounce without a diagnostic has no detail', async () => {
  const email = await sendEmail();

  await simulateEvent(email, { type: 'bounce', bounce_type: 'Transient', diagnostic: null });

  expect(await eventsOf(email, 'bounce')).toMatchObject([{ sub_type: 'Transient', detail: null }]);
});

// EV-4
test('a complaint without a feedback type has no sub_type', async () => {
  const email = await sendEmail({ to: 'silent@example.com' });

  await simulateEvent(email, { type: 'complaint', sub_type: null });

  expect(await eventsOf(email, 'complaint')).toMatchObject([{ sub_type: null, detail: null }]);
});

// EV-26
test.each(['not-spam', 'Not-Spam'])(
  'a complaint of the type %s is recorded and published but changes no status, metric or suppression',
  async (feedbackType) => {
    const to = `satisfied-${feedbackType}@example.com`;
    const email = await sendEmail({ to });
    await simulateEvent(email, { type: 'delivery' });
    const metrics = async () =>
      (await service.api('GET', '/v1/emails/metrics', { key: workspace.key })).body.totals.complained;
    const complainedBefore = await metrics();

    await publish(sesEvents.complaint(email, 2, to, feedbackType));
    await service.settle();

    expect((await getEmail(email)).status).toBe('delivered');
    expect(await eventsOf(email, 'complaint')).toMatchObject([
      { sub_type: feedbackType, recipient: to.toLowerCase() },
    ]);
    expect(await metrics()).toBe(complainedBefore);
    expect((await workspace.send({ to })).body.status).not.toBe('rejected');
  },
);

// EV-10
test.each([
  { named: ['a1@one.example'], others: ['b1@two.example'], suppressed: ['a1@one.example'] },
  { named: ['a2@one.example'], others: ['b2@ONE.example'], suppressed: [] },
  { named: ['a3@one.example', 'b3@one.example'], others: [], suppressed: [] },
  {
    named: ['a4@one.example', 'b4@two.example', 'b5@two.example'],
    others: [],
    suppressed: ['a4@one.example'],
  },
])(
  'a complaint that names $named, of an email also to $others, suppresses $suppressed',
  async ({ named, others, suppressed }) => {
    const email = await sendEmail({ to: [...named, ...others] });

    await publish(sesEvents.complaint(email, 2, named));
    await service.settle();

    const rejected = [];
    for (const to of [...named, ...others])
      if ((await workspace.send({ to })).body.reason === 'suppressed:complaint') rejected.push(to);
    expect(rejected).toEqual(suppressed);
  },
);

// EV-25
test.each([
  '<NAME@example.com>',
  'Kim <NAME@example.com>',
  'rfc822;NAME@example.com',
  'RFC822; <NAME@example.com>',
  '  NAME@example.com\r\n',
  'NAME@example.com.',
  'NAME@EXAMPLE.COM',
  "'NAME@example.com'",
  'NAME@example.com (Kim)',
  'no address',
])('a permanent bounce of %j records and suppresses the address', async (reported) => {
  const to = `reported-${Buffer.from(reported).toString('hex')}@example.com`.slice(-60).replace(/^-/, 'x');
  const email = await sendEmail({ to });

  const emailAddress = reported.replace('NAME', to.split('@')[0] ?? '');
  await publish(sesEvents.bounce(email, 1, { type: 'Permanent', recipients: [{ emailAddress }] }));
  await service.settle();

  expect(await eventsOf(email, 'bounce')).toMatchObject([{ recipient: to }]);
  expect((await workspace.send({ to })).body.reason).toBe('suppressed:hard_bounce');
});

// EV-25
test('an unreadable bounce of an email to two recipients suppresses neither of them', async () => {
  const to = ['unclear-1@example.com', 'unclear-2@example.com'];
  const email = await sendEmail({ to });

  await publish(
    sesEvents.bounce(email, 1, { type: 'Permanent', recipients: [{ emailAddress: 'no address' }] }),
  );
  await service.settle();

  expect(await eventsOf(email, 'bounce')).toMatchObject([{ recipient: 'no address' }]);
  for (const address of to) expect((await workspace.send({ to: address })).body.status).not.toBe('rejected');
});

test('a complaint that lists several recipients is recorded for each recipient but suppresses none of the recipients', async () => {
  const recipients = ['one@shared.example', 'two@shared.example'];
  const email = await sendEmail({ to: recipients });

  await publish(sesEvents.complaint(email, 2, recipients));
  await service.settle();

  expect((await getEmail(email)).status).toBe('complained');
  expect(
    (await eventsOf(email, 'complaint')).map(({ recipient }: { recipient: string }) => recipient).sort(),
  ).toEqual(recipients);
  for (const to of recipients) expect((await workspace.send({ to })).body.status).not.toBe('rejected');
});

test('a hard bounce remains the suppression reason after a later complaint', async () => {
  const email = await sendEmail({ to: 'both@example.com' });

  await publish(
    sesEvents.bounce(email, 1, { type: 'Permanent', recipients: [{ emailAddress: 'both@example.com' }] }),
  );
  await service.settle();
  await publish(sesEvents.complaint(email, 2, 'both@example.com'));
  await service.settle();

  expect((await workspace.send({ to: 'both@example.com' })).body.reason).toBe('suppressed:hard_bounce');
});

// EV-3
test('an event for several recipients creates a timeline event with a diagnostic for each recipient', async () => {
  const to = ['One@example.com', 'two@example.com', 'three@example.com'];
  const email = await sendEmail({ to });

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

  const recipientsAndDetails = async (type: string) =>
    (await eventsOf(email, type))
      .map(({ recipient, detail }: Record<string, string | null>) => [recipient, detail])
      .sort();
  expect(await recipientsAndDetails('delivery')).toEqual([
    ['one@example.com', null],
    ['two@example.com', null],
  ]);
  expect(await recipientsAndDetails('bounce')).toEqual([
    ['three@example.com', 'smtp; 452 full'],
    ['two@example.com', null],
  ]);
});

// EV-9
test('only recipients that bounced permanently are suppressed', async () => {
  const email = await sendEmail({ to: ['gone@example.com', 'here@example.com'] });

  await simulateEvent(email, { type: 'bounce', bounce_type: 'Permanent', recipient: 'gone@example.com' });
  const next = await workspace.send({ to: ['gone@example.com', 'here@example.com'] });

  const [mail] = await service.outbox(`?message_id=${next.body.id}`);
  expect(next.body).toMatchObject({ status: 'sent', skipped: false });
  expect(mail?.to).toEqual(['here@example.com']);
});

// EV-1, EV-3, EV-5
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
  '$type is in the timeline with its detail and the first recipient, and does not change the status',
  async (testCase) => {
    const email = await sendEmail({ to: ['First@example.com', 'second@example.com'] });

    await simulateEvent(email, { type: testCase.type, ...testCase.given });

    expect((await getEmail(email)).status).toBe('sent');
    expect(await eventsOf(email, testCase.type)).toMatchObject([
      { recipient: 'first@example.com', ...testCase.entry },
    ]);
  },
);

test('opens and clicks of an untracked email are ignored', async () => {
  const email = await sendEmail();

  await publish({
    ...sesEvents.send(email),
    eventType: 'Open',
    open: { timestamp: timeAfterAcceptance(email, 1) },
  });
  await publish({ ...sesEvents.send(email), eventType: 'Subscription', subscription: {} });
  await service.settle();

  expect((await getEmail(email)).events.map(({ type }: { type: string }) => type)).toEqual(['send']);
});

// EV-11
test("an event that names another workspace's email does not change that email", async () => {
  const email = await sendEmail();
  const otherWorkspace = await aWorkspace(service);

  await publish(sesEvents.complaint({ ...email, workspaceId: otherWorkspace.id }, 1));
  await service.settle();

  const storedEmail = await getEmail(email);
  expect(storedEmail.status).toBe('sent');
  expect(storedEmail.events.map(({ type }: { type: string }) => type)).toEqual(['send']);
});

test('bounces and complaints arrive as events instead of email to the sender', async () => {
  const subject = `No feedback ${randomUUID()}`;
  const email = await sendEmail({ subject, to: 'feedback@example.com' });

  await simulateEvent(email, { type: 'bounce' });
  await simulateEvent(email, { type: 'complaint' });

  const mails = storedObjects(service, 'InboundMail').filter(({ bytes }) => bytes.includes(subject));
  expect(await eventsOf(email, 'complaint')).toHaveLength(1);
  expect(mails).toEqual([]);
});

test('setup notifications of SES are consumed immediately', async () => {
  await sendEmail();

  const isSetupNotification = ({ body }: { body: string }) =>
    /^Successfully validated|SETUP_NOTIFICATION/.test(body);
  expect(queuedMessages(service).filter(isSetupNotification)).toEqual([]);
});

test('an unreadable event delays no other event and moves to the dead-letter queue after five attempts', async () => {
  const email = await sendEmail();
  const unknownEmail = { ...email, id: '01900000-0000-7000-8000-000000000000' };
  const garbage = [
    { hello: 'world' },
    {
      ...sesEvents.delivery(email, 1),
      delivery: { timestamp: 'not a time', recipients: ['kim@example.com'] },
    },
  ];
  // Three minutes, which is six times the worker's timeout.
  const advanceToNextAttempt = () => service.advance(181_000);
  const earlierDeadLetters = deadLetters(service);
  const newDeadLetters = () => deadLetters(service).filter((body) => !earlierDeadLetters.includes(body));

  await Promise.all(
    [...garbage, sesEvents.delivery(unknownEmail, 1), sesEvents.delivery(email, 2)].map((event) =>
      publish(event),
    ),
  );
  await service.settle();
  const emailAfterFirstAttempt = await getEmail(email);
  for (let attempt = 1; attempt < 5; attempt++) await advanceToNextAttempt();
  const deadLettersAfterFive = newDeadLetters();
  await advanceToNextAttempt();

  expect(emailAfterFirstAttempt.status).toBe('delivered');
  expect(deadLettersAfterFive).toEqual([]);
  expect(newDeadLetters().map((body) => JSON.parse(body))).toEqual(expect.arrayContaining(garbage));
  expect(newDeadLetters()).toHaveLength(garbage.length);
  expect(await eventsOf(email, 'delivery')).toHaveLength(1);
});
