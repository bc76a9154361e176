import { Stack } from 'aws-cdk-lib';
import type { IUserPool } from 'aws-cdk-lib/aws-cognito';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  serviceTagKey,
  queueUrlVariable,
  type IdentityAction,
  type Need,
  type QueueName,
} from '../../shared/core/needs';
import type { Grant } from './grant';
import type { Resources } from './resources';
import { credentialGrants, requestGrants, sessionGrants, tableGrants } from './table-grants';

type GrantBuilder = (target: string, resources: Resources) => Grant[];

/** The grants of each kind of need. */
const grants: Record<string, GrantBuilder> = {
  table: tableGrants,
  credentials: credentialGrants,
  sessions: sessionGrants,
  requests: requestGrants,
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
  'webhook-secrets': webhookSecretGrants,
  users: (action, { userPool }) => (userPool ? [userPoolGrant(action, userPool)] : []),
  environment: (name, resources) => [
    { actions: [], resources: [], environment: environmentOf(name, resources) },
  ],
};

function grantsOf(need: Need, resources: Resources): Grant[] {
  const [kind = '', target = ''] = need.split(':');
  const needGrants = grants[kind]?.(target, resources);
  if (!needGrants) throw new Error(`lib/parts/needs.ts does not define the need ${need}`);
  return needGrants;
}

const sesGrant = (action: string, resources: string[]): Grant => ({
  actions: [`ses:${action}`],
  resources,
  environment: {},
});

/**
 * Read actions have no condition, because the service must read another owner's resource before it can refuse access.
 */
const readActions: readonly string[] = ['GetEmailIdentity', 'GetConfigurationSet'] satisfies IdentityAction[];

/**
 * These actions support conditions on the tags of the request but not on the tags of the resource. The role could
 * therefore use TagResource to put our tag on a resource of another owner. The code uses TagResource only as part of
 * the two create calls, and when the operator adopts an identity.
 */
const createActions: readonly string[] = [
  'CreateEmailIdentity',
  'CreateConfigurationSet',
  'TagResource',
] satisfies IdentityAction[];

/**
 * Allows creating resources only with our tag, and changing or deleting only resources with our tag. SendEmail and
 * SendRawEmail (the need `mail`) do not support tag conditions:
 * https://docs.aws.amazon.com/service-authorization/latest/reference/list_sesv2.html
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
    domains: {
      EVENTS_TOPIC_ARN: resources.eventsTopic.topicArn,
      TRACKING_TARGET: resources.trackingTarget,
    },
    'public-url': { PUBLIC_URL: resources.publicUrl, RECEIVING_DOMAINS: resources.receivingDomains },
    'approval-expiry': { APPROVAL_EXPIRY_HOURS: `${resources.approvalExpiryHours}` },
    'identity-rate': { IDENTITY_CALLS_PER_SECOND: `${resources.identityCallsPerSecond}` },
    'host-rate': { WEBHOOKS_PER_SECOND_BY_HOST: `${resources.webhooksPerSecondByHost}` },
    'wait-slots': { WAIT_SLOTS: `${resources.waitSlots}` },
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
  if (!isQueueName(name, queues)) throw new Error(`lib/carrier-nest.ts does not define the queue ${name}`);
  return {
    actions: ['sqs:SendMessage'],
    resources: [queues[name].queueArn],
    environment: { [queueUrlVariable(name)]: queues[name].queueUrl },
  };
}

const isQueueName = (name: string, queues: Resources['queues']): name is QueueName =>
  Object.hasOwn(queues, name);

/**
 * A wakeup is a schedule in the service's own group. The role of the schedule can only send messages to the wakeup
 * queue.
 */
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

/**
 * Without a customer-managed key, the function that encrypts creates the parameter with the data key. With such a key,
 * the functions that decrypt also read the parameter, for secrets that were stored before the deployment had the key.
 */
function webhookSecretGrants(action: string, resources: Resources): Grant[] {
  const { webhookSecretsKey: key } = resources;
  const isEncrypting = action === 'Encrypt';
  if (!key) return [readDataKeyGrant(resources), ...(isEncrypting ? [createDataKeyGrant(resources)] : [])];
  const environment = { WEBHOOK_SECRETS_KEY: key.keyArn };
  const keyGrant: Grant = { actions: [`kms:${action}`], resources: [key.keyArn], environment };
  return isEncrypting ? [keyGrant] : [keyGrant, readDataKeyGrant(resources)];
}

const readDataKeyGrant = ({ stage, table }: Resources): Grant => {
  const parameter = `/carrier-nest/${stage}/webhook-secrets-key`;
  const { partition, region, account } = Stack.of(table);
  return {
    actions: ['ssm:GetParameter'],
    resources: [`arn:${partition}:ssm:${region}:${account}:parameter${parameter}`],
    environment: { WEBHOOK_SECRETS_PARAMETER: parameter },
  };
};

/** An overwritten data key would make all stored secrets unreadable. */
const createDataKeyGrant = (resources: Resources): Grant => ({
  ...readDataKeyGrant(resources),
  actions: ['ssm:PutParameter'],
  conditions: { StringNotEquals: { 'ssm:Overwrite': 'true' } },
});

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

/**
 * Matches all identities and configuration sets, because the service creates them at run time and their names are
 * unknown here.
 */
function sesResources({ table }: Resources): string[] {
  const { partition, region, account } = Stack.of(table);
  return ['identity', 'configuration-set'].map(
    (kind) => `arn:${partition}:ses:${region}:${account}:${kind}/*`,
  );
}

/** Returns the policy statements and the environment of a function with these needs. Ignores duplicate needs. */
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
