import { join } from 'node:path';
import { Authorizer } from '../../packages/local/src/aws/iam/authorizer';
import { Iam } from '../../packages/local/src/aws/iam/iam';
import { ConfigurationSets } from '../../packages/local/src/aws/sesv2/configuration-sets';
import { SnsStandIn } from '../../packages/local/src/aws/sns/sns-stand-in';
import { GuardedQueues } from '../../packages/local/src/aws/sqs/queue-sender';
import { SqsStandIn } from '../../packages/local/src/aws/sqs/sqs-stand-in';
import { Clock } from '../../packages/local/src/clock/clock';
import { EventPublisher } from '../../packages/local/src/mail/event-publisher';
import { Receiving, type IncomingMail } from '../../packages/local/src/mail/receiving';
import { tryAlarms } from '../../packages/local/src/start/alarms';
import type { Deployment, Guarded, KeySpec, QueueSpec } from '../../packages/local/src/template/deployment';
import { readDeployment } from '../../packages/local/src/template/read-deployment';
import { synthesize } from '../../packages/local/src/template/synthesize';
import { aFolder } from '../support/run/run-folder';

/** The policies of the deployed topics, queues and keys, and what happens where one is taken away. */
let templates: Deployment;
let clock: Clock;
let dataDir: string;
let stop: () => void;

beforeAll(async () => {
  templates = readDeployment((await synthesize()).assembly, {
    region: 'us-east-1',
    accountId,
    queueUrl: (name) => name,
    parameters: { OAuthIssuer: '', OAuthAudience: '', OAuthJwksUri: '' },
  });
});

beforeEach(() => {
  [clock, dataDir] = [new Clock(), aFolder()];
});

afterEach(() => {
  stop();
  clock.stop();
});

const accountId = '000000000000';
const sesOf = (resource: string) => `arn:aws:ses:us-east-1:${accountId}:${resource}`;
const ses = { service: 'ses.amazonaws.com', sourceArn: sesOf('configuration-set/all') };
const cloudWatch = 'cloudwatch.amazonaws.com';

/** Topics and queues of the templates, with one thing changed. */
function deploy(change: (deployment: Deployment) => void = () => undefined) {
  const deployment = structuredClone(templates);
  change(deployment);
  const { keys, queues: specs, topics } = deployment;
  const refusals: string[] = [];
  const iam = new Iam(deployment.roles, [...keys, ...specs, ...topics]);
  const authorizer = new Authorizer(iam, (line) => refusals.push(line));
  const sqs = new SqsStandIn(specs, clock, dataDir);
  const sns = new SnsStandIn({
    ...deployment,
    queues: new GuardedQueues(sqs, authorizer),
    authorizer,
    clock,
  });
  stop = () => sqs.close();
  const held = ({ arn }: { arn: string }) => sqs.counts().byQueue[arn]?.visible;
  return {
    deployment,
    iam,
    sns,
    sqs,
    refusals,
    inbound: () => held(named(specs, 'Inbound')),
    events: () => held(eventsQueue(deployment)),
    undelivered: () => held(undelivered(deployment)),
  };
}

const eventsQueue = ({ queues }: Deployment) => named(queues, 'recordEmailEventsQueue');

/** What SNS could not deliver to the queue of events. A queue's name is cut at 80 characters. */
function undelivered({ subscriptions, queues, topics }: Deployment): QueueSpec {
  const { arn } = named(topics, 'EmailEvents');
  const subscription = subscriptions.find(({ topicArn }) => topicArn === arn);
  const found = queues.find((queue) => queue.arn === subscription?.deadLetterArn);
  if (!found) throw new Error('The subscription has no dead letters');
  return found;
}

function named<Spec extends { name: string }>(specs: Spec[], id: string): Spec {
  const found = specs.find(({ name }) => new RegExp(`-${id}[0-9A-F]{8}$`).test(name));
  if (!found) throw new Error(`The templates have no ${id}`);
  return found;
}

const publishEvent = ({ deployment, sns }: ReturnType<typeof deploy>, by = ses) =>
  sns.publish(by, named(deployment.topics, 'EmailEvents').arn, '{}');

/** Leaves of a policy what refuses. */
function takeAway(guarded: Guarded): void {
  const { Statement = [], Version = '' } = guarded.policy ?? {};
  guarded.policy = { Version, Statement: Statement.filter(({ Effect }) => Effect === 'Deny') };
}

/** Encrypts it with a key that roles of the account may use, and these services. */
function encrypt({ keys }: Deployment, guarded: Guarded, ...services: string[]): void {
  const id = '6b8d2f5e-0000-4000-8000-000000000000';
  guarded.keyArn = `arn:aws:kms:us-east-1:${accountId}:key/${id}`;
  const allow = (principal: object, actions: string[]) => ({
    Effect: 'Allow',
    Principal: principal,
    Action: actions,
    Resource: '*',
  });
  const Statement = [
    allow({ AWS: `arn:aws:iam::${accountId}:root` }, ['kms:*']),
    ...services.map((Service) => allow({ Service }, ['kms:GenerateDataKey*', 'kms:Decrypt'])),
  ];
  keys.push({ id, arn: guarded.keyArn, policy: { Version: '2012-10-17', Statement } } satisfies KeySpec);
}

