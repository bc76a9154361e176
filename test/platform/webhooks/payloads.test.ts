import {
  deliverInboundMail,
  rawMail,
  type InboundEnvelope,
  type MailParts,
} from '../../support/inbound-mail';
import { storedObjects } from '../../support/journal';
import {
  payloadOf,
  WebhookReceiver,
  verifySignature,
  type ReceivedRequest,
} from '../../support/webhook-receiver';
import { timeAfterAcceptance, sesEvents, type ReportedEmail } from '../../support/ses-events';
import type { Endpoint } from '../../support/webhook-subscriber';
import { aTimestamp } from '../../support/matchers';
import { type TestWorkspace, createTestWorkspace } from '../../support/test-workspace';
import { useService } from '../../support/use-service';

const allEventTypes = [
  'inbound',
  'send',
  'delivery',
  'bounce',
  'complaint',
  'reject',
  'open',
  'click',
  'rendering_failure',
  'delivery_delay',
];

const service = useService();
let receiver: WebhookReceiver;

beforeAll(async () => {
  await service.control('PATCH', '/settings', { auto_delivery: false });
  receiver = await WebhookReceiver.start(service, 'hooks.acme.example');
});

afterAll(() => receiver.stop());

/** An endpoint with a unique path, and the requests that it receives. */
class Subscription {
  private constructor(
    private readonly path: string,
    readonly endpoint: Endpoint,
  ) {}

  static async create(
    workspace: TestWorkspace,
    events: readonly string[] = allEventTypes,
  ): Promise<Subscription> {
    const path = `/hook-${(paths += 1)}`;
    const body = { url: `http://${receiver.host}${path}`, events };
    const created = await workspace.api('POST', '/v1/webhook-endpoints', body);
    if (created.status !== 201) throw new Error(`No endpoint: ${JSON.stringify(created.body)}`);
    return new Subscription(path, created.body);
  }

  received(): ReceivedRequest[] {
    return receiver.received.filter(({ path }) => path === this.path);
  }

  payloads(): Record<string, unknown>[] {
    return this.received().map(payloadOf);
  }

  types(): unknown[] {
    return this.payloads()
      .map(({ type }) => type)
      .sort();
  }
}

let paths = 0;

type SentEmail = ReportedEmail & { providerMessageId: string };

/** Sends an email for which SES has reported only the Send event. */
async function aSentEmail(
  workspace: TestWorkspace,
  overrides: Record<string, unknown> = {},
): Promise<SentEmail> {
  const { id } = await workspace.sendAccepted(overrides);
  await service.settle();
  const [mail] = await service.outbox(`?message_id=${id}`);
  return {
    id,
    workspaceId: workspace.workspaceId,
    acceptedAt: String(mail?.['at']),
    providerMessageId: String(mail?.['provider_message_id']),
  };
}

/** Makes the simulated SES publish an event for the email. */
const reportEvent = (email: SentEmail, event: Record<string, unknown>): Promise<unknown> =>
  service.control('POST', `/outbox/${email.providerMessageId}/events`, event);

const publishSesEvent = (event: object): Promise<unknown> =>
  service.control('POST', '/provider-events', event);

/** Waits until all events are published, including opens and clicks that must be classified first. */
const advancePastClassification = (): Promise<unknown> => service.advance(20_000);

