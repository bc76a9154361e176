import {
  ChangeMessageVisibilityBatchCommand,
  ChangeMessageVisibilityCommand,
  CreateQueueCommand,
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ListQueuesCommand,
  type Message,
  PurgeQueueCommand,
  ReceiveMessageCommand,
  SQSClient,
  SendMessageBatchCommand,
  SendMessageCommand,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { SqsStandIn } from '../../packages/local/src/aws/sqs/sqs-stand-in';
import { Clock } from '../../packages/local/src/clock/clock';
import type { QueueSpec } from '../../packages/local/src/template/deployment';
import { expectLinear } from '../support/cpu-time';
import { makeTempDir } from '../support/run/run-dir';
import { waitUntil } from './support/lambda-environment';
import { startFauxqs } from './support/fauxqs-engine';
import { serveStandIn } from './support/serve-stand-in';

process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';

interface Engine {
  endpoint: string;
  stop(): Promise<void>;
}

const dayMs = 86_400_000;
const arnOf = (name: string) => `arn:aws:sqs:us-east-1:000000000000:${name}`;

function buildQueue(name: string, overrides: Partial<QueueSpec> = {}): QueueSpec {
  const url = `https://sqs.us-east-1.amazonaws.com/000000000000/${name}`;
  return {
    name,
    arn: arnOf(name),
    url,
    visibilityTimeoutMs: 30_000,
    delayMs: 0,
    retentionMs: 4 * dayMs,
    ...overrides,
  };
}

const specs = [
  buildQueue('mail'),
  buildQueue('guarded', { redrive: { deadLetterArn: arnOf('dead'), receivesMax: 3 } }),
  buildQueue('also-guarded', { redrive: { deadLetterArn: arnOf('dead'), receivesMax: 3 } }),
  buildQueue('dead'),
];

async function startOurs(): Promise<Engine> {
  const [clock, dataDir] = [new Clock(), makeTempDir()];
  const localSqs = new SqsStandIn(specs, clock, dataDir);
  const server = await serveStandIn(localSqs);
  const stop = async () => {
    localSqs.close();
    await server.stop();
    clock.stop();
  };
  return { endpoint: server.endpoint, stop };
}

function startFauxqsEngine(): Promise<Engine> {
  const redrive = { deadLetterTargetArn: arnOf('dead'), maxReceiveCount: 3 };
  return startFauxqs({
    queues: [
      { name: 'mail' },
      { name: 'dead' },
      { name: 'guarded', attributes: { RedrivePolicy: JSON.stringify(redrive) } },
    ],
  });
}

function clientOf(endpoint: string): SQSClient {
  return new SQSClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
  });
}

/** Matches an error without a model in the SDK. fauxqs prefixes the error name as in the query protocol. */
const errorNamed = (code: string) => ({
  name: expect.stringMatching(new RegExp(`^(AWS\\.SimpleQueueService\\.)?${code}$`)),
});

