import { readFileSync } from 'node:fs';
import { resolveReference, resourcesOf, type Resource, type Template } from './support/templates';
import { routes } from '../../functions/api/routes';
import { endpointStackNames, endpointStacks } from '../../lib/parts/stack-names';
import { jobs } from '../../functions/workers/jobs';
import { errorCatalog, type ErrorType } from '../../shared/core/errors';
import { toReadableTemplate } from './support/readable-template';
import { synthesizeEach } from './support/synthesize';

let economy: Record<string, Template>;
let full: Record<string, Template>;
const settings = { stage: 'test', logRetentionDays: 30 };

beforeAll(async () => {
  [economy, full] = await synthesizeEach([
    { ...settings, preset: 'economy' },
    { ...settings, preset: 'full' },
  ]);
});

const findStack = (name: string): Template => {
  const template = full[name];
  if (!template) throw new Error(`There is no stack ${name}`);
  return template;
};

/** Returns all resources of this type in the preset full, which has the most stacks. */
const allResources = (type: string): [id: string, resource: Resource][] =>
  Object.values(full).flatMap((template) => resourcesOf(template, type));

describe('the templates', () => {
  test.each([
    'Data',
    'Mail',
    'Webhooks',
    'Api',
    ...endpointStackNames,
    'ApiStage',
    'Workers',
    'Edge',
    'Firewall',
    'Operations',
  ])('%s', (name) => {
    expect(toReadableTemplate(findStack(name))).toMatchSnapshot();
  });

  test('the preset full adds two stacks and alarms, and does not change the other stacks', () => {
    const { Edge, Firewall, ...otherStacks } = full;
    const { Operations, ...unchangedStacks } = otherStacks;

    expect([Edge, Firewall, Operations]).not.toContain(undefined);
    for (const [name, { Resources }] of Object.entries(unchangedStacks))
      expect(Resources).toEqual(economy[name]?.Resources);
    expect(Object.keys(economy)).toEqual(Object.keys(otherStacks));
  });
});

describe('the limits of CloudFormation (docs/decisions/0001)', () => {
  /** Below the limits of CloudFormation: 500 resources and 1 MB. */
  const [resourcesMax, bytesMax] = [450, 600_000];
  const plannedRoutes = 60;
  const plannedJobs = 20;
  const countResources = (name: string) => Object.keys(findStack(name).Resources).length;
  const countResourcesStartingWith = (name: string, prefix: string) =>
    Object.keys(findStack(name).Resources).filter((id) => id.startsWith(prefix)).length;

  test('no stack reaches a limit', () => {
    for (const template of Object.values(full)) {
      expect(Object.keys(template.Resources).length).toBeLessThan(resourcesMax);
      expect(bytesOf(template)).toBeLessThan(bytesMax);
    }
  });

  test.each(endpointStackNames)('%s has room for 60 more routes', (name) => {
    const ownRoutes = routes.filter(({ resource }) => endpointStacks[name].includes(resource));
    const template = findStack(name);
    const perRoute = Math.max(...ownRoutes.map((route) => resourcesOfRoute(template, route.name).length));

    expect(perRoute).toBe(4);
    expect(countResources(name)).toBe(perRoute * ownRoutes.length);
    expect(countResources(name) + perRoute * plannedRoutes).toBeLessThan(resourcesMax);
    expect(withMore(bytesOf(template), ownRoutes.length)).toBeLessThan(bytesMax);
  });

  test('the document of the REST API has room for 60 more routes', () => {
    expect(withMore(bytesOf(findStack('Api')), routes.length)).toBeLessThan(bytesMax);
  });

  const bytesOf = (template: Template) => JSON.stringify(template).length;
  /** The size with the planned routes, if a planned route is as large as the average route. */
  const withMore = (bytes: number, count: number) => (bytes / count) * (count + plannedRoutes);

  test('the workers stack has room for twenty jobs of the largest kind', () => {
    const ofQueue = countResourcesStartingWith('Workers', 'recordEmailEvents');
    // Adds the role of the schedule and the policy of that role, which have another prefix.
    const ofSchedule = countResourcesStartingWith('Workers', 'monitorDomains') + 2;

    expect({ ofQueue, ofSchedule }).toEqual({ ofQueue: 8, ofSchedule: 6 });
    expect(ofQueue * plannedJobs).toBeLessThan(resourcesMax);
  });

  test('the alarms of twenty queues and their workers fit into a stack', () => {
    const perJob = countResourcesStartingWith('Operations', 'recordEmailEvents');
    const otherResources = countResources('Operations') - perJob;

    expect({ perJob, ofOneWorker: countResourcesStartingWith('Operations', 'monitorDomains') }).toEqual({
      perJob: 2,
      ofOneWorker: 1,
    });
    expect(perJob * plannedJobs + otherResources).toBeLessThan(resourcesMax);
  });
});

