import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, type Conditions } from 'aws-cdk-lib/aws-iam';
import { queueUrlVariable, type Need, type QueueName } from '../shared/needs';
import type { Resources } from './resources';

/** What a need stands for: one action on named resources, and the environment that finds them. */
interface Grant {
  actions: string[];
  resources: string[];
  environment: Record<string, string>;
  conditions?: Conditions;
}

/** Allowances, the last uses of API keys, Idempotency-Keys: shared/db/keys/credentials.ts. */
const requestPartitions = ['ALLOWANCE#*', 'W#*#API-KEYS', 'W#*#IDEMPOTENCY#*'];

/** The grants of a need. This is the only place that gives a function a permission. */
function grantsOf(need: Need, resources: Resources): Grant[] {
  const [kind, what] = need.split(':') as [string, string];
  return kind === 'alarms' ? alarmGrants(what, resources) : [grantOf(need, resources)];
}

function grantOf(need: Need, resources: Resources): Grant {
  const [kind, what] = need.split(':') as [string, string];
  const { table, contentBucket, parkedBucket, inboundBucket } = resources;
  switch (kind) {
    case 'table':
      return {
        actions: [`dynamodb:${what}`],
        resources: [table.tableArn],
        environment: { TABLE_NAME: table.tableName },
      };
    // What the pipeline keeps of requests: a function that only reads cannot write anything else.
    case 'requests':
      return {
        actions: [`dynamodb:${what}`],
        resources: [table.tableArn],
        environment: { TABLE_NAME: table.tableName },
        conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': requestPartitions } },
      };
    case 'index':
      return {
        actions: ['dynamodb:Query'],
        resources: [`${table.tableArn}/index/${what}`],
        environment: { TABLE_NAME: table.tableName },
      };
    case 'content':
      return onObjects(what, contentBucket.bucketArn, { CONTENT_BUCKET: contentBucket.bucketName });
    case 'webhook-payloads':
      return onObjects(what, `${contentBucket.bucketArn}/webhooks`, {
        CONTENT_BUCKET: contentBucket.bucketName,
      });
    case 'parked':
      return onObjects(what, parkedBucket.bucketArn, { PARKED_BUCKET: parkedBucket.bucketName });
    case 'inbound':
      return onObjects(what, inboundBucket.bucketArn, { INBOUND_BUCKET: inboundBucket.bucketName });
    case 'mail':
    case 'identity':
      return { actions: [`ses:${what}`], resources: sesResources(resources), environment: {} };
    case 'account':
      return { actions: [`ses:${what}`], resources: ['*'], environment: {} };
    case 'queue':
      return mayFill(what as QueueName, resources);
    case 'webhook-secrets':
      return {
        actions: [`kms:${what}`],
        resources: [resources.webhookSecretsKey.keyArn],
        environment: { WEBHOOK_SECRETS_KEY: resources.webhookSecretsKey.keyArn },
      };
    case 'environment':
      return { actions: [], resources: [], environment: environmentOf(what, resources) };
    default:
      throw new Error(`lib/needs.ts does not know the need ${need}`);
  }
}

function environmentOf(what: string, resources: Resources): Record<string, string> {
  const environments: Record<string, Record<string, string>> = {
    'events-topic': { EVENTS_TOPIC_ARN: resources.eventsTopic.topicArn },
    'public-url': { PUBLIC_URL: resources.publicUrl },
    'approval-expiry': { APPROVAL_EXPIRY_HOURS: `${resources.approvalExpiryHours}` },
    oauth: resources.oauth,
  };
  return environments[what] ?? {};
}

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

/** Identities and configuration sets are made by the service itself, so their names are not known here. */
function sesResources({ table }: Resources): string[] {
  const { partition, region, account } = Stack.of(table);
  return ['identity', 'configuration-set'].map(
    (kind) => `arn:${partition}:ses:${region}:${account}:${kind}/*`,
  );
}

/** The policy statements and the environment of a function with these needs; a need counts once. */
export function resolveNeeds(needs: readonly Need[], resources: Resources) {
  const grants = [...new Set(needs)].flatMap((need) => grantsOf(need, resources));
  const byResources = new Map<string, PolicyStatement>();
  for (const { actions, resources: on, conditions } of grants.filter((grant) => grant.actions.length > 0)) {
    const key = JSON.stringify([on, conditions]);
    const statement =
      byResources.get(key) ?? new PolicyStatement({ resources: on, ...(conditions && { conditions }) });
    statement.addActions(...actions);
    byResources.set(key, statement);
  }
  const environment: Record<string, string> = Object.assign({}, ...grants.map((grant) => grant.environment));
  return { statements: [...byResources.values()], environment };
}