describe('a webhook about sent email', () => {
  const requestsByType = new Map<unknown, ReceivedRequest[]>();
  let email: SentEmail;
  let subscription: Subscription;

  beforeAll(async () => {
    const workspace = await createTestWorkspace(service);
    subscription = await Subscription.create(workspace);
    email = await aSentEmail(workspace, {
      to: ['Kim <Kim@Example.com>', 'lee@example.com'],
      cc: ['boss@example.com'],
      subject: 'Größe 42 “neu” \u{1f4e6}',
    });
    for (const [index, type] of allEventTypes.slice(2).entries())
      await reportEvent(email, {
        type,
        at: timeAfterAcceptance(email, index + 1),
        link: 'https://shop.example/?a=1&b=2',
      });
    await service.settle();
    await advancePastClassification();
    for (const request of subscription.received()) {
      const { type } = payloadOf(request);
      requestsByType.set(type, [...(requestsByType.get(type) ?? []), request]);
    }
  });

  const occurredAt: Record<string, (sent: SentEmail) => string> = {
    delivery: (sent) => timeAfterAcceptance(sent, 1),
    bounce: (sent) => timeAfterAcceptance(sent, 2),
    complaint: (sent) => timeAfterAcceptance(sent, 3),
    open: (sent) => timeAfterAcceptance(sent, 5),
    click: (sent) => timeAfterAcceptance(sent, 6),
    delivery_delay: (sent) => timeAfterAcceptance(sent, 8),
  };

  // W-27
  test.each(allEventTypes.slice(1))('of type %s has exactly the fields of the specification', (type) => {
    expect(requestsByType.get(type)?.map(payloadOf)).toEqual([
      {
        type,
        message_id: email.id,
        provider_message_id: email.providerMessageId,
        broadcast_id: null,
        variant: null,
        to: ['Kim@Example.com', 'lee@example.com'],
        subject: 'Größe 42 “neu” \u{1f4e6}',
        link: type === 'click' ? 'https://shop.example/?a=1&b=2' : null,
        occurred_at: occurredAt[type]?.(email) ?? email.acceptedAt,
      },
    ]);
  });

  // W-19
  test.each(allEventTypes.slice(1))('of type %s is a signed POST of JSON', (type) => {
    const [request, ...rest] = requestsByType.get(type) ?? [];
    if (!request) throw new Error(`No webhook of type ${type}`);

    expect(rest).toEqual([]);
    expect(request).toMatchObject({
      method: 'POST',
      headers: {
        host: receiver.host,
        'content-type': 'application/json',
        'content-length': `${request.body.length}`,
      },
    });
    expect(verifySignature(request, subscription.endpoint.secret)).toBeGreaterThan(0);
    expect(() => verifySignature(request, 'whsec_of_another_endpoint')).toThrow('Not signed');
  });
});

describe('a webhook about received email', () => {
  async function receiveAndPublish(parts: MailParts, envelope: Partial<InboundEnvelope> = {}) {
    const workspace = await createTestWorkspace(service);
    const subscription = await Subscription.create(workspace, ['inbound']);
    await deliverInboundMail(
      service,
      { recipients: workspace.from, ...envelope },
      rawMail({ to: workspace.from, ...parts }),
    );
    await service.settle();
    const [request, ...rest] = subscription.received();
    if (!request || rest.length > 0) throw new Error('Expected exactly one request');
    verifySignature(request, subscription.endpoint.secret);
    return { workspace, request, payload: payloadOf(request) };
  }

  // IN-24, W-28
  test('has exactly the fields of the specification, with the values of the transcript', async () => {
    const { workspace, payload } = await receiveAndPublish(
      {
        from: 'Kim Doe <Kim@Example.COM>',
        subject: 'Re: Order 42',
        date: 'Mon, 02 Nov 2026 10:00:00 +0100',
        body: 'Yes, please.\r\n\r\nOn Mon, Desk <desk@acme.example> wrote:\r\n> Two boxes?\r\n',
      },
      { spam: 'PASS', virus: 'PASS', spf: 'GRAY', dkim: 'PASS', dmarc: 'FAIL' },
    );
    const [thread] = (await workspace.api('GET', '/v1/threads')).body.data;
    const [message] = (await workspace.getThread(thread.id)).messages;

    expect(payload).toEqual({
      type: 'inbound',
      id: message.id,
      thread_id: thread.id,
      from: 'kim@example.com',
      to: [workspace.from],
      subject: 'Re: Order 42',
      text: 'Yes, please.',
      received_at: '2026-11-02T09:00:00.000Z',
      spam_verdict: 'PASS',
      spf_verdict: 'GRAY',
      dkim_verdict: 'PASS',
      dmarc_verdict: 'FAIL',
      sender_authenticated: false,
      automated: false,
    });
  });

  // W-28
  test('about a message with few fields has null verdicts, an empty text and a subject', async () => {
    const { workspace, payload } = await receiveAndPublish({ body: '' });

    expect(payload).toEqual({
      type: 'inbound',
      id: expect.any(String),
      thread_id: expect.any(String),
      from: 'kim@example.com',
      to: [workspace.from],
      subject: '(no subject)',
      text: '',
      received_at: aTimestamp,
      spam_verdict: null,
      spf_verdict: null,
      dkim_verdict: null,
      dmarc_verdict: null,
      sender_authenticated: false,
      automated: false,
    });
  });

  // W-29
  test('is also published for an out-of-office reply, and marks the reply as automated', async () => {
    const { payload } = await receiveAndPublish({
      headers: ['Auto-Submitted: auto-replied'],
      body: 'Away.\r\n',
    });

    expect(payload).toMatchObject({ automated: true, text: 'Away.' });
  });

  test('shows that the sender is authenticated', async () => {
    const { payload } = await receiveAndPublish({}, { spf: 'PASS', dkim: 'PASS', dmarc: 'PASS' });

    expect(payload).toMatchObject({ dmarc_verdict: 'PASS', sender_authenticated: true });
  });

  test.each([
    ['that is stored in the table', 800, 0],
    ['of several kilobytes', 6_000, 1],
    ['of a megabyte', 1_048_576, 1],
  ])('with a text %s contains the whole text and is signed', async (_name, length, objectCount) => {
    const storedPayloads = () =>
      storedObjects(service, 'content').filter(({ key }) => key.startsWith('webhooks/'));
    const before = storedPayloads().length;
    const line = 'Wir hätten gern “zwei” Kisten. \\ \u{1f4e6}';
    const lines = Array.from({ length: Math.ceil(length / 40) }, (_, index) => `${line} ${index}`);
    const text = lines.join('\n');

    const { payload } = await receiveAndPublish({
      headers: ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 8bit'],
      body: `${text.replaceAll('\n', '\r\n')}\r\n`,
    });

    expect(payload['text']).toBe(text);
    expect(storedPayloads().length - before).toBe(objectCount);
  });

  test('for recipients in two workspaces is published to each workspace with only the message of that workspace', async () => {
    const workspaces = [await createTestWorkspace(service), await createTestWorkspace(service)];
    const subscriptions = await Promise.all(workspaces.map((workspace) => Subscription.create(workspace)));

    await deliverInboundMail(
      service,
      { recipients: workspaces.map(({ from }) => from) },
      rawMail({ to: 'all@example.com' }),
    );
    await service.settle();

    const threads = await Promise.all(
      workspaces.map(async (workspace) => (await workspace.api('GET', '/v1/threads')).body.data[0].id),
    );
    const requestsByType = subscriptions.map((request) =>
      request.payloads().map(({ thread_id }) => thread_id),
    );
    expect(requestsByType).toEqual(threads.map((id) => [id]));
  });
});

