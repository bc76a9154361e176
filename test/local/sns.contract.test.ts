import { ListTopicsCommand, PublishBatchCommand, PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import {
  DeleteMessageCommand,
  GetQueueUrlCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { Authorizer } from '../../packages/local/src/aws/iam/authorizer';
import { Iam } from '../../packages/local/src/aws/iam/iam';
import { SnsStandIn } from '../../packages/local/src/aws/sns/sns-stand-in';
import { AuthorizedQueueSender } from '../../packages/local/src/aws/sqs/queue-sender';
import { SqsStandIn } from '../../packages/local/src/aws/sqs/sqs-stand-in';
import { Clock } from '../../packages/local/src/clock/clock';
import type { PolicyDocument, QueueSpec } from '../../packages/local/src/template/deployment';
import { startFauxqs } from './support/fauxqs-engine';
import { serveStandIn } from './support/serve-stand-in';
import { aTimestamp } from '../support/matchers';
import { makeTempDir } from '../support/run/run-dir';

process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';

interface Engine {
  sqsEndpoint: string;
  snsEndpoint: string;
  stop(): Promise<void>;
}

const queueArn = (name: string) => `arn:aws:sqs:us-east-1:000000000000:${name}`;
const topicArn = 'arn:aws:sns:us-east-1:000000000000:events';

const allowService = (service: string, action: string, arn: string, sourceArn: string): PolicyDocument => ({
  Version: '2012-10-17',
  Statement: [
    {
      Effect: 'Allow',
      Principal: { Service: service },
      Action: action,
      Resource: arn,
      Condition: { ArnLike: { 'aws:SourceArn': sourceArn } },
    },
  ],
});

const configurationSetArn = 'arn:aws:ses:us-east-1:000000000000:configuration-set/all';
const ses = { service: 'ses.amazonaws.com', sourceArn: configurationSetArn };

function buildQueue(name: string): QueueSpec {
  const url = `https://sqs.us-east-1.amazonaws.com/000000000000/${name}`;
  const times = { visibilityTimeoutMs: 30_000, delayMs: 0, retentionMs: 345_600_000 };
  const policy = allowService('sns.amazonaws.com', 'sqs:SendMessage', queueArn(name), topicArn);
  return { name, arn: queueArn(name), url, ...times, policy };
}

function createSnsAndSqs(clock: Clock, dataDir: string): { sqs: SqsStandIn; sns: SnsStandIn } {
  const queues = [buildQueue('wrapped'), buildQueue('raw')];
  const topics = [
    {
      name: 'events',
      arn: topicArn,
      policy: allowService(ses.service, 'sns:Publish', topicArn, configurationSetArn),
    },
  ];
  const sqs = new SqsStandIn(queues, clock, dataDir);
  const authorizer = new Authorizer(new Iam([], [...queues, ...topics]), (line) => {
    throw new Error(line);
  });
  const sns = new SnsStandIn({
    topics,
    subscriptions: [
      { topicArn, protocol: 'sqs', endpoint: queueArn('wrapped'), rawMessageDelivery: false },
      { topicArn, protocol: 'sqs', endpoint: queueArn('raw'), rawMessageDelivery: true },
      { topicArn, protocol: 'email', endpoint: 'ops@example.com', rawMessageDelivery: false },
    ],
    queues: new AuthorizedQueueSender(sqs, authorizer),
    authorizer,
    clock,
  });
  return { sqs, sns };
}

async function startOurs(): Promise<Engine> {
  const [clock, dataDir] = [new Clock(), makeTempDir()];
  const { sqs, sns } = createSnsAndSqs(clock, dataDir);
  const servers = [await serveStandIn(sqs), await serveStandIn(sns)] as const;
  const stop = async () => {
    sqs.close();
    for (const server of servers) await server.stop();
    clock.stop();
  };
  return { sqsEndpoint: servers[0].endpoint, snsEndpoint: servers[1].endpoint, stop };
}

async function startFauxqsEngine(): Promise<Engine> {
  const { endpoint, stop } = await startFauxqs({
    queues: [{ name: 'wrapped' }, { name: 'raw' }],
    topics: [{ name: 'events' }],
    subscriptions: [
      { topic: 'events', queue: 'wrapped' },
      { topic: 'events', queue: 'raw', attributes: { RawMessageDelivery: 'true' } },
    ],
  });
  return { sqsEndpoint: endpoint, snsEndpoint: endpoint, stop };
}

const settings = {
  region: 'us-east-1',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  maxAttempts: 1,
};

describe.each([
  ['the stand-in', startOurs],
  ['fauxqs', startFauxqsEngine],
])('SNS on %s', (_, startEngine) => {
  let engine: Engine;
  let sns: SNSClient;
  let sqs: SQSClient;

  beforeAll(async () => {
    engine = await startEngine();
    sns = new SNSClient({ ...settings, endpoint: engine.snsEndpoint });
    sqs = new SQSClient({ ...settings, endpoint: engine.sqsEndpoint });
  });

  afterAll(async () => {
    sns.destroy();
    sqs.destroy();
    await engine.stop();
  });

  /** Receives and deletes all messages in the queue. */
  async function receiveAll(QueueName: string): Promise<Message[]> {
    const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName }));
    const input = { QueueUrl, MaxNumberOfMessages: 10, MessageAttributeNames: ['All'] };
    const { Messages = [] } = await sqs.send(new ReceiveMessageCommand(input));
    for (const { ReceiptHandle } of Messages)
      await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
    return Messages;
  }

  const receiveAllQueues = async () => [await receiveAll('wrapped'), await receiveAll('raw')] as const;

  const attributes = {
    kind: { DataType: 'String', StringValue: 'a & <b>' },
    bytes: { DataType: 'Binary', BinaryValue: new Uint8Array([0, 255]) },
  };

  test('a queue with raw delivery receives a published message unchanged, with its attributes', async () => {
    const Message = '{"text":"Grüße & <x> +%20"}';
    await sns.send(new PublishCommand({ TopicArn: topicArn, Message, MessageAttributes: attributes }));

    const [, raw] = await receiveAllQueues();

    expect(raw).toMatchObject([{ Body: Message, MessageAttributes: attributes }]);
  });

  test('a queue without raw delivery receives a published message in an envelope', async () => {
    const published = await sns.send(
      new PublishCommand({
        TopicArn: topicArn,
        Message: 'Hallo',
        Subject: 'Greeting',
        MessageAttributes: attributes,
      }),
    );

    const [wrapped] = await receiveAllQueues();

    expect(wrapped.map(({ Body = '' }) => JSON.parse(Body))).toEqual([
      {
        Type: 'Notification',
        MessageId: published.MessageId,
        TopicArn: topicArn,
        Subject: 'Greeting',
        Message: 'Hallo',
        Timestamp: aTimestamp,
        SignatureVersion: '1',
        Signature: expect.any(String),
        SigningCertURL: expect.stringMatching(/^https:\/\/sns\.us-east-1\.amazonaws\.com\/.*\.pem$/),
        UnsubscribeURL: expect.stringContaining('Action=Unsubscribe'),
        MessageAttributes: {
          kind: { Type: 'String', Value: 'a & <b>' },
          bytes: { Type: 'Binary', Value: 'AP8=' },
        },
      },
    ]);
    expect(wrapped[0]?.MessageAttributes).toBeUndefined();
  });

  test('each message of a batch reaches every queue', async () => {
    const entries = ['a', 'b'].map((Id) => ({
      Id,
      Message: `message ${Id}`,
      MessageAttributes: { id: { DataType: 'String', StringValue: Id } },
    }));

    const { Successful, Failed } = await sns.send(
      new PublishBatchCommand({ TopicArn: topicArn, PublishBatchRequestEntries: entries }),
    );
    const [wrapped, raw] = await receiveAllQueues();

    expect(Successful).toEqual([
      { Id: 'a', MessageId: expect.any(String) },
      { Id: 'b', MessageId: expect.any(String) },
    ]);
    expect(Failed ?? []).toEqual([]);
    expect(wrapped.map(({ Body = '' }) => JSON.parse(Body).MessageId)).toEqual(
      Successful?.map(({ MessageId }) => MessageId),
    );
    expect(raw.map(({ Body, MessageAttributes }) => [Body, MessageAttributes?.id?.StringValue])).toEqual([
      ['message a', 'a'],
      ['message b', 'b'],
    ]);
  });

  test('a message of exactly 262,144 bytes is accepted, and 262,145 bytes are refused', async () => {
    const Message = 'x'.repeat(262_144);
    await sns.send(new PublishCommand({ TopicArn: topicArn, Message }));

    const tooLong = sns.send(new PublishCommand({ TopicArn: topicArn, Message: `${Message}x` }));
    await expect(tooLong).rejects.toMatchObject({ name: 'InvalidParameterException' });
    expect((await receiveAllQueues())[1][0]?.Body).toBe(Message);
  });

  test('an unknown topic is refused', async () => {
    const published = sns.send(new PublishCommand({ TopicArn: `${topicArn}-gone`, Message: 'x' }));

    await expect(published).rejects.toMatchObject({
      name: 'NotFoundException',
      $metadata: { httpStatusCode: 404 },
    });
  });
});

