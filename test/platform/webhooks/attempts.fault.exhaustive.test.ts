import { minuteMs } from '../../../shared/core/time';
import { comes } from '../../support/inbox';
import { answers, firstly, Receiver, type Reaction } from '../../support/receiver';
import { orderFault } from '../../support/schedules';
import { Service } from '../../support/service';
import { Subscriber, type Endpoint } from '../../support/subscriber';
import { people } from '../../support/actor';

/** The queues give a message back when the function that took it has said nothing for so long. */
const comesBackMs = { webhooks: 121_000, events: 181_000, mail: 361_000, dueWork: 361_000 };

let service: Service;
let hosts = 0;

beforeAll(async () => {
  service = await Service.start();
  await service.control('PATCH', '/settings', { auto_delivery: false });
});

afterEach(() => service.control('DELETE', '/faults'));

afterAll(() => service.stop());

interface Call {
  what: string;
  at: string;
  skip?: number;
  /** The endpoint was asked by then, and nobody knows it yet. */
  isAfterRequest?: boolean;
}

interface Trouble {
  name: string;
  call: Call;
  fault: Record<string, unknown>;
  /** Whether the endpoint was asked and that was lost. */
  isLost: boolean;
}

/** Killed before and after each call, or failing at it. */
const troublesOf = (calls: readonly Call[]): Trouble[] =>
  calls.flatMap((call) => {
    const isLost = call.isAfterRequest ?? false;
    return [
      { name: `killed before ${call.what}`, call, isLost, fault: { crash: 'before', times: 1 } },
      { name: `killed after ${call.what}`, call, isLost, fault: { crash: 'after', times: 1 } },
      { name: `that gets an error at ${call.what}`, call, isLost, fault: { error: 'InternalServerError' } },
    ];
  });

const inTrouble = (worker: string, { call: { at, skip = 0 }, fault }: Trouble): Promise<void> =>
  orderFault(service, at, { skip, function: worker, ...fault });

interface Told {
  subscriber: Subscriber;
  receiver: Receiver;
  endpoint: Endpoint;
}

/** An endpoint that is new, so that its pace is looked at, of an email with so many recipients that S3 has the payload. */
async function anEndpoint(reaction: Reaction = answers(200), events?: string[]): Promise<Told> {
  const subscriber = await Subscriber.create(service, {
    to: people(50, 'a-rather-long-name-of-a-domain.example'),
  });
  const receiver = await Receiver.start(service, `told-${(hosts += 1)}.example`, { reaction });
  const endpoint = await subscriber.endpoint(receiver.url, events);
  // A function that starts anew knows no secret.
  await service.control('POST', '/restart');
  return { subscriber, receiver, endpoint };
}

/** The event, in the middle of the trouble, and then everything that it takes until it is told. */
async function happensIn({ subscriber }: Told, worker: string, trouble: Trouble): Promise<void> {
  await inTrouble(worker, trouble);
  await subscriber.happens();
  await service.settle();
  await service.control('DELETE', '/faults');
}

/** Every AWS call of a first attempt. */
const attempting: Call[] = [
  { what: 'the delivery and its endpoint', at: 'dynamodb BatchGetItem' },
  { what: "the workspace's turn to ask whom it does not know", at: 'dynamodb UpdateItem' },
  { what: 'the look at the pace', at: 'dynamodb UpdateItem', skip: 1 },
  { what: 'the turn at the host', at: 'dynamodb UpdateItem', skip: 2 },
  { what: 'the claim', at: 'dynamodb UpdateItem', skip: 3 },
  { what: 'the payload', at: 's3 GetObject' },
  { what: 'the secret', at: 'kms Decrypt' },
  { what: 'the note of the pace', at: 'dynamodb UpdateItem', skip: 4, isAfterRequest: true },
  { what: 'the record', at: 'dynamodb UpdateItem', skip: 5, isAfterRequest: true },
];

/** The same, where another attempt follows soon. */
const retrying: Call[] = [...attempting, { what: 'the next message', at: 'sqs SendMessageBatch' }];

describe('the function that attempts a delivery', () => {
  test('makes no call that the table here does not name', async () => {
    const told = await anEndpoint(answers(500));
    const now = await service.now();

    await told.subscriber.happens();
    await service.settle();

    const rows = (await service.calls(now)).filter((row) => row.function.endsWith('-deliverWebhook'));
    const made = rows.map((row) => `${row.service} ${row.operation}`).sort();
    expect(made).toEqual(retrying.map(({ at }) => at).sort());
    await told.subscriber.remove(told.endpoint);
    await told.receiver.stop();
  });

  test.each(troublesOf(attempting))(
    '$name: the event is told, and once unless that was lost',
    async (trouble) => {
      const told = await anEndpoint();

      await happensIn(told, 'deliverWebhook', trouble);
      await service.advance(comesBackMs.webhooks);
      await service.advance(comesBackMs.webhooks);

      expect(await told.subscriber.delivery(told.endpoint)).toMatchObject({ status: 'success', attempts: 1 });
      expect(told.receiver.received.length).toBeGreaterThanOrEqual(1);
      expect(told.receiver.received.length).toBeLessThanOrEqual(trouble.isLost ? 2 : 1);
      await told.receiver.stop();
    },
  );

  test.each(troublesOf(retrying))('$name: the retry is made all the same', async (trouble) => {
    const told = await anEndpoint(firstly(1, answers(500), answers(200)));

    await happensIn(told, 'deliverWebhook', trouble);
    await service.advance(comesBackMs.webhooks + minuteMs);
    await service.advance(comesBackMs.webhooks);

    expect(await told.subscriber.delivery(told.endpoint)).toMatchObject({ status: 'success' });
    expect(told.receiver.received).toHaveLength(2);
    await told.receiver.stop();
  });
});