const withoutHash = (id: string): string => id.replace(/[0-9A-F]{8}$/, '');

/** Returns the resources of one route: its function, role, log group and permission. */
const resourcesOfRoute = ({ Resources }: Template, name: string): string[] =>
  Object.keys(Resources).filter((id) => new RegExp(`^${name}(Role|Logs|FromApi)?[0-9A-F]{8}$`).test(id));

describe('every function', () => {
  test('belongs to a route or a job, and every route and job has a function', () => {
    const names = allResources('AWS::Lambda::Function').map(([, { Properties }]) => Properties.FunctionName);

    expect(names.sort()).toEqual(
      [...routes.map(({ name }) => name), ...Object.keys(jobs)]
        .map((name) => `carrier-nest-test-${name}`)
        .sort(),
    );
  });

  test('runs on arm64 and Node 24', () => {
    for (const [, { Properties }] of allResources('AWS::Lambda::Function')) {
      expect(Properties).toMatchObject({ Architectures: ['arm64'], Runtime: 'nodejs24.x' });
    }
  });

  test('has its own role', () => {
    const roles = allResources('AWS::Lambda::Function').map(
      ([, { Properties }]) => Properties.Role['Fn::GetAtt'][0],
    );

    expect(new Set(roles).size).toBe(roles.length);
  });

  test('writes to its own log group, which has a retention period', () => {
    for (const template of Object.values(full)) {
      for (const [, { Properties }] of resourcesOf(template, 'AWS::Lambda::Function')) {
        const logGroup = template.Resources[Properties.LoggingConfig.LogGroup.Ref];
        expect(logGroup?.Properties).toEqual({
          LogGroupName: `/aws/lambda/${Properties.FunctionName}`,
          RetentionInDays: 30,
        });
      }
    }
  });

  test('of a route can be invoked only by this API', () => {
    const permissions = allResources('AWS::Lambda::Permission');

    expect(permissions).toHaveLength(routes.length);
    for (const [, { Properties }] of permissions) {
      expect(Properties.Principal).toBe('apigateway.amazonaws.com');
      expect(JSON.stringify(Properties.SourceArn)).toContain('PublishOutputRefApiF70053CD');
    }
  });
});