describe('SNS features of the local implementation only', () => {
  let clock: Clock;
  let dataDir: string;
  let sqs: SqsStandIn;
  let sns: SnsStandIn;
  let client: SNSClient;
  let stopServer: () => Promise<void>;

  beforeEach(async () => {
    [clock, dataDir] = [new Clock(), makeTempDir()];
    ({ sqs, sns } = createSnsAndSqs(clock, dataDir));
    const server = await serveStandIn(sns);
    stopServer = server.stop;
    client = new SNSClient({ ...settings, endpoint: server.endpoint });
  });

  afterEach(async () => {
    client.destroy();
    sqs.close();
    await stopServer();
    clock.stop();
  });

  test('SES events reach the queues, with the time of the runtime’s clock', async () => {
    clock.jumpTo(Date.UTC(2100, 0, 1));

    const MessageId = await sns.publish(ses, topicArn, 'event');

    const [wrapped] = sqs.receive(queueArn('wrapped'), 1);
    expect(JSON.parse(wrapped?.body ?? '')).toMatchObject({
      MessageId,
      Message: 'event',
      Timestamp: expect.stringMatching(/^2100-01-01T00:00:0/),
    });
    expect(sqs.receive(queueArn('raw'), 1)).toMatchObject([{ body: 'event', messageAttributes: {} }]);
  });

  test('a message without a subject has no subject in its envelope', async () => {
    await sns.publish(ses, topicArn, 'event');

    const [wrapped] = sqs.receive(queueArn('wrapped'), 1);
    expect(JSON.parse(wrapped?.body ?? '')).not.toHaveProperty('Subject');
  });

  const entry = { Id: 'a', Message: 'x' };
  test.each([
    ['no entry', [], 'EmptyBatchRequestException'],
    [
      'eleven entries',
      Array.from({ length: 11 }, (_n, index) => ({ ...entry, Id: `n${index}` })),
      'TooManyEntriesInBatchRequestException',
    ],
    ['a duplicate id', [entry, entry], 'BatchEntryIdsNotDistinctException'],
  ])('a batch with %s is refused and publishes nothing', async (_case, entries, name) => {
    const batch = new PublishBatchCommand({ TopicArn: topicArn, PublishBatchRequestEntries: entries });

    await expect(client.send(batch)).rejects.toMatchObject({ name });
    expect(sqs.counts().visible).toBe(0);
  });

  test('publishing requires sns:Publish on the topic', () => {
    const form = new URLSearchParams({ Action: 'PublishBatch', TopicArn: topicArn });
    const request = {
      method: 'POST',
      path: '/',
      query: new URLSearchParams(),
      headers: {},
      body: Buffer.from(form.toString()),
    };

    expect(sns.read(request)).toEqual({
      service: 'sns',
      operation: 'PublishBatch',
      target: 'events',
      needs: [{ action: 'sns:Publish', resource: topicArn }],
      input: { TopicArn: topicArn },
    });
  });

  test('an unsupported operation is refused', async () => {
    await expect(client.send(new ListTopicsCommand({}))).rejects.toMatchObject({ name: 'UnknownOperation' });
  });

  test('an unsupported parameter is refused, not ignored', async () => {
    const message = { TopicArn: topicArn, Message: '{"default":"x"}', MessageStructure: 'json' };

    await expect(client.send(new PublishCommand(message))).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message: expect.stringContaining('MessageStructure'),
    });
  });
});