/** What an attempt does that is followed by one in more than fifteen minutes, of an endpoint that is quick. */
const farRetrying: Call[] = [
  { what: 'the turn at the host', at: 'dynamodb UpdateItem' },
  { what: 'the claim', at: 'dynamodb UpdateItem', skip: 1 },
  { what: 'the record', at: 'dynamodb UpdateItem', skip: 2 },
  { what: 'the alarm', at: 'scheduler CreateSchedule' },
];

test.each(troublesOf(farRetrying))(
  'the third attempt, $name: the one after half an hour is made all the same',
  async (trouble) => {
    const told = await anEndpoint(answers(500));
    await told.subscriber.happens();
    await service.advance(4.5 * minuteMs);
    expect(told.receiver.received).toHaveLength(2);

    await inTrouble('deliverWebhook', trouble);
    await service.advance(minuteMs);
    await service.control('DELETE', '/faults');
    await service.advance(comesBackMs.webhooks);
    expect(told.receiver.received.length).toBeGreaterThanOrEqual(3);
    told.receiver.reactsWith(answers(200));
    // The sweep comes every five minutes.
    await service.advance(28 * minuteMs);

    expect(await told.subscriber.delivery(told.endpoint)).toMatchObject({ status: 'success' });
    await told.receiver.stop();
  },
);

/** Every AWS call for a delivery that falls due while its endpoint is disabled. */
const leaving: Call[] = [
  { what: 'the delivery and its endpoint', at: 'dynamodb BatchGetItem' },
  { what: 'the record', at: 'dynamodb UpdateItem' },
  { what: 'the second look', at: 'dynamodb GetItem' },
];

/** Every AWS call of what resumes an endpoint. */
const resuming: Call[] = [
  { what: 'the endpoint', at: 'dynamodb GetItem' },
  { what: 'what was left aside', at: 'dynamodb Query' },
  { what: 'the messages', at: 'sqs SendMessageBatch' },
];

describe('a disabled endpoint', () => {
  test.each(troublesOf(leaving))(
    'whose delivery falls due in a function $name is told once it is enabled',
    async (trouble) => {
      const told = await anEndpoint(firstly(1, answers(500), answers(200)));
      await told.subscriber.happens();
      await service.settle();
      await told.subscriber.change(told.endpoint, { enabled: false });
      await inTrouble('deliverWebhook', trouble);
      await service.advance(1.5 * minuteMs);
      await service.control('DELETE', '/faults');
      const meanwhile = told.receiver.received.length;

      await told.subscriber.change(told.endpoint, { enabled: true });
      await service.advance(comesBackMs.webhooks);

      expect(meanwhile).toBe(1);
      expect(await told.subscriber.delivery(told.endpoint)).toMatchObject({ status: 'success', attempts: 2 });
      expect(told.receiver.received).toHaveLength(2);
      await told.receiver.stop();
    },
  );

  test.each(troublesOf(resuming))(
    'that is resumed by a function $name is told what it missed',
    async (trouble) => {
      const told = await anEndpoint(firstly(1, answers(500), answers(200)));
      await told.subscriber.happens();
      await service.settle();
      await told.subscriber.change(told.endpoint, { enabled: false });
      await service.advance(1.5 * minuteMs);
      await inTrouble('doDueWork', trouble);
      await told.subscriber.change(told.endpoint, { enabled: true });
      await service.advance(10_000);
      await service.control('DELETE', '/faults');

      await service.advance(comesBackMs.dueWork);

      expect(await told.subscriber.delivery(told.endpoint)).toMatchObject({ status: 'success', attempts: 2 });
      expect(told.receiver.received).toHaveLength(2);
      await told.receiver.stop();
    },
  );
});

/** What telling the endpoints adds to the work of who noticed the event. */
const telling: Call[] = [
  { what: 'the look for who wants to know', at: 'dynamodb Query' },
  { what: 'the payload', at: 's3 PutObject' },
  { what: 'the delivery', at: 'dynamodb PutItem', skip: 1 },
  { what: 'the message', at: 'sqs SendMessageBatch' },
];

test.each(troublesOf(telling))(
  'an event that is recorded by a function $name is told once',
  async (trouble) => {
    const told = await anEndpoint();

    await happensIn(told, 'recordEmailEvents', trouble);
    await service.advance(comesBackMs.events);

    expect(await told.subscriber.delivery(told.endpoint)).toMatchObject({ status: 'success', attempts: 1 });
    expect(told.receiver.received).toHaveLength(1);
    await told.receiver.stop();
  },
);

test.each(troublesOf([{ what: 'the message', at: 'sqs SendMessageBatch' }]))(
  'a mail that is received by a function $name is told once',
  async (trouble) => {
    const told = await anEndpoint(answers(200), ['inbound']);
    await inTrouble('receiveMail', trouble);
    await comes(told.subscriber.desk);
    await service.settle();
    await service.control('DELETE', '/faults');

    await service.advance(comesBackMs.mail);

    expect(await told.subscriber.delivery(told.endpoint)).toMatchObject({ status: 'success', attempts: 1 });
    expect(told.receiver.received).toHaveLength(1);
    await told.receiver.stop();
  },
);