describe('permissions', () => {
  const statements = () =>
    [...allResources('AWS::IAM::Role'), ...allResources('AWS::IAM::Policy')].flatMap(([id, { Properties }]) =>
      [...(Properties.Policies ?? []), Properties]
        .flatMap(({ PolicyDocument }) => PolicyDocument?.Statement ?? [])
        .map(({ Action, Resource, Condition }) => ({
          id,
          actions: [Action].flat(),
          resources: [Resource].flat(),
          conditions: Condition,
        })),
    );

  test('contain no wildcard actions', () => {
    expect(statements().length).toBeGreaterThan(routes.length);
    expect(statements().filter(({ actions }) => actions.some((action) => action.includes('*')))).toEqual([]);
  });

  test('name their resources, except for the two actions that AWS cannot restrict to a resource', () => {
    const wildcardStatements = statements().filter(({ resources }) => resources.includes('*'));

    expect(new Set(wildcardStatements.flatMap(({ actions }) => actions))).toEqual(
      new Set(['ses:GetAccount', 'ecr:GetAuthorizationToken']),
    );
  });

  test('allow one function to create the key of webhook secrets, and only the delivery functions to read it too', () => {
    const keyStatements = statements().filter(({ actions }) =>
      actions.some((action) => /^(kms|ssm):/.test(action)),
    );

    expect(keyStatements.map(({ id, actions }) => `${withoutHash(id)} ${actions.join()}`).sort()).toEqual([
      'createWebhookEndpointRole ssm:GetParameter',
      'createWebhookEndpointRole ssm:PutParameter',
      'deliverSlowWebhookRole ssm:GetParameter',
      'deliverWebhookRole ssm:GetParameter',
    ]);
    for (const { actions, resources, conditions } of keyStatements) {
      expect(JSON.stringify(resources)).toMatch(
        /:parameter\/carrier-nest\/test\/webhook-secrets-key"\]\]\}\]$/,
      );
      expect(conditions).toEqual(
        actions.includes('ssm:PutParameter') ? { StringNotEquals: { 'ssm:Overwrite': 'true' } } : undefined,
      );
    }
  });
});

test('the table has point-in-time recovery, deletion protection, TTL and its indexes', () => {
  const [[, table] = []] = resourcesOf(findStack('Data'), 'AWS::DynamoDB::GlobalTable');

  expect(table?.DeletionPolicy).toBe('Retain');
  expect(table?.Properties).toMatchObject({
    BillingMode: 'PAY_PER_REQUEST',
    TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
    Replicas: [
      {
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      },
    ],
    GlobalSecondaryIndexes: [
      { IndexName: 'byStatus' },
      { IndexName: 'byDue' },
      { IndexName: 'byTime' },
      { IndexName: 'byWaiting' },
    ],
  });
});

describe('every queue', () => {
  const isDeadLetterQueue = ([id]: [string, Resource]) => id.includes('DeadLetters');

  test('sends failed messages to a dead-letter queue, which retains them for 14 days', () => {
    for (const [stack, template] of Object.entries(full)) {
      const queues = resourcesOf(template, 'AWS::SQS::Queue');
      for (const [, { Properties }] of queues.filter((queue) => !isDeadLetterQueue(queue))) {
        const { deadLetterTargetArn } = Properties.RedrivePolicy;
        const target = resolveReference(full, stack, deadLetterTargetArn);
        expect(target?.resource.Properties.MessageRetentionPeriod).toBe(14 * 24 * 3600);
      }
    }
  });

  test('refuses requests without TLS', () => {
    for (const template of Object.values(full)) {
      const policies = resourcesOf(template, 'AWS::SQS::QueuePolicy').map(([, { Properties }]) => Properties);
      for (const [id] of resourcesOf(template, 'AWS::SQS::Queue')) {
        const ownPolicies = policies.filter(({ Queues }) => JSON.stringify(Queues).includes(`"${id}"`));
        expect(ownPolicies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)).toContainEqual(
          expect.objectContaining({
            Effect: 'Deny',
            Action: 'sqs:*',
            Condition: { Bool: { 'aws:SecureTransport': 'false' } },
          }),
        );
      }
    }
  });

  test('has an alarm for dead letters and, if a function reads the queue, an alarm for the age of the oldest message', () => {
    const queues = allResources('AWS::SQS::Queue');
    const metrics = allResources('AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties.MetricName);

    const deadLetterAlarms = metrics.filter((name) => name === 'ApproximateNumberOfMessagesVisible');
    const ageAlarms = metrics.filter((name) => name === 'ApproximateAgeOfOldestMessage');
    expect(deadLetterAlarms).toHaveLength(queues.filter(isDeadLetterQueue).length);
    // The messages of a dead-letter queue, which no function reads, may grow old.
    expect(ageAlarms).toHaveLength(allResources('AWS::Lambda::EventSourceMapping').length);
  });
});

