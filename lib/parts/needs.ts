import { Stack } from 'aws-cdk-lib';
import type { IUserPool } from 'aws-cdk-lib/aws-cognito';
import { PolicyStatement, type Conditions } from 'aws-cdk-lib/aws-iam';
import {
  ownTagKey,
  queueUrlVariable,
  type IdentityAction,
  type Need,
  type QueueName,
} from '../../shared/core/needs';
import type { Resources } from './resources';

/** What a need stands for: one action on named resources, and the environment that finds them. */
interface Grant {
  actions: string[];
  resources: string[];
  environment: Record<string, string>;
  conditions?: Conditions;
}

/** A workspace's own record, and none of its other partitions: a question mark is one character. */
const workspaceItself = `W#${[8, 4, 4, 4, 12].map((length) => '?'.repeat(length)).join('-')}`;

/** What the pipeline touches, by action: shared/db/keys/credentials.ts. */
const requestPartitions: Record<string, string[]> = {
  GetItem: ['CREDENTIAL#*', 'SESSION#*', 'W#*#USERS', workspaceItself, 'W#*#IDEMPOTENCY#*'],
  UpdateItem: ['ALLOWANCE#*', 'W#*#API-KEYS', 'W#*#IDEMPOTENCY#*'],
  PutItem: ['W#*#IDEMPOTENCY#*'],
};

type Grants = (what: string, resources: Resources) => Grant[];

/** What each kind of need grants. */
const grants: Record<string, Grants> = {
  table: (action, resources) => [onTable(action, resources)],
  // What the pipeline keeps of requests: a function that only reads cannot write anything else.
  requests: (action, resources) => [
    {
      ...onTable(action, resources),
      conditions: {
        'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': requestPartitions[action] },
        // All of none is true as well.
        Null: { 'dynamodb:LeadingKeys': 'false' },
      },
    },
  ],
  index: (name, { table }) => [
    {
      actions: ['dynamodb:Query'],
      resources: [`${table.tableArn}/index/${name}`],
      environment: { TABLE_NAME: table.tableName },
    },
  ],
  content: (action, { contentBucket }) => [
    (action === 'ListBucket' ? onBucket : onObjects)(action, contentBucket.bucketArn, {
      CONTENT_BUCKET: contentBucket.bucketName,
    }),
  ],
  'webhook-payloads': (action, { contentBucket }) => [
    onObjects(action, `${contentBucket.bucketArn}/webhooks`, { CONTENT_BUCKET: contentBucket.bucketName }),
  ],
  parked: (action, { parkedBucket }) => [
    onObjects(action, parkedBucket.bucketArn, { PARKED_BUCKET: parkedBucket.bucketName }),
  ],
  inbound: (action, { inboundBucket }) => [
    onObjects(action, inboundBucket.bucketArn, { INBOUND_BUCKET: inboundBucket.bucketName }),
  ],
  mail: (action, resources) => [onSes(action, sesResources(resources))],
  identity: (action, resources) => [onIdentities(action as IdentityAction, resources)],
  account: (action) => [onSes(action, ['*'])],
  queue: (name, resources) => [mayFill(name as QueueName, resources)],
  alarms: alarmGrants,
  'webhook-secrets': (action, { webhookSecretsKey: { keyArn } }) => [
    { actions: [`kms:${action}`], resources: [keyArn], environment: { WEBHOOK_SECRETS_KEY: keyArn } },
  ],
  users: (action, { userPool }) => (userPool ? [onUsers(action, userPool)] : []),
  environment: (name, resources) => [
    { actions: [], resources: [], environment: environmentOf(name, resources) },
  ],
};

function grantsOf(need: Need, resources: Resources): Grant[] {
  const [kind = '', what = ''] = need.split(':');
  const granted = grants[kind]?.(what, resources);
  if (!granted) throw new Error(`lib/parts/needs.ts does not know the need ${need}`);
  return granted;
}

const onTable = (action: string, { table }: Resources): Grant => ({
  actions: [`dynamodb:${action}`],
  resources: [table.tableArn],
  environment: { TABLE_NAME: table.tableName },
});

const onSes = (action: string, resources: string[]): Grant => ({
  actions: [`ses:${action}`],
  resources,
  environment: {},
});

/** Reads: what somebody else made must be seen to be refused. */
const looks: readonly IdentityAction[] = ['GetEmailIdentity', 'GetConfigurationSet'];