describe.each([
  ['the stand-in', startOurs],
  ['fauxqs', startFauxqsEngine],
])('SQS on %s', (_, startEngine) => {
  let engine: Engine;
  let client: SQSClient;
  let mail: string;
  let guarded: string;
  let dead: string;

  beforeAll(async () => {
    engine = await startEngine();
    client = clientOf(engine.endpoint);
    [mail, guarded, dead] = [await urlOf('mail'), await urlOf('guarded'), await urlOf('dead')];
  });

  afterEach(async () => {
    for (const QueueUrl of [mail, guarded, dead]) await client.send(new PurgeQueueCommand({ QueueUrl }));
  });

  afterAll(async () => {
    client.destroy();
    await engine.stop();
  });

  async function urlOf(QueueName: string): Promise<string> {
    const { QueueUrl } = await client.send(new GetQueueUrlCommand({ QueueName }));
    return QueueUrl ?? '';
  }

  async function send(MessageBody: string, QueueUrl = mail): Promise<void> {
    await client.send(new SendMessageCommand({ QueueUrl, MessageBody }));
  }

  async function receive(input: object = {}, QueueUrl = mail): Promise<Message[]> {
    const receiveInput = { QueueUrl, MaxNumberOfMessages: 10, ...input };
    return (await client.send(new ReceiveMessageCommand(receiveInput))).Messages ?? [];
  }

  async function getAttribute(name: 'ApproximateNumberOfMessages' | 'ApproximateNumberOfMessagesNotVisible') {
    const attributesCommand = new GetQueueAttributesCommand({ QueueUrl: mail, AttributeNames: [name] });
    return (await client.send(attributesCommand)).Attributes?.[name];
  }

  test('a message arrives with its body, its attributes and matching checksums', async () => {
    const attributes = {
      kind: { DataType: 'String', StringValue: 'greeting' },
      count: { DataType: 'Number.int', StringValue: '3' },
      bytes: { DataType: 'Binary', BinaryValue: new Uint8Array([1, 2, 255]) },
    };

    const sent = await client.send(
      new SendMessageCommand({ QueueUrl: mail, MessageBody: 'Grüße\n"x"', MessageAttributes: attributes }),
    );
    const [message] = await receive({ MessageAttributeNames: ['All'] });

    expect(message).toMatchObject({
      MessageId: sent.MessageId,
      Body: 'Grüße\n"x"',
      MessageAttributes: attributes,
      MD5OfBody: sent.MD5OfMessageBody,
    });
    expect(sent.MD5OfMessageAttributes).toBe('16ad526e2b18ffd42d8a6177afff33af');
  });

  test('a received message has its receive count and times', async () => {
    await send('a');

    await receive({ VisibilityTimeout: 0 });
    const [message] = await receive({ MessageSystemAttributeNames: ['All'] });

    expect(message?.Attributes).toMatchObject({
      ApproximateReceiveCount: '2',
      SenderId: expect.stringMatching(/^\d{12}$/),
      SentTimestamp: expect.stringMatching(/^\d{13}$/),
      ApproximateFirstReceiveTimestamp: expect.stringMatching(/^\d{13}$/),
    });
  });

  test('only the requested attributes are returned', async () => {
    await client.send(
      new SendMessageCommand({
        QueueUrl: mail,
        MessageBody: 'a',
        MessageAttributes: {
          'app.one': { DataType: 'String', StringValue: '1' },
          two: { DataType: 'String', StringValue: '2' },
        },
      }),
    );

    const [message] = await receive({
      MessageSystemAttributeNames: ['ApproximateReceiveCount'],
      MessageAttributeNames: ['app.*'],
    });

    expect(message?.Attributes).toEqual({ ApproximateReceiveCount: '1' });
    expect(Object.keys(message?.MessageAttributes ?? {})).toEqual(['app.one']);
  });

  test('a message in flight or deleted is not received again', async () => {
    await send('a');

    const [message] = await receive();

    expect(await receive()).toEqual([]);
    expect(await getAttribute('ApproximateNumberOfMessagesNotVisible')).toBe('1');
    await client.send(new DeleteMessageCommand({ QueueUrl: mail, ReceiptHandle: message?.ReceiptHandle }));
    expect(await getAttribute('ApproximateNumberOfMessagesNotVisible')).toBe('0');
  });

  test('a message whose visibility timeout is set to zero is received again', async () => {
    await send('a');
    const [message] = await receive();

    const visibilityInput = { QueueUrl: mail, ReceiptHandle: message?.ReceiptHandle, VisibilityTimeout: 0 };
    await client.send(new ChangeMessageVisibilityCommand(visibilityInput));

    expect(await receive()).toMatchObject([{ Body: 'a', MessageId: message?.MessageId }]);
  });

  test('messages are received in sending order, at most ten per call', async () => {
    const bodies = Array.from({ length: 12 }, (_, index) => `message ${index}`);
    for (const body of bodies) await send(body);

    const received = [await receive(), await receive()];

    expect(received.map((messages) => messages.map(({ Body }) => Body))).toEqual([
      bodies.slice(0, 10),
      bodies.slice(10),
    ]);
  });

  test('one call can send, make visible or delete a batch of messages', async () => {
    const entries = ['a', 'b', 'c'].map((Id) => ({ Id, MessageBody: `body ${Id}` }));
    const sent = await client.send(new SendMessageBatchCommand({ QueueUrl: mail, Entries: entries }));
    expect(sent.Successful?.map(({ Id }) => Id)).toEqual(['a', 'b', 'c']);

    const first = await receive();
    const changes = first.map(({ ReceiptHandle }, index) => ({
      Id: String(index),
      ReceiptHandle,
      VisibilityTimeout: 0,
    }));
    const changed = await client.send(
      new ChangeMessageVisibilityBatchCommand({ QueueUrl: mail, Entries: changes }),
    );
    const second = await receive();
    const deletes = second.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
    const deleted = await client.send(new DeleteMessageBatchCommand({ QueueUrl: mail, Entries: deletes }));

    expect([first, changed.Successful, second, deleted.Successful].map((batch) => batch?.length)).toEqual([
      3, 3, 3, 3,
    ]);
    expect(await getAttribute('ApproximateNumberOfMessages')).toBe('0');
  });

  test('a refused batch entry does not affect the other entries', async () => {
    const Entries = [
      { Id: 'good', MessageBody: 'x' },
      { Id: 'bad', MessageBody: '\u0001' },
    ];

    const sent = await client.send(new SendMessageBatchCommand({ QueueUrl: mail, Entries }));

    expect(sent.Successful).toMatchObject([{ Id: 'good' }]);
    expect(sent.Failed).toMatchObject([{ Id: 'bad', Code: 'InvalidMessageContents', SenderFault: true }]);
    expect(await getAttribute('ApproximateNumberOfMessages')).toBe('1');
  });

  test('a message received three times goes to the dead-letter queue', async () => {
    await send('poison', guarded);
    for (const expected of [1, 1, 1, 0]) {
      expect(await receive({ VisibilityTimeout: 0 }, guarded)).toHaveLength(expected);
    }

    expect(await receive({}, dead)).toMatchObject([{ Body: 'poison' }]);
  });

  test('a long poll returns as soon as a message arrives', async () => {
    const startedAt = performance.now();
    const longPoll = receive({ WaitTimeSeconds: 20 });
    await new Promise((resolve) => setTimeout(resolve, 100));
    await send('late');

    expect(await longPoll).toMatchObject([{ Body: 'late' }]);
    // The long poll returned before its wait time ended.
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });

  test('a long poll of an empty queue returns no messages', async () => {
    expect(await receive({ WaitTimeSeconds: 1 })).toEqual([]);
  });

  test('a message is not visible during its delay', async () => {
    await client.send(new SendMessageCommand({ QueueUrl: mail, MessageBody: 'later', DelaySeconds: 900 }));

    expect(await receive()).toEqual([]);
  });

  test('a message of exactly 1,048,576 bytes is accepted, and 1,048,577 bytes are refused', async () => {
    await send('x'.repeat(1_048_576));

    await expect(send('x'.repeat(1_048_577))).rejects.toMatchObject(errorNamed('InvalidParameterValue'));
    expect((await receive())[0]?.Body).toHaveLength(1_048_576);
  });

  const elevenEntries = Array.from({ length: 11 }, (_, index) => ({ Id: `n${index}`, MessageBody: 'x' }));
  const halfOfLimit = 'x'.repeat(600_000);
  test.each([
    ['no entry', [], 'EmptyBatchRequest'],
    ['eleven entries', elevenEntries, 'TooManyEntriesInBatchRequest'],
    ['a duplicate id', [elevenEntries[0], elevenEntries[0]], 'BatchEntryIdsNotDistinct'],
    ['an id with a space', [{ Id: 'a b', MessageBody: 'x' }], 'InvalidBatchEntryId'],
    [
      'more than 1 MiB in total',
      [
        { Id: 'a', MessageBody: halfOfLimit },
        { Id: 'b', MessageBody: halfOfLimit },
      ],
      'BatchRequestTooLong',
    ],
  ])('a batch with %s is refused', async (_case, entries, name) => {
    const Entries = entries.flatMap((entry) => entry ?? []);
    const sent = client.send(new SendMessageBatchCommand({ QueueUrl: mail, Entries }));

    await expect(sent).rejects.toMatchObject({ name, $metadata: { httpStatusCode: 400 } });
  });

  test('characters that XML does not allow are refused', async () => {
    await expect(send('a\u0000b')).rejects.toMatchObject(errorNamed('InvalidMessageContents'));
  });

  test('an unknown queue is refused by name and by URL', async () => {
    const queueDoesNotExist = { name: 'QueueDoesNotExist', $fault: 'client' };

    await expect(urlOf('nowhere')).rejects.toMatchObject(queueDoesNotExist);
    await expect(send('x', mail.replace(/mail$/, 'nowhere'))).rejects.toMatchObject(queueDoesNotExist);
  });

  test('a purge deletes all messages of a queue, including messages in flight', async () => {
    await send('a');
    await send('b');
    await receive({ MaxNumberOfMessages: 1 });

    await client.send(new PurgeQueueCommand({ QueueUrl: mail }));

    expect(await getAttribute('ApproximateNumberOfMessages')).toBe('0');
    expect(await getAttribute('ApproximateNumberOfMessagesNotVisible')).toBe('0');
  });

  test('the attributes of a queue describe its configuration', async () => {
    const attributesCommand = new GetQueueAttributesCommand({ QueueUrl: guarded, AttributeNames: ['All'] });

    expect((await client.send(attributesCommand)).Attributes).toMatchObject({
      QueueArn: arnOf('guarded'),
      VisibilityTimeout: '30',
      DelaySeconds: '0',
      MessageRetentionPeriod: '345600',
      ApproximateNumberOfMessagesDelayed: '0',
      RedrivePolicy: JSON.stringify({ deadLetterTargetArn: arnOf('dead'), maxReceiveCount: 3 }),
    });
  });

  test('a visibility timeout beyond twelve hours is refused', async () => {
    await expect(receive({ VisibilityTimeout: 43_201 })).rejects.toMatchObject(
      errorNamed('InvalidParameterValue'),
    );
  });
});

