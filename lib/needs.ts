import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Need } from '../shared/needs';
import type { Resources } from './resources';

/** What a need stands for: one action on named resources, and the environment that finds them. */
interface Grant {
  actions: string[];
  resources: string[];
  environment: Record<string, string>;
}

/** The grant of a need. This is the only place that gives a function a permission. */
function grantOf(need: Need, resources: Resources): Grant {
  const [kind, what] = need.split(':') as [string, string];
  const { table, contentBucket, parkedBucket, eventsTopic, oauth } = resources;
  const none = { actions: [], resources: [] };
  switch (kind) {
    case 'table':
      return {
        actions: [`dynamodb:${what}`],
        resources: [table.tableArn],
        environment: { TABLE_NAME: table.tableName },
      };
    case 'index':
      return {
        actions: ['dynamodb:Query'],
        resources: [`${table.tableArn}/index/${what}`],
        environment: { TABLE_NAME: table.tableName },
      };
    case 'content':
      return onObjects(what, contentBucket.bucketArn, { CONTENT_BUCKET: contentBucket.bucketName });
    case 'parked':
      return onObjects(what, parkedBucket.bucketArn, { PARKED_BUCKET: parkedBucket.bucketName });
    case 'mail':
    case 'identity':
      return { actions: [`ses:${what}`], resources: sesResources(resources), environment: {} };
    case 'environment':
      return { ...none, environment: what === 'oauth' ? oauth : { EVENTS_TOPIC_ARN: eventsTopic.topicArn } };
    default:
      throw new Error(`lib/needs.ts does not know the need ${need}`);
  }
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
  const grants = [...new Set(needs)].map((need) => grantOf(need, resources));
  const byResources = new Map<string, PolicyStatement>();
  for (const { actions, resources: on } of grants.filter((grant) => grant.actions.length > 0)) {
    const key = on.join();
    const statement = byResources.get(key) ?? new PolicyStatement({ resources: on });
    statement.addActions(...actions);
    byResources.set(key, statement);
  }
  const environment: Record<string, string> = Object.assign({}, ...grants.map((grant) => grant.environment));
  return { statements: [...byResources.values()], environment };
}