/**
 * They know the tags of the request and not those of the resource. For TagResource that means that the role could put
 * our tag on what somebody else made; no code calls it but as a part of the two others.
 */
const creations: readonly IdentityAction[] = ['CreateEmailIdentity', 'CreateConfigurationSet', 'TagResource'];

/**
 * Made only with our tag, and changed or deleted only where it is. SendEmail and SendRawEmail, the need `mail`, know no
 * tags: https://docs.aws.amazon.com/service-authorization/latest/reference/list_sesv2.html
 */
function onIdentities(action: IdentityAction, resources: Resources): Grant {
  const of = creations.includes(action) ? 'RequestTag' : 'ResourceTag';
  const conditions = { StringEquals: { [`aws:${of}/${ownTagKey}`]: resources.stage } };
  return {
    ...onSes(action, sesResources(resources)),
    environment: { STAGE: resources.stage },
    ...(!looks.includes(action) && { conditions }),
  };
}

function environmentOf(what: string, resources: Resources): Record<string, string> {
  const environments: Record<string, Record<string, string>> = {
    'events-topic': { EVENTS_TOPIC_ARN: resources.eventsTopic.topicArn },
    'public-url': { PUBLIC_URL: resources.publicUrl },
    'approval-expiry': { APPROVAL_EXPIRY_HOURS: `${resources.approvalExpiryHours}` },
    'identity-pace': { IDENTITY_CALLS_PER_SECOND: `${resources.identityCallsPerSecond}` },
    'host-pace': { WEBHOOKS_PER_SECOND_BY_HOST: `${resources.webhooksPerSecondByHost}` },
    oauth: resources.oauth,
    'sign-in': resources.signIn,
  };
  return environments[what] ?? {};
}

const onUsers = (action: string, { userPoolArn, userPoolId }: IUserPool): Grant => ({
  actions: [`cognito-idp:${action}`],
  resources: [userPoolArn],
  environment: { USER_POOL_ID: userPoolId },
});

const mayFill = (name: QueueName, { queues }: Resources): Grant => ({
  actions: ['sqs:SendMessage'],
  resources: [queues[name].queueArn],
  environment: { [queueUrlVariable(name)]: queues[name].queueUrl },
});

/** An alarm is a schedule of the service's own group, which rings under a role that may do nothing else. */
function alarmGrants(action: string, { time }: Resources): Grant[] {
  const { partition, region, account } = Stack.of(time);
  const group = time.alarmGroup.scheduleGroupName;
  return [
    {
      actions: [`scheduler:${action}`],
      resources: [`arn:${partition}:scheduler:${region}:${account}:schedule/${group}/*`],
      environment: {
        ALARM_GROUP: group,
        ALARMS_QUEUE_ARN: time.alarms.queueArn,
        RINGER_ROLE_ARN: time.ringer.roleArn,
      },
    },
    {
      actions: ['iam:PassRole'],
      resources: [time.ringer.roleArn],
      environment: {},
      conditions: { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } },
    },
  ];
}

const onObjects = (action: string, bucketArn: string, environment: Record<string, string>): Grant => ({
  actions: [`s3:${action}`],
  resources: [`${bucketArn}/*`],
  environment,
});

const onBucket = (action: string, bucketArn: string, environment: Record<string, string>): Grant => ({
  actions: [`s3:${action}`],
  resources: [bucketArn],
  environment,
});

/** Identities and configuration sets are made by the service itself, so their names are not known here. */
function sesResources({ table }: Resources): string[] {
  const { partition, region, account } = Stack.of(table);
  return ['identity', 'configuration-set'].map(
    (kind) => `arn:${partition}:ses:${region}:${account}:${kind}/*`,
  );
}

/** The policy statements and the environment of a function with these needs; a need counts once. */
export function resolveNeeds(needs: readonly Need[], resources: Resources) {
  const granted = [...new Set(needs)].flatMap((need) => grantsOf(need, resources));
  const byResources = new Map<string, PolicyStatement>();
  for (const { actions, resources: on, conditions } of granted.filter((grant) => grant.actions.length > 0)) {
    const key = JSON.stringify([on, conditions]);
    const statement =
      byResources.get(key) ?? new PolicyStatement({ resources: on, ...(conditions && { conditions }) });
    statement.addActions(...actions);
    byResources.set(key, statement);
  }
  const environment: Record<string, string> = Object.assign({}, ...granted.map((grant) => grant.environment));
  return { statements: [...byResources.values()], environment };
}
