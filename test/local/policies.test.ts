import { join } from 'node:path';
import { Authorizer } from '../../packages/local/src/aws/iam/authorizer';
import { Iam } from '../../packages/local/src/aws/iam/iam';
import { ConfigurationSets } from '../../packages/local/src/aws/sesv2/configuration-sets';
import { SnsStandIn } from '../../packages/local/src/aws/sns/sns-stand-in';
import { AuthorizedQueueSender } from '../../packages/local/src/aws/sqs/queue-sender';
import { SqsStandIn } from '../../packages/local/src/aws/sqs/sqs-stand-in';
import { Clock } from '../../packages/local/src/clock/clock';
import { EventPublisher } from '../../packages/local/src/mail/event-publisher';
import { MailReceiver, type IncomingMail } from '../../packages/local/src/mail/mail-receiver';
import { checkAlarmTopics } from '../../packages/local/src/start/check-alarm-topics';
import type {
  Deployment,
  ProtectedResource,
  KeySpec,
  QueueSpec,
} from '../../packages/local/src/template/deployment';
import { readDeployment } from '../../packages/local/src/template/read-deployment';
import { synthesize } from '../../packages/local/src/template/synthesize';
import { makeTempDir } from '../support/run/run-dir';

/** These tests check the policies of the deployed topics, queues and keys, and the effect of removing a policy. */
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
  [clock, dataDir] = [new Clock(), makeTempDir()];
});

afterEach(() => {
  stop();
  clock.stop();
});

const accountId = '000000000000';
const sesArn = (resource: string) => `arn:aws:ses:us-east-1:${accountId}:${resource}`;
const ses = { service: 'ses.amazonaws.com', sourceArn: sesArn('configuration-set/all') };
const cloudWatch = 'cloudwatch.amazonaws.com';

/** Changes the templates and deploys their topics and queues. */
function deploy(changeDeployment: (deployment: Deployment) => void = () => undefined) {
  const deployment = structuredClone(templates);
  changeDeployment(deployment);
  const { keys, queues: specs, topics } = deployment;
  const refusals: string[] = [];
  const iam = new Iam(deployment.roles, [...keys, ...specs, ...topics]);
  const authorizer = new Authorizer(iam, (line) => refusals.push(line));
  const sqs = new SqsStandIn(specs, clock, dataDir);
  const sns = new SnsStandIn({
    ...deployment,
    queues: new AuthorizedQueueSender(sqs, authorizer),
    authorizer,
    clock,
  });
  stop = () => sqs.close();
  const visibleCount = ({ arn }: { arn: string }) => sqs.counts().byQueue[arn]?.visible;
  return {
    deployment,
    iam,
    sns,
    sqs,
    refusals,
    inbound: () => visibleCount(findByName(specs, 'Inbound')),
    events: () => visibleCount(eventsQueue(deployment)),
    undelivered: () => visibleCount(undelivered(deployment)),
  };
}

const eventsQueue = ({ queues }: Deployment) => findByName(queues, 'recordEmailEventsQueue');

/** Returns the dead-letter queue of the events subscription. Queue names are truncated to 80 characters. */
function undelivered({ subscriptions, queues, topics }: Deployment): QueueSpec {
  const { arn } = findByName(topics, 'EmailEvents');
  const subscription = subscriptions.find(({ topicArn }) => topicArn === arn);
  const found = queues.find((queue) => queue.arn === subscription?.deadLetterArn);
  if (!found) throw new Error('The subscription has no dead-letter queue');
  return found;
}

function findByName<Spec extends { name: string }>(specs: Spec[], id: string): Spec {
  const found = specs.find(({ name }) => new RegExp(`-${id}[0-9A-F]{8}$`).test(name));
  if (!found) throw new Error(`The templates have no ${id}`);
  return found;
}

const publishEvent = ({ deployment, sns }: ReturnType<typeof deploy>, caller = ses) =>
  sns.publish(caller, findByName(deployment.topics, 'EmailEvents').arn, '{}');

/** Removes every Allow statement from a policy. */
function removeAllowStatements(guarded: ProtectedResource): void {
  const { Statement = [], Version = '' } = guarded.policy ?? {};
  guarded.policy = { Version, Statement: Statement.filter(({ Effect }) => Effect === 'Deny') };
}