describe('an event of SES', () => {
  test('reaches its queue as the templates are', async () => {
    const world = deploy();

    await publishEvent(world);

    expect(world.events()).toBe(1);
    expect(world.refusals).toEqual([]);
  });

  test('is lost on a topic whose policy does not let SES in, and the line says who, what and why', async () => {
    const world = deploy(({ topics }) => takeAway(named(topics, 'EmailEvents')));
    const { arn } = named(world.deployment.topics, 'EmailEvents');

    await expect(publishEvent(world)).rejects.toMatchObject({ code: 'AccessDenied', status: 403 });

    expect(world.events()).toBe(0);
    expect(world.refusals).toEqual([
      `ses.amazonaws.com for ${ses.sourceArn} is not authorized to perform: sns:Publish on resource: ${arn}` +
        ' (no statement of its policy allows it)',
    ]);
  });

  test('is lost on a topic that has no policy', async () => {
    const world = deploy(({ topics }) => delete named(topics, 'EmailEvents').policy);

    await expect(publishEvent(world)).rejects.toThrow('(it has no policy)');
  });

  test('is lost where a statement denies what another allows', async () => {
    const world = deploy(({ topics }) => {
      const { policy, arn } = named(topics, 'EmailEvents');
      policy?.Statement.push({ Effect: 'Deny', Principal: '*', Action: 'sns:Publish', Resource: arn });
    });

    await expect(publishEvent(world)).rejects.toThrow('(a statement denies it)');
  });

  test('of another account is refused: the policy names its own', async () => {
    const world = deploy();
    const sourceArn = ses.sourceArn.replace(accountId, '999999999999');

    await expect(publishEvent(world, { ...ses, sourceArn })).rejects.toMatchObject({ code: 'AccessDenied' });
  });

  test('leaves the mail as sent where its topic does not take it', async () => {
    const world = deploy(({ topics }) => takeAway(named(topics, 'EmailEvents')));
    const TopicArn = named(world.deployment.topics, 'EmailEvents').arn;
    const sets = new ConfigurationSets(join(dataDir, 'sets'), ['all']);
    sets.createDestination({
      ConfigurationSetName: 'all',
      EventDestinationName: 'events',
      EventDestination: { Enabled: true, MatchingEventTypes: ['SEND'], SnsDestination: { TopicArn } },
    });
    const publisher = new EventPublisher({ region: 'us-east-1', accountId }, sets, (sourceArn, topic, text) =>
      world.sns.publish({ ...ses, sourceArn }, topic, text),
    );

    await publisher.publishEvent({ eventType: 'Send', mail: {}, send: {} }, 'all');

    expect(world.refusals).toEqual([expect.stringContaining(`for ${sesOf('configuration-set/all')}`)]);
    sets.close();
  });
});

describe('a message of a topic', () => {
  test('goes to the dead letters of the subscription where the queue does not let SNS in', async () => {
    const world = deploy((deployment) => takeAway(eventsQueue(deployment)));

    await publishEvent(world);

    expect([world.events(), world.undelivered()]).toEqual([0, 1]);
    expect(world.refusals).toEqual([expect.stringMatching(/^sns\.amazonaws\.com .* sqs:SendMessage on /)]);
  });

  test('is lost where the dead letters do not let SNS in either, and both are told', async () => {
    const world = deploy((deployment) => {
      takeAway(eventsQueue(deployment));
      takeAway(undelivered(deployment));
    });

    await publishEvent(world);

    expect([world.events(), world.undelivered()]).toEqual([0, 0]);
    expect(world.refusals).toHaveLength(2);
  });

  test('of another topic does not come into the queue', async () => {
    const world = deploy(({ topics, subscriptions }) => {
      for (const each of subscriptions)
        if (each.topicArn === named(topics, 'EmailEvents').arn)
          each.endpoint = named(templates.queues, 'Inbound').arn;
    });

    await publishEvent(world);

    expect([world.inbound(), world.undelivered()]).toEqual([0, 1]);
  });
});