// EV-26
test('a not-spam report is published like any other complaint', async () => {
  const workspace = await createTestWorkspace(service);
  const subscription = await Subscription.create(workspace, ['complaint']);
  const email = await aSentEmail(workspace);

  await reportEvent(email, { type: 'complaint', sub_type: 'not-spam' });
  await service.settle();

  expect(subscription.types()).toEqual(['complaint']);
});

describe('the receivers of an event', () => {
  // W-18
  test('are all endpoints of the workspace that subscribe to the event type, once each', async () => {
    const workspace = await createTestWorkspace(service);
    const [all, identical, partial, otherType] = [
      await Subscription.create(workspace),
      await Subscription.create(workspace),
      await Subscription.create(workspace, ['delivery', 'inbound']),
      await Subscription.create(workspace, ['complaint']),
    ];

    const email = await aSentEmail(workspace);
    await reportEvent(email, { type: 'delivery' });
    await deliverInboundMail(service, { recipients: workspace.from }, rawMail({ to: workspace.from }));
    await service.settle();

    expect(all.types()).toEqual(['delivery', 'inbound', 'send']);
    expect(identical.types()).toEqual(['delivery', 'inbound', 'send']);
    expect(partial.types()).toEqual(['delivery', 'inbound']);
    expect(otherType.types()).toEqual([]);
    const [request, secondRequest] = [all, identical].map((subscription) => subscription.received()[0]);
    if (!request || !secondRequest) throw new Error('An endpoint received no request');
    expect(() => verifySignature(request, identical.endpoint.secret)).toThrow('Not signed');
    expect(() => verifySignature(secondRequest, identical.endpoint.secret)).not.toThrow();
  });

  // W-18
  test('do not include disabled or deleted endpoints or endpoints of other workspaces', async () => {
    const [workspace, otherWorkspace] = [
      await createTestWorkspace(service),
      await createTestWorkspace(service),
    ];
    const [disabled, deleted, enabled] = [
      await Subscription.create(workspace),
      await Subscription.create(workspace),
      await Subscription.create(workspace),
    ];
    const otherSubscription = await Subscription.create(otherWorkspace);
    await workspace.api('PATCH', `/v1/webhook-endpoints/${disabled.endpoint.id}`, { enabled: false });
    await workspace.api('DELETE', `/v1/webhook-endpoints/${deleted.endpoint.id}`);

    await aSentEmail(workspace);

    expect(enabled.types()).toEqual(['send']);
    expect([disabled, deleted, otherSubscription].map((subscription) => subscription.types())).toEqual([
      [],
      [],
      [],
    ]);
    const { body } = await workspace.api('GET', `/v1/webhook-endpoints/${disabled.endpoint.id}/events`);
    expect(body.data).toEqual([]);
  });

  test('change when an endpoint changes its event types', async () => {
    const workspace = await createTestWorkspace(service);
    const subscription = await Subscription.create(workspace, ['send']);
    await aSentEmail(workspace);
    await workspace.api('PATCH', `/v1/webhook-endpoints/${subscription.endpoint.id}`, {
      events: ['delivery'],
    });

    const email = await aSentEmail(workspace);
    await reportEvent(email, { type: 'delivery' });
    await service.settle();

    expect(subscription.types()).toEqual(['delivery', 'send']);
  });

  // W-31
  test('receive no event for a send that the service skips', async () => {
    const workspace = await createTestWorkspace(service);
    const subscription = await Subscription.create(workspace);
    await workspace.suppress('gone@example.com');

    const { body } = await workspace.send({ to: 'gone@example.com' });
    await advancePastClassification();

    expect(body).toMatchObject({ skipped: true });
    expect(subscription.received()).toEqual([]);
  });
});