/** Encrypts the resource with a key that the roles of the account and these services may use. */
function encrypt({ keys }: Deployment, guarded: ProtectedResource, ...services: string[]): void {
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

describe('an SES event', () => {
  test('reaches its queue if the templates are unchanged', async () => {
    const deployed = deploy();

    await publishEvent(deployed);

    expect(deployed.events()).toBe(1);
    expect(deployed.refusals).toEqual([]);
  });

  test('is lost when the topic policy does not allow SES, and the log names the caller, the action and the reason', async () => {
    const deployed = deploy(({ topics }) => removeAllowStatements(findByName(topics, 'EmailEvents')));
    const { arn } = findByName(deployed.deployment.topics, 'EmailEvents');

    await expect(publishEvent(deployed)).rejects.toMatchObject({ code: 'AccessDenied', status: 403 });

    expect(deployed.events()).toBe(0);
    expect(deployed.refusals).toEqual([
      `ses.amazonaws.com for ${ses.sourceArn} is not authorized to perform: sns:Publish on resource: ${arn}` +
        ' (no statement in its policy allows it)',
    ]);
  });

  test('is lost when the topic has no policy', async () => {
    const deployed = deploy(({ topics }) => delete findByName(topics, 'EmailEvents').policy);

    await expect(publishEvent(deployed)).rejects.toThrow('(it has no policy)');
  });

  test('is lost when one statement denies an action that another statement allows', async () => {
    const deployed = deploy(({ topics }) => {
      const { policy, arn } = findByName(topics, 'EmailEvents');
      policy?.Statement.push({ Effect: 'Deny', Principal: '*', Action: 'sns:Publish', Resource: arn });
    });

    await expect(publishEvent(deployed)).rejects.toThrow('(a statement denies it)');
  });

  test('from another account is refused by the topic policy', async () => {
    const deployed = deploy();
    const sourceArn = ses.sourceArn.replace(accountId, '999999999999');

    await expect(publishEvent(deployed, { ...ses, sourceArn })).rejects.toMatchObject({
      code: 'AccessDenied',
    });
  });

  test('that its topic refuses does not affect the sent email', async () => {
    const deployed = deploy(({ topics }) => removeAllowStatements(findByName(topics, 'EmailEvents')));
    const TopicArn = findByName(deployed.deployment.topics, 'EmailEvents').arn;
    const sets = new ConfigurationSets(join(dataDir, 'sets'), ['all']);
    sets.createDestination({
      ConfigurationSetName: 'all',
      EventDestinationName: 'events',
      EventDestination: { Enabled: true, MatchingEventTypes: ['SEND'], SnsDestination: { TopicArn } },
    });
    const publisher = new EventPublisher({ region: 'us-east-1', accountId }, sets, (sourceArn, topic, text) =>
      deployed.sns.publish({ ...ses, sourceArn }, topic, text),
    );

    await publisher.publishEvent({ eventType: 'Send', mail: {}, send: {} }, 'all');

    expect(deployed.refusals).toEqual([expect.stringContaining(`for ${sesArn('configuration-set/all')}`)]);
    sets.close();
  });
});

describe('a message from a topic', () => {
  test('goes to the dead-letter queue of the subscription when the queue policy does not allow SNS', async () => {
    const deployed = deploy((deployment) => removeAllowStatements(eventsQueue(deployment)));

    await publishEvent(deployed);

    expect([deployed.events(), deployed.undelivered()]).toEqual([0, 1]);
    expect(deployed.refusals).toEqual([expect.stringMatching(/^sns\.amazonaws\.com .* sqs:SendMessage on /)]);
  });

  test('is lost when the dead-letter queue does not allow SNS either, and both refusals are logged', async () => {
    const deployed = deploy((deployment) => {
      removeAllowStatements(eventsQueue(deployment));
      removeAllowStatements(undelivered(deployment));
    });

    await publishEvent(deployed);

    expect([deployed.events(), deployed.undelivered()]).toEqual([0, 0]);
    expect(deployed.refusals).toHaveLength(2);
  });

  test('does not reach a queue whose policy allows only another topic', async () => {
    const deployed = deploy(({ topics, subscriptions }) => {
      for (const subscription of subscriptions)
        if (subscription.topicArn === findByName(topics, 'EmailEvents').arn)
          subscription.endpoint = findByName(templates.queues, 'Inbound').arn;
    });

    await publishEvent(deployed);

    expect([deployed.inbound(), deployed.undelivered()]).toEqual([0, 1]);
  });
});

describe('encryption', () => {
  test.each([
    ['a topic refuses SES events if only roles may use the key', [], 0],
    ['a topic accepts SES events if SES may use the key', [ses.service], 1],
  ])('%s', async (_, services, expected) => {
    const deployed = deploy((deployment) =>
      encrypt(deployment, findByName(deployment.topics, 'EmailEvents'), ...services),
    );

    await publishEvent(deployed).catch(() => undefined);

    expect(deployed.events()).toBe(expected);
    expect(deployed.refusals.map((line) => / kms:\w+ /.exec(line)?.[0])).toEqual(
      expected ? [] : [' kms:GenerateDataKey '],
    );
  });

  test.each([
    ['a queue receives no messages from a topic if only roles may use the key', [], 0],
    ['a queue receives messages from a topic if SNS may use the key', ['sns.amazonaws.com'], 1],
  ])('%s', async (_, services, expected) => {
    const deployed = deploy((deployment) => encrypt(deployment, eventsQueue(deployment), ...services));

    await publishEvent(deployed);

    expect([deployed.events(), deployed.undelivered()]).toEqual([expected, 1 - expected]);
  });

  test('sending to an encrypted queue also requires that the role may use the key', () => {
    const deployed = deploy((deployment) =>
      encrypt(deployment, findByName(deployment.queues, 'WakeupsQueue')),
    );
    const { arn } = findByName(deployed.deployment.queues, 'WakeupsQueue');

    const denial = deployed.iam.findDenial(
      findSenderRole(deployed.deployment, arn),
      deployed.sqs.needsToSend(arn),
    );

    expect(denial?.need.action).toBe('kms:GenerateDataKey');
  });
});

/** Finds a role that may send to the queue. */
function findSenderRole({ roles }: Deployment, queueArn: string): string {
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
  ['may send to a queue with its own policy', () => undefined, undefined],
  [
    'may not send to a queue whose policy denies it',
    ({ queues }: Deployment) => denyAll(findByName(queues, 'WakeupsQueue')),
    'a statement denies it',
  ],
])('a role %s', (_, changeDeployment, reason) => {
  const { deployment, iam, sqs } = deploy(changeDeployment);
  const { arn } = findByName(deployment.queues, 'WakeupsQueue');

  const denial = iam.findDenial(findSenderRole(deployment, arn), sqs.needsToSend(arn));

  expect(denial?.reason).toBe(reason);
});

