import { arrive, rawMail, type Envelope, type MailParts } from '../../support/correspondent';
import { storedObjects } from '../../support/journal';
import { payloadOf, Receiver, signedAt, type Received } from '../../support/receiver';
import { later, sesEvents, type Reported } from '../../support/ses-events';
import type { Endpoint } from '../../support/subscriber';
import { aTime } from '../../support/matchers';
import { type Actor, anActor } from '../../support/actor';
import { theService } from '../../support/the-service';

const everyType = [
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

const service = theService();
let receiver: Receiver;

beforeAll(async () => {
  await service.control('PATCH', '/settings', { auto_delivery: false });
  receiver = await Receiver.start(service, 'hooks.acme.example');
});

afterAll(() => receiver.stop());

/** An endpoint at a path of its own, with what comes there. */
class Subscription {
  private constructor(
    private readonly path: string,
    readonly endpoint: Endpoint,
  ) {}

  static async of(desk: Actor, events: readonly string[] = everyType): Promise<Subscription> {
    const path = `/hook-${(paths += 1)}`;
    const body = { url: `http://${receiver.host}${path}`, events };
    const created = await desk.api('POST', '/v1/webhook-endpoints', body);
    if (created.status !== 201) throw new Error(`No endpoint: ${JSON.stringify(created.body)}`);
    return new Subscription(path, created.body);
  }

  received(): Received[] {
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

type Sent = Reported & { providerMessageId: string };

/** An email that the provider took, and that it has not reported on but for the Send event. */
async function aSentEmail(desk: Actor, overrides: Record<string, unknown> = {}): Promise<Sent> {
  const { id } = await desk.accepted(overrides);
  await service.settle();
  const [mail] = await service.outbox(`?message_id=${id}`);
  return {
    id,
    workspaceId: desk.workspaceId,
    acceptedAt: String(mail?.['at']),
    providerMessageId: String(mail?.['provider_message_id']),
  };
}

/** What the provider stand-in publishes for something that happened to the mail. */
const happens = (email: Sent, event: Record<string, unknown>): Promise<unknown> =>
  service.control('POST', `/outbox/${email.providerMessageId}/events`, event);

const publish = (event: object): Promise<unknown> => service.control('POST', '/provider-events', event);

/** Everything is told by then, also what readers do. */
const untilJudged = (): Promise<unknown> => service.advance(20_000);

describe('a webhook about sent mail', () => {
  const told = new Map<unknown, Received[]>();
  let email: Sent;
  let subscription: Subscription;

  beforeAll(async () => {
    const desk = await anActor(service);
    subscription = await Subscription.of(desk);
    email = await aSentEmail(desk, {
      to: ['Kim <Kim@Example.com>', 'lee@example.com'],
      cc: ['boss@example.com'],
      subject: 'Größe 42 “neu” \u{1f4e6}',
    });
    for (const [index, type] of everyType.slice(2).entries())
      await happens(email, { type, at: later(email, index + 1), link: 'https://shop.example/?a=1&b=2' });
    await service.settle();
    await untilJudged();
    for (const one of subscription.received()) {
      const { type } = payloadOf(one);
      told.set(type, [...(told.get(type) ?? []), one]);
    }
  });

  const occurredAt: Record<string, (sent: Sent) => string> = {
    delivery: (sent) => later(sent, 1),
    bounce: (sent) => later(sent, 2),
    complaint: (sent) => later(sent, 3),
    open: (sent) => later(sent, 5),
    click: (sent) => later(sent, 6),
    delivery_delay: (sent) => later(sent, 8),
  };

  test.each(everyType.slice(1))('of type %s has each field of the specification and no other', (type) => {
    expect(told.get(type)?.map(payloadOf)).toEqual([
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

  test.each(everyType.slice(1))('of type %s is a signed POST of JSON', (type) => {
    const [request, ...others] = told.get(type) ?? [];
    if (!request) throw new Error(`Nothing told of ${type}`);

    expect(others).toEqual([]);
    expect(request).toMatchObject({
      method: 'POST',
      headers: {
        host: receiver.host,
        'content-type': 'application/json',
        'content-length': `${request.body.length}`,
      },
    });
    expect(signedAt(request, subscription.endpoint.secret)).toBeGreaterThan(0);
    expect(() => signedAt(request, 'whsec_of_another_endpoint')).toThrow('Not signed');
  });
});

describe('a webhook about received mail', () => {
  async function toldOf(parts: MailParts, envelope: Partial<Envelope> = {}) {
    const desk = await anActor(service);
    const subscription = await Subscription.of(desk, ['inbound']);
    await arrive(service, { rcpt: desk.from, ...envelope }, rawMail({ to: desk.from, ...parts }));
    await service.settle();
    const [request, ...others] = subscription.received();
    if (!request || others.length > 0) throw new Error(`${others.length} requests too many, or none`);
    signedAt(request, subscription.endpoint.secret);
    return { desk, request, payload: payloadOf(request) };
  }

  test('has each field of the specification and no other, as the transcript shows the message', async () => {
    const { desk, payload } = await toldOf(
      {
        from: 'Kim Doe <Kim@Example.COM>',
        subject: 'Re: Order 42',
        date: 'Mon, 02 Nov 2026 10:00:00 +0100',
        body: 'Yes, please.\r\n\r\nOn Mon, Desk <desk@acme.example> wrote:\r\n> Two boxes?\r\n',
      },
      { spam: 'PASS', virus: 'PASS', spf: 'GRAY', dkim: 'PASS', dmarc: 'FAIL' },
    );
    const [thread] = (await desk.api('GET', '/v1/threads')).body.data;
    const [message] = (await desk.thread(thread.id)).messages;

    expect(payload).toEqual({
      type: 'inbound',
      id: message.id,
      thread_id: thread.id,
      from: 'kim@example.com',
      to: [desk.from],
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

  test('that says little has null verdicts, an empty text and a subject all the same', async () => {
    const { desk, payload } = await toldOf({ body: '' });

    expect(payload).toEqual({
      type: 'inbound',
      id: expect.any(String),
      thread_id: expect.any(String),
      from: 'kim@example.com',
      to: [desk.from],
      subject: '(no subject)',
      text: '',
      received_at: aTime,
      spam_verdict: null,
      spf_verdict: null,
      dkim_verdict: null,
      dmarc_verdict: null,
      sender_authenticated: false,
      automated: false,
    });
  });

  test('tells of an out-of-office too, and says that it is one', async () => {
    const { payload } = await toldOf({ headers: ['Auto-Submitted: auto-replied'], body: 'Away.\r\n' });

    expect(payload).toMatchObject({ automated: true, text: 'Away.' });
  });

  test('says whose sender is proved', async () => {
    const { payload } = await toldOf({}, { spf: 'PASS', dkim: 'PASS', dmarc: 'PASS' });

    expect(payload).toMatchObject({ dmarc_verdict: 'PASS', sender_authenticated: true });
  });

  test.each([
    ['that the table keeps', 800, 0],
    ['of some kilobytes', 6_000, 1],
    ['of a megabyte', 1_048_576, 1],
  ])('with a text %s says all of it, signed', async (_name, length, objects) => {
    const kept = () => storedObjects(service, 'content').filter(({ key }) => key.startsWith('webhooks/'));
    const before = kept().length;
    const line = 'Wir hätten gern “zwei” Kisten. \\ \u{1f4e6}';
    const lines = Array.from({ length: Math.ceil(length / 40) }, (_, index) => `${line} ${index}`);
    const text = lines.join('\n');

    const { payload } = await toldOf({
      headers: ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 8bit'],
      body: `${text.replaceAll('\n', '\r\n')}\r\n`,
    });

    expect(payload['text']).toBe(text);
    expect(kept().length - before).toBe(objects);
  });

  test('for two workspaces tells each of its own message, and of nothing else', async () => {
    const desks = [await anActor(service), await anActor(service)];
    const subscriptions = await Promise.all(desks.map((desk) => Subscription.of(desk)));

    await arrive(service, { rcpt: desks.map(({ from }) => from) }, rawMail({ to: 'all@example.com' }));
    await service.settle();

    const threads = await Promise.all(
      desks.map(async (desk) => (await desk.api('GET', '/v1/threads')).body.data[0].id),
    );
    const told = subscriptions.map((one) => one.payloads().map(({ thread_id }) => thread_id));
    expect(told).toEqual(threads.map((id) => [id]));
  });
});

describe('who is told', () => {
  test('each endpoint of the workspace, of the types that it names, once', async () => {
    const desk = await anActor(service);
    const [all, same, some, none] = [
      await Subscription.of(desk),
      await Subscription.of(desk),
      await Subscription.of(desk, ['delivery', 'inbound']),
      await Subscription.of(desk, ['complaint']),
    ];

    const email = await aSentEmail(desk);
    await happens(email, { type: 'delivery' });
    await arrive(service, { rcpt: desk.from }, rawMail({ to: desk.from }));
    await service.settle();

    expect(all.types()).toEqual(['delivery', 'inbound', 'send']);
    expect(same.types()).toEqual(['delivery', 'inbound', 'send']);
    expect(some.types()).toEqual(['delivery', 'inbound']);
    expect(none.types()).toEqual([]);
    const [one, other] = [all, same].map((each) => each.received()[0]);
    if (!one || !other) throw new Error('Not told');
    expect(() => signedAt(one, same.endpoint.secret)).toThrow('Not signed');
    expect(() => signedAt(other, same.endpoint.secret)).not.toThrow();
  });

  test('no endpoint that is disabled, none that was deleted, and none of another workspace', async () => {
    const [desk, stranger] = [await anActor(service), await anActor(service)];
    const [disabled, deleted, enabled] = [
      await Subscription.of(desk),
      await Subscription.of(desk),
      await Subscription.of(desk),
    ];
    const theirs = await Subscription.of(stranger);
    await desk.api('PATCH', `/v1/webhook-endpoints/${disabled.endpoint.id}`, { enabled: false });
    await desk.api('DELETE', `/v1/webhook-endpoints/${deleted.endpoint.id}`);

    await aSentEmail(desk);

    expect(enabled.types()).toEqual(['send']);
    expect([disabled, deleted, theirs].map((each) => each.types())).toEqual([[], [], []]);
    const { body } = await desk.api('GET', `/v1/webhook-endpoints/${disabled.endpoint.id}/events`);
    expect(body.data).toEqual([]);
  });

  test('of a changed list of events from then on', async () => {
    const desk = await anActor(service);
    const subscription = await Subscription.of(desk, ['send']);
    await aSentEmail(desk);
    await desk.api('PATCH', `/v1/webhook-endpoints/${subscription.endpoint.id}`, { events: ['delivery'] });

    const email = await aSentEmail(desk);
    await happens(email, { type: 'delivery' });
    await service.settle();

    expect(subscription.types()).toEqual(['delivery', 'send']);
  });

  test('nobody of a send that the service itself skips', async () => {
    const desk = await anActor(service);
    const subscription = await Subscription.of(desk);
    await desk.suppress('gone@example.com');

    const { body } = await desk.send({ to: 'gone@example.com' });
    await untilJudged();

    expect(body).toMatchObject({ skipped: true });
    expect(subscription.received()).toEqual([]);
  });
});

describe('how often', () => {
  test('a bounce of two recipients in one notice is one delivery', async () => {
    const desk = await anActor(service);
    const subscription = await Subscription.of(desk, ['bounce']);
    const email = await aSentEmail(desk, { to: ['kim@example.com', 'lee@example.com'] });
    const recipients = ['kim@example.com', 'lee@example.com'].map((emailAddress) => ({ emailAddress }));

    await publish(sesEvents.bounce(email, 3, { recipients }));
    await service.settle();

    expect(subscription.payloads()).toMatchObject([{ type: 'bounce', message_id: email.id }]);
    expect(
      (await desk.read(email.id)).events.filter(({ type }: { type: string }) => type === 'bounce'),
    ).toHaveLength(2);
  });

  test('a notice that comes ten times at once, and again later, is one delivery', async () => {
    const desk = await anActor(service);
    const subscription = await Subscription.of(desk, ['delivery', 'complaint']);
    const email = await aSentEmail(desk);
    const [delivery, complaint] = [sesEvents.delivery(email, 1), sesEvents.complaint(email, 2)];

    await Promise.all(Array.from({ length: 10 }, () => [publish(delivery), publish(complaint)]).flat());
    await service.settle();
    await publish(delivery);
    await service.settle();

    const { body } = await desk.api('GET', `/v1/webhook-endpoints/${subscription.endpoint.id}/events`);
    expect(body.data).toHaveLength(2);
    expect(body.data).toMatchObject([
      { status: 'success', attempts: 1 },
      { status: 'success', attempts: 1 },
    ]);
    expect(subscription.types()).toEqual(['complaint', 'delivery']);
  });

  test('two notices of one type are two deliveries, each with an id that the request names', async () => {
    const desk = await anActor(service);
    const subscription = await Subscription.of(desk, ['delivery']);
    const email = await aSentEmail(desk, { to: ['kim@example.com', 'lee@example.com'] });

    await publish(sesEvents.delivery(email, 1, ['kim@example.com']));
    await publish(sesEvents.delivery(email, 2, ['lee@example.com']));
    await service.settle();

    const { body } = await desk.api('GET', `/v1/webhook-endpoints/${subscription.endpoint.id}/events`);
    const listed: string[] = body.data.map(({ id }: { id: string }) => id);
    const named = subscription.received().map(({ headers }) => headers['x-cn-delivery']);
    expect(new Set(listed).size).toBe(2);
    expect(named.sort()).toEqual(listed.sort());
  });
});