// R-28
test('API Gateway’s own responses have the standard error shape and a status from the error catalog', () => {
  const [[, api] = []] = resourcesOf(findStack('Api'), 'AWS::ApiGateway::RestApi');
  const responses: Record<string, { statusCode: number; responseTemplates: Record<string, string> }> =
    api?.Properties.Body['x-amazon-apigateway-gateway-responses'];

  const gatewayResponses = Object.entries(responses).map(([kind, { statusCode, responseTemplates }]) => {
    const template = responseTemplates['application/json'] ?? '';
    // API Gateway's template language interprets these characters.
    expect(template).not.toMatch(/[$#]/);
    const { error } = JSON.parse(template) as { error: { type: ErrorType; message: string } };
    expect(error.message).toMatch(/\w/);
    return [kind, statusCode, error.type, errorCatalog[error.type]] as const;
  });

  expect(gatewayResponses.map(([kind, status, type]) => `${kind} ${status} ${type}`).sort()).toEqual([
    'DEFAULT_4XX 400 invalid_request',
    'DEFAULT_5XX 500 internal_error',
    'INTEGRATION_FAILURE 503 service_unavailable',
    'INTEGRATION_TIMEOUT 503 service_unavailable',
    'REQUEST_TOO_LARGE 413 payload_too_large',
    'THROTTLED 429 rate_limited',
    'WAF_FILTERED 429 rate_limited',
  ]);
  // API Gateway reports unreadable requests as `invalid_request` with various statuses
  // (shared/core/errors.ts).
  for (const [kind, status, , catalogStatus] of gatewayResponses)
    if (kind !== 'DEFAULT_4XX') expect(status).toBe(catalogStatus);
});

test('the preset economy has ten alarms, one of which is active without data', () => {
  const alarms = resourcesOf(economy['Operations'] ?? { Resources: {} }, 'AWS::CloudWatch::Alarm');
  const activeWithoutData = alarms.filter(
    ([, { Properties }]) => Properties.TreatMissingData === 'breaching',
  );

  expect(alarms).toHaveLength(10);
  expect(activeWithoutData.map(([id]) => withoutHash(id))).toEqual(['SweepStopped']);
});

test('the alarms of the preset full cover each index and the ingress', () => {
  const ids = Object.keys(findStack('Operations').Resources).map(withoutHash);

  expect(ids).toEqual(
    expect.arrayContaining([
      ...['byStatus', 'byDue', 'byTime', 'byWaiting'].map((index) => `${index}Throttled`),
      ...['IngressUnhealthy', 'IngressErrors', 'BalancerErrors', 'EdgeErrors'],
    ]),
  );
});

// CloudFront's metrics exist only in us-east-1.
test('the alarm for CloudFront exists only in us-east-1', () => {
  const [id = ''] = Object.keys(findStack('Operations').Resources).filter((key) =>
    key.startsWith('EdgeErrors'),
  );

  expect(findStack('Operations').Resources[id]).toMatchObject({ Condition: 'IsUsEast1' });
});

test('every alarm has an action for both states, and names an existing section of the runbook', () => {
  const headings = readFileSync('docs/runbook.md', 'utf8').matchAll(/^#+ (.+)$/gm);
  const anchors = [...headings].map(([, heading = '']) => heading.toLowerCase().replace(/[^\w]+/g, '-'));
  const alarms = allResources('AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties);

  expect(alarms.length).toBeGreaterThan(0);
  for (const { AlarmDescription, AlarmActions, OKActions } of alarms) {
    expect(AlarmActions).toHaveLength(1);
    expect(OKActions).toEqual(AlarmActions);
    expect(anchors).toContain(/docs\/runbook\.md#([\w-]+)$/.exec(AlarmDescription)?.[1]);
  }
});