describe('encrypted', () => {
  test.each([
    ['a topic does not take what SES publishes, where the key is for roles alone', [], 0],
    ['a topic takes what SES publishes, where the key lets SES use it', [ses.service], 1],
  ])('%s', async (_, services, expected) => {
    const world = deploy((deployment) =>
      encrypt(deployment, named(deployment.topics, 'EmailEvents'), ...services),
    );

    await publishEvent(world).catch(() => undefined);

    expect(world.events()).toBe(expected);
    expect(world.refusals.map((line) => / kms:\w+ /.exec(line)?.[0])).toEqual(
      expected ? [] : [' kms:GenerateDataKey '],
    );
  });

  test.each([
    ['a queue gets nothing of a topic, where the key is for roles alone', [], 0],
    ['a queue gets what SNS brings, where the key lets SNS use it', ['sns.amazonaws.com'], 1],
  ])('%s', async (_, services, expected) => {
    const world = deploy((deployment) => encrypt(deployment, eventsQueue(deployment), ...services));

    await publishEvent(world);

    expect([world.events(), world.undelivered()]).toEqual([expected, 1 - expected]);
  });

  test('a queue asks the role of a function for the key as well', async () => {
    const world = deploy((deployment) => encrypt(deployment, named(deployment.queues, 'AlarmsQueue')));
    const { arn } = named(world.deployment.queues, 'AlarmsQueue');

    const denial = await world.iam.findDenial(roleOf(world.deployment, arn), world.sqs.needsToSend(arn));

    expect(denial?.need.action).toBe('kms:GenerateDataKey');
  });
});

/** A role that may send to the queue. */
function roleOf({ roles }: Deployment, queueArn: string): string {
  const found = roles.find(({ policies }) =>
    policies.some(({ document }) =>
      document.Statement.some(
        ({ Action, Resource }) =>
          JSON.stringify(Action).includes('sqs:SendMessage') && JSON.stringify(Resource).includes(queueArn),
      ),
    ),
  );
  if (!found) throw new Error(`No role may send to ${queueArn}`);
  return found.arn;
}

test.each([
  ['sends to a queue by its own policy', () => undefined, undefined],
  [
    'does not where the policy of the queue denies it',
    ({ queues }: Deployment) => denyAll(named(queues, 'AlarmsQueue')),
    'a statement denies it',
  ],
])('a role %s', async (_, change, reason) => {
  const { deployment, iam, sqs } = deploy(change);
  const { arn } = named(deployment.queues, 'AlarmsQueue');

  const denial = await iam.findDenial(roleOf(deployment, arn), sqs.needsToSend(arn));

  expect(denial?.reason).toBe(reason);
});

const denyAll = ({ arn, policy }: Guarded): void =>
  void policy?.Statement.push({ Effect: 'Deny', Principal: '*', Action: 'sqs:*', Resource: arn });

describe('mail that arrives', () => {
  const mail: IncomingMail = {
    mailFrom: 'lou@example.com',
    rcpts: ['desk@mail.local.test'],
    raw: Buffer.from('Subject: Re\r\n\r\nHi'),
    verdicts: {},
  };

  function receive({ deployment, sns }: ReturnType<typeof deploy>) {
    const stored: string[] = [];
    const receiving = new Receiving({
      clock,
      rules: deployment.receiptRules,
      putObject: (_bucket, key) => stored.push(key),
      publish: (sourceArn, topicArn, message) => sns.publish({ ...ses, sourceArn }, topicArn, message),
    });
    return { receiving, stored };
  }

  test('is told of as the templates are, for its receipt rule', async () => {
    const world = deploy();
    const [{ arn } = { arn: '' }] = world.deployment.receiptRules;

    await receive(world).receiving.receive(mail);

    expect(world.inbound()).toBe(1);
    expect(arn).toBe(sesOf('receipt-rule-set/carrier-nest-local:receipt-rule/carrier-nest-local'));
  });

  test('is stored and told to nobody where the topic does not let SES in', async () => {
    const world = deploy(({ topics }) => takeAway(named(topics, 'InboundNotices')));
    const { receiving, stored } = receive(world);

    await receiving.receive(mail);

    expect(stored).toHaveLength(1);
    expect(world.inbound()).toBe(0);
    expect(world.refusals).toHaveLength(1);
  });

  test('finds no rule whose topic does not let SES in: SES does not take the rule', async () => {
    const world = deploy(({ topics }) => takeAway(named(topics, 'InboundNotices')));

    await expect(receive(world).receiving.tryRules()).rejects.toMatchObject({ code: 'AccessDenied' });
  });
});

describe('every alarm', () => {
  const told = async (change?: (deployment: Deployment) => void): Promise<string[]> => {
    const { deployment, sns, refusals } = deploy(change);
    await tryAlarms(deployment.alarms, sns);
    return refusals;
  };

  test('reaches a topic that lets CloudWatch in', async () => {
    expect(templates.alarms.length).toBeGreaterThan(20);
    expect(await told()).toEqual([]);
  });

  test('is told of at the start where the policy of the topic refuses CloudWatch', async () => {
    const refusals = await told(({ topics }) => takeAway(named(topics, 'Alarms')));

    expect(refusals).toHaveLength(templates.alarms.length);
    for (const line of refusals) expect(line).toContain(`${cloudWatch} for arn:aws:cloudwatch:`);
  });

  test('is told of at the start where the key of the topic is not for CloudWatch', async () => {
    const keyed = (...services: string[]) =>
      told((deployment) => encrypt(deployment, named(deployment.topics, 'Alarms'), ...services));

    expect(await keyed()).toHaveLength(templates.alarms.length);
    stop();
    expect(await keyed(cloudWatch)).toEqual([]);
  });
});
