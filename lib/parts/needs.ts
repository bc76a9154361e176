import { Stack } from 'aws-cdk-lib';
import type { IUserPool } from 'aws-cdk-lib/aws-cognito';
import { PolicyStatement, type Conditions } from 'aws-cdk-lib/aws-iam';
import {
  serviceTagKey,
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
const workspaceRecordPartition = `W#${[8, 4, 4, 4, 12].map((length) => '?'.repeat(length)).join('-')}`;

/** What the pipeline touches, by action: shared/db/keys/credentials.ts. */
const requestPartitions: Record<string, string[]> = {
  GetItem: ['CREDENTIAL#*', 'SESSION#*', 'W#*#USERS', workspaceRecordPartition, 'W#*#IDEMPOTENCY#*'],
  UpdateItem: ['ALLOWANCE#*', 'W#*#API-KEYS', 'W#*#IDEMPOTENCY#*'],
  PutItem: ['W#*#IDEMPOTENCY#*'],
};

type GrantBuilder = (target: string, resources: Resources) => Grant[];

/** What each kind of need grants. */
const grants: Record<string, GrantBuilder> = {
  table: (action, resources) => [tableGrant(action, resources)],
  // What the pipeline keeps of requests: a function that only reads cannot write anything else.
  requests: (action, resources) => [
    {
      ...tableGrant(action, resources),
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
    (action === 'ListBucket' ? bucketGrant : objectsGrant)(action, contentBucket.bucketArn, {
      CONTENT_BUCKET: contentBucket.bucketName,
    }),
  ],
  'webhook-payloads': (action, { contentBucket }) => [
    objectsGrant(action, `${contentBucket.bucketArn}/webhooks`, { CONTENT_BUCKET: contentBucket.bucketName }),
  ],
  parked: (action, { parkedBucket }) => [
    objectsGrant(action, parkedBucket.bucketArn, { PARKED_BUCKET: parkedBucket.bucketName }),
  ],
  inbound: (action, { inboundBucket }) => [
    objectsGrant(action, inboundBucket.bucketArn, { INBOUND_BUCKET: inboundBucket.bucketName }),
  ],
  mail: (action, resources) => [sesGrant(action, sesResources(resources))],
  identity: (action, resources) => [identityGrant(action, resources)],
  account: (action) => [sesGrant(action, ['*'])],
  queue: (name, resources) => [queueGrant(name, resources)],
  wakeups: wakeupGrants,
  'webhook-secrets': (action, { webhookSecretsKey: { keyArn } }) => [
    { actions: [`kms:${action}`], resources: [keyArn], environment: { WEBHOOK_SECRETS_KEY: keyArn } },
  ],
  users: (action, { userPool }) => (userPool ? [userPoolGrant(action, userPool)] : []),
  environment: (name, resources) => [
    { actions: [], resources: [], environment: environmentOf(name, resources) },
  ],
};

function grantsOf(need: Need, resources: Resources): Grant[] {
  const [kind = '', target = ''] = need.split(':');
  const needGrants = grants[kind]?.(target, resources);
  if (!needGrants) throw new Error(`lib/parts/needs.ts does not know the need ${need}`);
  return needGrants;
}

const tableGrant = (action: string, { table }: Resources): Grant => ({
  actions: [`dynamodb:${action}`],
  resources: [table.tableArn],
  environment: { TABLE_NAME: table.tableName },
});

const sesGrant = (action: string, resources: string[]): Grant => ({
  actions: [`ses:${action}`],
  resources,
  environment: {},
});

/** Reads: what somebody else made must be seen to be refused. */
const readActions: readonly string[] = ['GetEmailIdentity', 'GetConfigurationSet'] satisfies IdentityAction[];

/**
 * They know the tags of the request and not those of the resource. For TagResource that means that the role could put
 * our tag on what somebody else made; no code calls it but as a part of the two others.
 */
const createActions: readonly string[] = [
  'CreateEmailIdentity',
  'CreateConfigurationSet',
  'TagResource',
] satisfies IdentityAction[];

/**
 * Made only with our tag, and changed or deleted only where it is. SendEmail and SendRawEmail, the need `mail`, know no
 * tags: https://docs.aws.amazon.com/service-authorization/latest/reference/list_sesv2.html
 */
function identityGrant(action: string, resources: Resources): Grant {
  const tagScope = createActions.includes(action) ? 'RequestTag' : 'ResourceTag';
  const conditions = { StringEquals: { [`aws:${tagScope}/${serviceTagKey}`]: resources.stage } };
  return {
    ...sesGrant(action, sesResources(resources)),
    environment: { STAGE: resources.stage },
    ...(!readActions.includes(action) && { conditions }),
  };
}

function environmentOf(target: string, resources: Resources): Record<string, string> {
  const environments: Record<string, Record<string, string>> = {
    'events-topic': { EVENTS_TOPIC_ARN: resources.eventsTopic.topicArn },
    'public-url': { PUBLIC_URL: resources.publicUrl },
    'approval-expiry': { APPROVAL_EXPIRY_HOURS: `${resources.approvalExpiryHours}` },
    'identity-rate': { IDENTITY_CALLS_PER_SECOND: `${resources.identityCallsPerSecond}` },
    'host-rate': { WEBHOOKS_PER_SECOND_BY_HOST: `${resources.webhooksPerSecondByHost}` },
    oauth: resources.oauth,
    'sign-in': resources.signIn,
  };
  return environments[target] ?? {};
}

const userPoolGrant = (action: string, { userPoolArn, userPoolId }: IUserPool): Grant => ({
  actions: [`cognito-idp:${action}`],
  resources: [userPoolArn],
  environment: { USER_POOL_ID: userPoolId },
});

function queueGrant(name: string, { queues }: Resources): Grant {
  if (!isQueueName(name, queues)) throw new Error(`lib/service.ts does not have the queue ${name}`);
  return {
    actions: ['sqs:SendMessage'],
    resources: [queues[name].queueArn],
    environment: { [queueUrlVariable(name)]: queues[name].queueUrl },
  };
}

const isQueueName = (name: string, queues: Resources['queues']): name is QueueName =>
  Object.hasOwn(queues, name);

/** An alarm is a schedule of the service's own group, which rings under a role that may do nothing else. */
function wakeupGrants(action: string, { scheduling }: Resources): Grant[] {
  const { partition, region, account } = Stack.of(scheduling);
  const group = scheduling.wakeupGroup.scheduleGroupName;
  return [
    {
      actions: [`scheduler:${action}`],
      resources: [`arn:${partition}:scheduler:${region}:${account}:schedule/${group}/*`],
      environment: {
        WAKEUP_GROUP: group,
        WAKEUPS_QUEUE_ARN: scheduling.wakeups.queueArn,
        WAKEUP_ROLE_ARN: scheduling.wakeupRole.roleArn,
      },
    },
    {
      actions: ['iam:PassRole'],
      resources: [scheduling.wakeupRole.roleArn],
      environment: {},
      conditions: { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } },
    },
  ];
}

const objectsGrant = (action: string, bucketArn: string, environment: Record<string, string>): Grant => ({
  actions: [`s3:${action}`],
  resources: [`${bucketArn}/*`],
  environment,
});

const bucketGrant = (action: string, bucketArn: string, environment: Record<string, string>): Grant => ({
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
  const allGrants = [...new Set(needs)].flatMap((need) => grantsOf(need, resources));
  const byResources = new Map<string, PolicyStatement>();
  for (const { actions, resources: statementResources, conditions } of allGrants.filter(
    (grant) => grant.actions.length > 0,
  )) {
    const key = JSON.stringify([statementResources, conditions]);
    const statement =
      byResources.get(key) ??
      new PolicyStatement({ resources: statementResources, ...(conditions && { conditions }) });
    statement.addActions(...actions);
    byResources.set(key, statement);
  }
  const environment = Object.fromEntries(allGrants.flatMap((grant) => Object.entries(grant.environment)));
  return { statements: [...byResources.values()], environment };
}