const denyAll = ({ arn, policy }: ProtectedResource): void =>
  void policy?.Statement.push({ Effect: 'Deny', Principal: '*', Action: 'sqs:*', Resource: arn });

describe('inbound mail', () => {
  const mail: IncomingMail = {
    mailFrom: 'lou@example.com',
    rcpts: ['desk@mail.local.test'],
    raw: Buffer.from('Subject: Re\r\n\r\nHi'),
    verdicts: {},
  };

  function createReceiving({ deployment, sns }: ReturnType<typeof deploy>) {
    const stored: string[] = [];
    const receiving = new MailReceiver({
      clock,
      rules: deployment.receiptRules,
      putObject: (_bucket, key) => stored.push(key),
      publish: (sourceArn, topicArn, message) => sns.publish({ ...ses, sourceArn }, topicArn, message),
    });
    return { receiving, stored };
  }

  test('causes a notification for its receipt rule if the templates are unchanged', async () => {
    const deployed = deploy();
    const [{ arn } = { arn: '' }] = deployed.deployment.receiptRules;

    await createReceiving(deployed).receiving.receive(mail);

    expect(deployed.inbound()).toBe(1);
    expect(arn).toBe(sesArn('receipt-rule-set/carrier-nest-local:receipt-rule/carrier-nest-local'));
  });

  test('is stored without a notification if the topic policy stops allowing SES after the receipt rule was created', async () => {
    const deployed = deploy(({ topics }) =>
      removeAllowStatements(findByName(topics, 'InboundNotifications')),
    );
    const { receiving, stored } = createReceiving(deployed);

    await receiving.receive(mail);

    expect(stored).toHaveLength(1);
    expect(deployed.inbound()).toBe(0);
    expect(deployed.refusals).toHaveLength(1);
  });

  test('cannot be received if the topic policy does not allow SES, because SES then refuses to create the receipt rule', async () => {
    const deployed = deploy(({ topics }) =>
      removeAllowStatements(findByName(topics, 'InboundNotifications')),
    );

    await expect(createReceiving(deployed).receiving.validateRules()).rejects.toMatchObject({
      code: 'AccessDenied',
    });
  });
});

describe('every alarm', () => {
  const listAlarmRefusals = (changeDeployment?: (deployment: Deployment) => void): string[] => {
    const { deployment, sns, refusals } = deploy(changeDeployment);
    checkAlarmTopics(deployment.alarms, sns);
    return refusals;
  };

  test('reaches a topic that allows CloudWatch', () => {
    expect(templates.alarms.length).toBeGreaterThan(20);
    expect(listAlarmRefusals()).toEqual([]);
  });

  test('is reported at startup when the topic policy does not allow CloudWatch', () => {
    const refusals = listAlarmRefusals(({ topics }) => removeAllowStatements(findByName(topics, 'Alarms')));

    expect(refusals).toHaveLength(templates.alarms.length);
    for (const line of refusals) expect(line).toContain(`${cloudWatch} for arn:aws:cloudwatch:`);
  });

  test('is reported at startup when the key of the topic does not allow CloudWatch', () => {
    const listRefusalsWithKey = (...services: string[]) =>
      listAlarmRefusals((deployment) =>
        encrypt(deployment, findByName(deployment.topics, 'Alarms'), ...services),
      );

    expect(listRefusalsWithKey()).toHaveLength(templates.alarms.length);
    stop();
    expect(listRefusalsWithKey(cloudWatch)).toEqual([]);
  });
});