describe('the number of deliveries', () => {
  test('is one for a bounce of two recipients in one SES event', async () => {
    const workspace = await createTestWorkspace(service);
    const subscription = await Subscription.create(workspace, ['bounce']);
    const email = await aSentEmail(workspace, { to: ['kim@example.com', 'lee@example.com'] });
    const recipients = ['kim@example.com', 'lee@example.com'].map((emailAddress) => ({ emailAddress }));

    await publishSesEvent(sesEvents.bounce(email, 3, { recipients }));
    await service.settle();

    expect(subscription.payloads()).toMatchObject([{ type: 'bounce', message_id: email.id }]);
    expect(
      (await workspace.getEmail(email.id)).events.filter(({ type }: { type: string }) => type === 'bounce'),
    ).toHaveLength(2);
  });

  test('is one for an SES event that arrives ten times concurrently and again later', async () => {
    const workspace = await createTestWorkspace(service);
    const subscription = await Subscription.create(workspace, ['delivery', 'complaint']);
    const email = await aSentEmail(workspace);
    const [delivery, complaint] = [sesEvents.delivery(email, 1), sesEvents.complaint(email, 2)];

    await Promise.all(
      Array.from({ length: 10 }, () => [publishSesEvent(delivery), publishSesEvent(complaint)]).flat(),
    );
    await service.settle();
    await publishSesEvent(delivery);
    await service.settle();

    const { body } = await workspace.api('GET', `/v1/webhook-endpoints/${subscription.endpoint.id}/events`);
    expect(body.data).toHaveLength(2);
    expect(body.data).toMatchObject([
      { status: 'success', attempts: 1 },
      { status: 'success', attempts: 1 },
    ]);
    expect(subscription.types()).toEqual(['complaint', 'delivery']);
  });

  test('is two for two SES events of the same type, and each request has its delivery id', async () => {
    const workspace = await createTestWorkspace(service);
    const subscription = await Subscription.create(workspace, ['delivery']);
    const email = await aSentEmail(workspace, { to: ['kim@example.com', 'lee@example.com'] });

    await publishSesEvent(sesEvents.delivery(email, 1, ['kim@example.com']));
    await publishSesEvent(sesEvents.delivery(email, 2, ['lee@example.com']));
    await service.settle();

    const { body } = await workspace.api('GET', `/v1/webhook-endpoints/${subscription.endpoint.id}/events`);
    const listed: string[] = body.data.map(({ id }: { id: string }) => id);
    const deliveryIds = subscription.received().map(({ headers }) => headers['x-cn-delivery']);
    expect(new Set(listed).size).toBe(2);
    expect(deliveryIds.sort()).toEqual(listed.sort());
  });
});