describe('SQS features of the local implementation only', () => {
  let dataDir: string;
  let clock = new Clock();
  let sqs: SqsStandIn;
  let client: SQSClient;
  let stopServer: () => Promise<void>;

  beforeEach(async () => {
    dataDir = makeTempDir();
    await startSqs();
  });

  afterEach(() => stopSqs());

  async function startSqs(): Promise<void> {
    clock = new Clock(clock.offsetMs());
    sqs = new SqsStandIn(specs, clock, dataDir);
    const server = await serveStandIn(sqs);
    stopServer = server.stop;
    client = clientOf(server.endpoint);
  }

  async function stopSqs(): Promise<void> {
    client.destroy();
    sqs.close();
    await stopServer();
    clock.stop();
  }

  const advance = (ms: number) => clock.jumpTo(clock.now() + ms);
  const receiveBodies = (name: string) => sqs.receive(arnOf(name), 10).map(({ body }) => body);
  const buildUrl = (name: string) => `http://elsewhere/000000000000/${name}`;

  test('a delayed message becomes visible when the clock is moved past its delay', async () => {
    await client.send(
      new SendMessageCommand({ QueueUrl: buildUrl('mail'), MessageBody: 'later', DelaySeconds: 900 }),
    );
    expect(sqs.counts()).toMatchObject({ visible: 0, delayed: 1, inFlight: 0 });

    advance(870_000);
    expect(receiveBodies('mail')).toEqual([]);
    advance(30_000);
    expect(receiveBodies('mail')).toEqual(['later']);
  });

  test('a message whose handler fails three times goes to the dead-letter queue', () => {
    const id = sqs.send(arnOf('guarded'), 'poison');

    for (let attempt = 1; attempt <= 3; attempt += 1) {
      expect(receiveBodies('guarded')).toEqual(['poison']);
      expect(receiveBodies('guarded')).toEqual([]);
      advance(30_000);
    }
    expect(receiveBodies('guarded')).toEqual([]);

    expect(sqs.receive(arnOf('dead'), 10)).toMatchObject([
      {
        messageId: id,
        attributes: { ApproximateReceiveCount: '1', DeadLetterQueueSourceArn: arnOf('guarded') },
      },
    ]);
  });

  test('a redriven message returns to its source queue, although two queues share the dead-letter queue', async () => {
    sqs.send(arnOf('guarded'), 'poison');
    sqs.send(arnOf('also-guarded'), 'other poison');
    for (let attempt = 0; attempt < 4; attempt += 1) {
      sqs.receive(arnOf('guarded'), 10);
      sqs.receive(arnOf('also-guarded'), 10);
      advance(30_000);
    }

    const task = new StartMessageMoveTaskCommand({ SourceArn: arnOf('dead') });
    expect((await client.send(task)).TaskHandle).toEqual(expect.any(String));

    expect(sqs.counts().byQueue[arnOf('dead')]).toEqual({ visible: 0, delayed: 0, inFlight: 0 });
    expect(receiveBodies('guarded')).toEqual(['poison']);
    expect(receiveBodies('also-guarded')).toEqual(['other poison']);
  });

  test('a queue that is not a dead-letter queue cannot be redriven', async () => {
    const task = new StartMessageMoveTaskCommand({ SourceArn: arnOf('mail') });

    await expect(client.send(task)).rejects.toMatchObject({ name: 'InvalidParameterValue' });
  });

  test('a message older than the retention period is deleted', () => {
    sqs.send(arnOf('mail'), 'old');

    advance(4 * dayMs);

    expect(sqs.counts()).toMatchObject({ visible: 0, delayed: 0, inFlight: 0 });
    expect(receiveBodies('mail')).toEqual([]);
  });

  test('accepted messages survive a kill, and in-flight messages become visible after their visibility timeout', async () => {
    sqs.send(arnOf('mail'), 'in flight');
    sqs.send(arnOf('mail'), 'deleted');
    const [, second] = sqs.receive(arnOf('mail'), 2);
    sqs.remove(arnOf('mail'), second?.receiptHandle ?? '');
    sqs.send(arnOf('mail'), 'waiting', { kind: { DataType: 'String', StringValue: 'x' } });
    sqs.send(arnOf('mail'), 'delayed', {}, 60_000);

    await stopSqs();
    await startSqs();

    expect(sqs.counts()).toMatchObject({ visible: 1, delayed: 1, inFlight: 1 });
    expect(sqs.receive(arnOf('mail'), 10)).toMatchObject([
      { body: 'waiting', messageAttributes: { kind: { dataType: 'String', stringValue: 'x' } } },
    ]);
    advance(30_000);
    expect(receiveBodies('mail')).toEqual(['in flight', 'waiting']);
    advance(30_000);
    expect(receiveBodies('mail')).toEqual(expect.arrayContaining(['delayed']));
  });

  test('a receipt handle from before a restart deletes its message', async () => {
    sqs.send(arnOf('mail'), 'a');
    const [message] = sqs.receive(arnOf('mail'), 1);

    await stopSqs();
    await startSqs();
    sqs.remove(arnOf('mail'), message?.receiptHandle ?? '');

    expect(sqs.counts()).toMatchObject({ visible: 0, inFlight: 0 });
  });

  test('an outdated receipt handle deletes nothing, and an invalid receipt handle is refused', async () => {
    sqs.send(arnOf('mail'), 'a');
    const [first] = sqs.receive(arnOf('mail'), 1);
    advance(30_000);
    sqs.receive(arnOf('mail'), 1);

    sqs.remove(arnOf('mail'), first?.receiptHandle ?? '');

    expect(sqs.counts().inFlight).toBe(1);
    const inventedHandle = new DeleteMessageCommand({
      QueueUrl: buildUrl('mail'),
      ReceiptHandle: 'invented',
    });
    await expect(client.send(inventedHandle)).rejects.toMatchObject({ name: 'ReceiptHandleIsInvalid' });
  });

  test('the visibility of a message that is not in flight cannot be changed', () => {
    sqs.send(arnOf('mail'), 'a');
    const [message] = sqs.receive(arnOf('mail'), 1);
    advance(30_000);

    expect(() => sqs.release(arnOf('mail'), message?.receiptHandle ?? '')).toThrow(
      expect.objectContaining({ code: 'MessageNotInflight' }),
    );
  });

  test('a listener is notified of each message that becomes visible', () => {
    const visibleQueues: string[] = [];
    sqs.send(arnOf('mail'), 'before');
    sqs.onVisible((arn) => visibleQueues.push(arn));
    expect(visibleQueues).toEqual([arnOf('mail')]);

    sqs.send(arnOf('dead'), 'now');
    sqs.send(arnOf('guarded'), 'later', {}, 5_000);
    expect(visibleQueues).toEqual([arnOf('mail'), arnOf('dead')]);
    advance(5_000);
    expect(visibleQueues).toEqual([arnOf('mail'), arnOf('dead'), arnOf('guarded')]);
    sqs.receive(arnOf('guarded'), 1);
    advance(30_000);
    expect(visibleQueues.at(-1)).toBe(arnOf('guarded'));
    expect(visibleQueues).toHaveLength(4);
  });

  test('a long poll follows the runtime’s clock', async () => {
    const before = clock.timerCount();
    const longPoll = client.send(
      new ReceiveMessageCommand({ QueueUrl: buildUrl('mail'), WaitTimeSeconds: 20 }),
    );
    await waitUntil(() => clock.timerCount() > before);

    const startedAt = performance.now();
    advance(20_000);

    expect((await longPoll).Messages).toBeUndefined();
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });

  test('characters outside the basic multilingual plane are accepted', () => {
    sqs.send(arnOf('mail'), '🎉');

    expect(receiveBodies('mail')).toEqual(['🎉']);
  });

  test('a delay beyond 900 seconds is refused', async () => {
    const message = { QueueUrl: buildUrl('mail'), MessageBody: 'x', DelaySeconds: 901 };

    await expect(client.send(new SendMessageCommand(message))).rejects.toMatchObject({
      name: 'InvalidParameterValue',
    });
  });

  test('an unsupported parameter is refused, not ignored', async () => {
    const message = { QueueUrl: buildUrl('mail'), MessageBody: 'x', MessageDeduplicationId: 'g' };

    await expect(client.send(new SendMessageCommand(message))).rejects.toMatchObject({
      name: 'InvalidParameterValue',
      message: expect.stringContaining('MessageDeduplicationId'),
    });
  });

  // L-3
  test('an unsupported operation is refused', async () => {
    const createQueue = new CreateQueueCommand({ QueueName: 'new' });

    await expect(client.send(createQueue)).rejects.toMatchObject({ name: 'UnknownOperation' });
  });

  test('queues are listed by name prefix', async () => {
    const { QueueUrls } = await client.send(new ListQueuesCommand({ QueueNamePrefix: 'gua' }));

    expect(QueueUrls).toEqual([expect.stringMatching(/\/guarded$/)]);
  });

  const buildRequest = (operation: string, input: object) => ({
    method: 'POST',
    path: '/',
    query: new URLSearchParams(),
    headers: { 'x-amz-target': `AmazonSQS.${operation}` },
    body: Buffer.from(JSON.stringify(input)),
  });

  test.each([
    ['SendMessage', 'SendMessage'],
    ['SendMessageBatch', 'SendMessage'],
    ['ReceiveMessage', 'ReceiveMessage'],
    ['PurgeQueue', 'PurgeQueue'],
  ])('%s requires sqs:%s on the queue', (operation, action) => {
    const input = { QueueUrl: buildUrl('mail'), ...(operation === 'SendMessage' && { MessageBody: 'x' }) };

    expect(sqs.read(buildRequest(operation, input))).toMatchObject({
      service: 'sqs',
      operation,
      target: 'mail',
      needs: [{ action: `sqs:${action}`, resource: arnOf('mail') }],
    });
  });

  test('a redrive requires receive and delete on the dead-letter queue and send on the source queues', () => {
    const { needs } = sqs.read(buildRequest('StartMessageMoveTask', { SourceArn: arnOf('dead') }));

    expect(needs.map(({ action, resource }) => `${action} ${resource}`)).toEqual([
      `sqs:StartMessageMoveTask ${arnOf('dead')}`,
      `sqs:ReceiveMessage ${arnOf('dead')}`,
      `sqs:DeleteMessage ${arnOf('dead')}`,
      `sqs:GetQueueAttributes ${arnOf('dead')}`,
      `sqs:SendMessage ${arnOf('guarded')}`,
      `sqs:SendMessage ${arnOf('also-guarded')}`,
    ]);
  });

  test('thirty thousand messages are sent, received and deleted without slowing down', () => {
    expectLinear((count) => {
      for (let index = 0; index < count; index += 1) sqs.send(arnOf('mail'), `message ${index}`);
      for (let remaining = count; remaining > 0; remaining -= 10) {
        for (const { receiptHandle } of sqs.receive(arnOf('mail'), 10))
          sqs.remove(arnOf('mail'), receiptHandle);
      }
    }, 30_000);

    expect(sqs.counts()).toMatchObject({ visible: 0, inFlight: 0 });
  });
});
