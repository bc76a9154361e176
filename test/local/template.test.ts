import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  App,
  CfnCondition,
  CfnMapping,
  CfnParameter,
  CfnResource,
  CrossStackReferences,
  Duration,
  Fn,
  ReferenceStrength,
  Stack,
} from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as kms from 'aws-cdk-lib/aws-kms';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as sources from 'aws-cdk-lib/aws-lambda-event-sources';
import * as s3 from 'aws-cdk-lib/aws-s3';
import * as scheduler from 'aws-cdk-lib/aws-scheduler';
import * as targets from 'aws-cdk-lib/aws-scheduler-targets';
import * as ses from 'aws-cdk-lib/aws-ses';
import * as actions from 'aws-cdk-lib/aws-ses-actions';
import * as sns from 'aws-cdk-lib/aws-sns';
import * as subscriptions from 'aws-cdk-lib/aws-sns-subscriptions';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import { Iam } from '../../packages/local/src/aws/iam/iam';
import type { Deployment } from '../../packages/local/src/template/deployment';
import { readDeployment } from '../../packages/local/src/template/read-deployment';
import { makeTempDir } from '../support/run/run-dir';

const codeDir = makeTempDir();
// Silences CDK's warnings about templates that are invalid on purpose.
beforeAll(() => void jest.spyOn(console, 'error').mockReturnValue());

const options = {
  region: 'eu-west-1',
  accountId: '123456789012',
  queueUrl: (name: string) => `http://127.0.0.1:9/123456789012/${name}`,
};

function synthesize(build: (app: App) => void): Deployment {
  const app = new App({ outdir: makeTempDir(), analyticsReporting: false });
  build(app);
  return readDeployment(app.synth().directory, options);
}

function createFunction(
  scope: Stack,
  id: string,
  props: Partial<lambda.FunctionProps> = {},
): lambda.Function {
  writeFileSync(join(codeDir, 'index.js'), 'exports.handler = async () => ({})');
  const code = lambda.Code.fromAsset(codeDir, { exclude: ['out-*'] });
  return new lambda.Function(scope, id, {
    runtime: lambda.Runtime.NODEJS_22_X,
    handler: 'index.handler',
    code,
    ...props,
  });
}

function createApi(scope: Stack, handler: lambda.IFunction): apigateway.SpecRestApi {
  const uri = `arn:aws:apigateway:${scope.region}:lambda:path/2015-03-31/functions/${handler.functionArn}/invocations`;
  const integration = { type: 'aws_proxy', httpMethod: 'POST', uri };
  return new apigateway.SpecRestApi(scope, 'Api', {
    apiDefinition: apigateway.ApiDefinition.fromInline({
      openapi: '3.0.1',
      info: { title: 'test', version: '1' },
      paths: { '/v1/emails': { post: { 'x-amazon-apigateway-integration': integration } } },
      'x-amazon-apigateway-gateway-responses': {
        THROTTLED: {
          statusCode: 429,
          responseTemplates: { 'application/json': '{}' },
          responseParameters: { 'gatewayresponse.header.Retry-After': "'5'" },
        },
      },
    }),
    cloudWatchRole: false,
    deployOptions: { stageName: 'live' },
  });
}

/** Synthesizes one stack with an API and the resources of the test. */
function synthesizeWith(addResources: (stack: Stack, handler: lambda.Function) => void): Deployment {
  return synthesize((app) => {
    const stack = new Stack(app, 'One');
    const handler = createFunction(stack, 'Handler');
    createApi(stack, handler);
    addResources(stack, handler);
  });
}

/** Builds a small version of the service, with five stacks that refer to each other. */
function buildService(app: App): void {
  const data = new Stack(app, 'Data');
  const table = new dynamodb.TableV2(data, 'Table', {
    partitionKey: { name: 'pk', type: dynamodb.AttributeType.STRING },
    sortKey: { name: 'sk', type: dynamodb.AttributeType.STRING },
    globalSecondaryIndexes: [
      { indexName: 'due', partitionKey: { name: 'due', type: dynamodb.AttributeType.STRING } },
    ],
    timeToLiveAttribute: 'ttl',
  });
  const bucket = new s3.Bucket(data, 'Mail', {
    lifecycleRules: [{ prefix: 'parked/', expiration: Duration.days(1) }],
  });
  const mail = new Stack(app, 'Mail');
  const deadLetterQueue = new sqs.Queue(mail, 'Dead');
  const queue = new sqs.Queue(mail, 'Events', {
    deadLetterQueue: { queue: deadLetterQueue, maxReceiveCount: 5 },
    visibilityTimeout: Duration.minutes(3),
  });
  const topic = new sns.Topic(mail, 'Topic');
  topic.addSubscription(new subscriptions.SqsSubscription(queue, { rawMessageDelivery: true }));
  new ses.ReceiptRuleSet(mail, 'Rules').addRule('Inbound', {
    recipients: ['in.example'],
    actions: [new actions.S3({ bucket, objectKeyPrefix: 'inbound/', topic })],
  });
  new ses.ConfigurationSet(mail, 'Default', { configurationSetName: 'carrier-default' });

  const workers = new Stack(app, 'Workers');
  const worker = createFunction(workers, 'Events', {
    timeout: Duration.seconds(30),
    memorySize: 512,
    environment: { TABLE: table.tableName, QUEUE_URL: queue.queueUrl, TOPIC: topic.topicArn },
  });
  table.grantReadData(worker);
  worker.addEventSource(new sources.SqsEventSource(queue, { batchSize: 5, reportBatchItemFailures: true }));
  new scheduler.Schedule(workers, 'Sweep', {
    schedule: scheduler.ScheduleExpression.rate(Duration.minutes(5)),
    target: new targets.LambdaInvoke(worker, {}),
    scheduleGroup: new scheduler.ScheduleGroup(workers, 'Alarms'),
  });

  const apiStack = new Stack(app, 'Api');
  const handler = createFunction(apiStack, 'sendEmail', { functionName: 'send-email' });
  const api = createApi(apiStack, handler);
  handler.addPermission('gateway', {
    principal: new iam.ServicePrincipal('apigateway.amazonaws.com'),
    sourceArn: api.arnForExecuteApi('*', '/*', '*'),
  });
  api.addGatewayResponse('TooLarge', {
    type: apigateway.ResponseType.REQUEST_TOO_LARGE,
    templates: { 'application/json': '{"error":{}}' },
    responseHeaders: { 'Retry-After': "'5'" },
  });
}

describe('a service of several stacks', () => {
  let deployment: Deployment;
  beforeAll(() => {
    deployment = synthesize(buildService);
  });

  test('functions have their asset folder, their environment with resolved references, and their limits', () => {
    expect(deployment.functions).toMatchObject([
      {
        name: expect.stringMatching(/^Workers-Events/),
        codeDir: expect.stringContaining('/asset.'),
        handler: 'index.handler',
        environment: {
          TABLE: deployment.tables[0]?.name,
          QUEUE_URL: deployment.queues[1]?.url,
          TOPIC: deployment.topics[0]?.arn,
        },
        timeoutMs: 30_000,
        memoryMb: 512,
        roleArn: deployment.roles[0]?.arn,
      },
      {
        name: 'send-email',
        arn: 'arn:aws:lambda:eu-west-1:123456789012:function:send-email',
        timeoutMs: 3000,
      },
    ]);
  });

  test('a role has all its attached policies, with resolved resources', () => {
    const statements = deployment.roles[0]?.policies.flatMap(({ document }) => document.Statement);
    const { arn } = deployment.tables[0] ?? { arn: '' };

    expect(statements).toContainEqual(
      expect.objectContaining({
        Action: expect.arrayContaining(['dynamodb:Query']),
        Resource: [arn, `${arn}/index/*`],
      }),
    );
    expect(statements).toContainEqual(
      expect.objectContaining({ Action: expect.arrayContaining(['logs:PutLogEvents']) }),
    );
  });

  test('a global table becomes the input of CreateTable', () => {
    expect(deployment.tables).toEqual([
      {
        name: expect.stringMatching(/^Data-Table/),
        arn: expect.stringMatching(/^arn:aws:dynamodb:eu-west-1:123456789012:table\/Data-Table/),
        create: {
          TableName: deployment.tables[0]?.name,
          BillingMode: 'PAY_PER_REQUEST',
          KeySchema: [
            { AttributeName: 'pk', KeyType: 'HASH' },
            { AttributeName: 'sk', KeyType: 'RANGE' },
          ],
          AttributeDefinitions: ['pk', 'sk', 'due'].map((name) => ({
            AttributeName: name,
            AttributeType: 'S',
          })),
          GlobalSecondaryIndexes: [
            {
              IndexName: 'due',
              KeySchema: [{ AttributeName: 'due', KeyType: 'HASH' }],
              Projection: { ProjectionType: 'ALL' },
            },
          ],
        },
      },
    ]);
  });

  test('queues, topics and subscriptions are read', () => {
    const [deadLetterQueue, events] = deployment.queues;
    expect(events).toMatchObject({
      name: expect.stringMatching(/^Mail-Events/),
      arn: `arn:aws:sqs:eu-west-1:123456789012:${events?.name}`,
      url: options.queueUrl(events?.name ?? ''),
      visibilityTimeoutMs: 180_000,
      delayMs: 0,
      retentionMs: 345_600_000,
      redrive: { deadLetterArn: deadLetterQueue?.arn, receivesMax: 5 },
    });
    expect(deployment.subscriptions).toEqual([
      {
        topicArn: deployment.topics[0]?.arn,
        protocol: 'sqs',
        endpoint: events?.arn,
        rawMessageDelivery: true,
        deadLetterArn: undefined,
      },
    ]);
    expect(events?.policy?.Statement).toMatchObject([
      {
        Effect: 'Allow',
        Action: 'sqs:SendMessage',
        Principal: { Service: 'sns.amazonaws.com' },
        Resource: events?.arn,
        Condition: { ArnEquals: { 'aws:SourceArn': deployment.topics[0]?.arn } },
      },
    ]);
    expect(deadLetterQueue?.policy).toBeUndefined();
    expect(deployment.mappings).toEqual([
      {
        queueArn: events?.arn,
        functionName: deployment.functions[0]?.name,
        batchSize: 5,
        batchWindowMs: 0,
        reportsItemFailures: true,
        concurrencyMax: undefined,
        allowsRecursion: false,
      },
    ]);
  });

  test('buckets, receipt rules, configuration sets and schedules are read', () => {
    const [bucket] = deployment.buckets;
    expect(bucket).toMatchObject({
      name: expect.stringMatching(/^data-mail/),
      expirations: [{ prefix: 'parked/', days: 1 }],
    });
    expect(deployment.receiptRules).toMatchObject([
      {
        recipients: ['in.example'],
        s3: { bucketName: bucket?.name, prefix: 'inbound/', topicArn: deployment.topics[0]?.arn },
      },
    ]);
    expect(deployment.configurationSets).toEqual(['carrier-default']);
    expect(deployment.schedules).toMatchObject([
      {
        groupName: deployment.scheduleGroups[0],
        expression: 'rate(5 minutes)',
        targetArn: deployment.functions[0]?.arn,
        roleArn: deployment.roles[1]?.arn,
        enabled: true,
      },
    ]);
  });

  // L-1
  test('the API has its stage, its routes, its gateway responses and its permissions', () => {
    const { api, permissions } = deployment;
    expect(api).toMatchObject({
      arn: `arn:aws:execute-api:eu-west-1:123456789012:${api.id}`,
      stageName: 'live',
      gatewayResponses: {
        THROTTLED: { status: '429', template: '{}', headers: { 'Retry-After': '5' } },
        REQUEST_TOO_LARGE: { status: undefined, template: '{"error":{}}', headers: { 'Retry-After': '5' } },
      },
    });
    expect(JSON.stringify(api.body)).toContain(
      '/functions/arn:aws:lambda:eu-west-1:123456789012:function:send-email/',
    );
    expect(permissions).toEqual([
      {
        functionName: 'send-email',
        action: 'lambda:InvokeFunction',
        principal: 'apigateway.amazonaws.com',
        sourceArn: `${api.arn}/*/*/*`,
      },
    ]);
  });

  test('the same app gets the same names in every synthesis', () => {
    const secondDeployment = synthesize(buildService);

    expect(secondDeployment.tables).toEqual(deployment.tables);
    expect(secondDeployment.functions.map(({ arn }) => arn)).toEqual(
      deployment.functions.map(({ arn }) => arn),
    );
  });
});

test('weak references between stacks are resolved', () => {
  const deployment = synthesize((app) => {
    const bucket = new s3.Bucket(new Stack(app, 'Data'), 'Bucket');
    const api = new Stack(app, 'Api');
    CrossStackReferences.of(api).consume(ReferenceStrength.WEAK);
    createApi(api, createFunction(api, 'Handler', { environment: { BUCKET: bucket.bucketName } }));
  });

  expect(deployment.functions[0]?.environment['BUCKET']).toBe(deployment.buckets[0]?.name);
});

describe('keys', () => {
  const synthesizeWithKey = (props: kms.KeyProps = {}) =>
    synthesizeWith((stack, handler) => {
      const key = new kms.Key(stack, 'Secrets', { enableKeyRotation: true, ...props });
      key.grantEncrypt(handler);
      handler.addEnvironment('KEY_ID', key.keyId).addEnvironment('KEY_ARN', key.keyArn);
    });

  test('a key has a stable id and ARN that other resources can reference', () => {
    const { keys, functions } = synthesizeWithKey();
    const [key] = keys;

    expect(key).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      arn: `arn:aws:kms:eu-west-1:123456789012:key/${key?.id}`,
    });
    expect(functions[0]?.environment).toMatchObject({ KEY_ID: key?.id, KEY_ARN: key?.arn });
    expect(synthesizeWithKey({ alias: 'secrets' }).keys).toEqual(keys);
  });

  test('CDK grants on a key are allowed by the key policy and the role', () => {
    const { keys, roles } = synthesizeWithKey();
    const denialOf = (action: string) =>
      new Iam(roles, keys).findDenial(roles[0]?.arn ?? '', [{ action, resource: keys[0]?.arn ?? '' }]);

    expect(denialOf('kms:Encrypt')).toBeUndefined();
    expect(denialOf('kms:Decrypt')).toBeDefined();
  });

  test.each<[string, kms.KeyProps]>([
    ['for signing', { keySpec: kms.KeySpec.ECC_NIST_P256, keyUsage: kms.KeyUsage.SIGN_VERIFY }],
    ['that is disabled', { enabled: false }],
  ])('a key %s is refused with its name', (_, props) => {
    expect(() => synthesizeWithKey({ ...props, enableKeyRotation: false })).toThrow(
      /One\/Secrets\w+: only enabled symmetric/,
    );
  });
});

describe('intrinsic functions', () => {
  const resolveValue = (value: unknown, addResources: (stack: Stack) => void = () => undefined) => {
    const deployment = synthesizeWith((stack, handler) => {
      addResources(stack);
      (handler.node.defaultChild as lambda.CfnFunction).addPropertyOverride(
        'Environment.Variables.VALUE',
        value,
      );
    });
    return deployment.functions[0]?.environment['VALUE'];
  };

  test.each<[string, unknown, string | undefined]>([
    [
      'Fn::Sub of pseudo parameters',
      { 'Fn::Sub': '${AWS::Partition} ${AWS::Region} ${AWS::AccountId}' },
      'aws eu-west-1 123456789012',
    ],
    [
      'Fn::Join of the stack name and the URL suffix',
      { 'Fn::Join': ['-', [{ Ref: 'AWS::StackName' }, { Ref: 'AWS::URLSuffix' }]] },
      'One-amazonaws.com',
    ],
    [
      'Fn::Sub with variables and a literal',
      { 'Fn::Sub': ['${A}-${!B}', { A: { Ref: 'AWS::Region' } }] },
      'eu-west-1-${B}',
    ],
    ['Fn::Select of Fn::Split', { 'Fn::Select': [1, { 'Fn::Split': ['/', 'a/b/c'] }] }, 'b'],
    ['Fn::Base64', { 'Fn::Base64': 'hi' }, 'aGk='],
    ['Fn::GetAZs', { 'Fn::Select': ['0', { 'Fn::GetAZs': '' }] }, 'eu-west-1a'],
    ['AWS::NoValue', { Ref: 'AWS::NoValue' }, undefined],
  ])('%s', (_, value, expected) => {
    expect(resolveValue(value)).toBe(expected);
  });

  test('a condition selects a value', () => {
    const value = (name: string) => ({ 'Fn::If': [name, 'yes', { Ref: 'AWS::NoValue' }] });
    const conditions = (stack: Stack) => {
      const isEurope = Fn.conditionEquals({ Ref: 'AWS::Region' }, 'eu-west-1');
      new CfnCondition(stack, 'Both', {
        expression: Fn.conditionAnd(isEurope, Fn.conditionNot(Fn.conditionEquals('a', 'b'))),
      });
      new CfnCondition(stack, 'Neither', {
        expression: Fn.conditionOr(Fn.conditionEquals('a', 'b'), Fn.conditionNot(isEurope)),
      });
    };

    expect(resolveValue(value('Both'), conditions)).toBe('yes');
    expect(resolveValue(value('Neither'), conditions)).toBeUndefined();
  });

  test('a mapping and a parameter default are resolved', () => {
    const value = { 'Fn::FindInMap': ['Sizes', { Ref: 'AWS::Region' }, { Ref: 'Kind' }] };

    const found = resolveValue(value, (stack) => {
      new CfnMapping(stack, 'Sizes', { mapping: { 'eu-west-1': { large: '10' } } });
      new CfnParameter(stack, 'Kind', { default: 'large' });
    });

    expect(found).toBe('10');
  });

  test('a resource whose condition is false is omitted', () => {
    const deployment = synthesizeWith((stack) => {
      const never = new CfnCondition(stack, 'Never', { expression: Fn.conditionEquals('a', 'b') });
      new sqs.CfnQueue(stack, 'Hidden').cfnOptions.condition = never;
    });

    expect(deployment.queues).toEqual([]);
  });

  test.each<[string, unknown, string]>([
    ['an unknown function', { 'Fn::Cidr': ['10.0.0.0/16', 1, 8] }, 'Fn::Cidr'],
    ['an unknown attribute', { 'Fn::GetAtt': ['Bucket', 'Colour'] }, 'attribute Colour of AWS::S3::Bucket'],
    ['an unknown resource', { Ref: 'Nobody' }, 'Nobody'],
    ['an unsupported resource type', { Ref: 'Distribution' }, 'AWS::CloudFront::Distribution'],
    ['an import without an export', { 'Fn::ImportValue': 'nothing' }, 'nothing'],
  ])('%s is refused with its name and location', (_, value, problem) => {
    const readTemplate = () =>
      resolveValue(value, (stack) => {
        new CfnResource(stack, 'Distribution', { type: 'AWS::CloudFront::Distribution' });
        new s3.CfnBucket(stack, 'Bucket');
      });

    expect(readTemplate).toThrow(problem);
    expect(readTemplate).toThrow(/One\/Handler\w*\.Environment/);
  });
});

test('resource types without a local implementation are ignored', () => {
  const deployment = synthesizeWith((stack) => {
    new CfnResource(stack, 'Alarm', {
      type: 'AWS::CloudWatch::Dashboard',
      properties: { Body: { 'Fn::Cidr': [] } },
    });
  });

  expect(deployment.functions).toHaveLength(1);
});

test('an unknown AWS managed policy is refused with its name', () => {
  const readTemplate = () =>
    synthesizeWith((_stack, handler) => {
      handler.role?.addManagedPolicy(iam.ManagedPolicy.fromAwsManagedPolicyName('AdministratorAccess'));
    });

  expect(readTemplate).toThrow(/HandlerServiceRole\w+\.ManagedPolicyArns: .*AdministratorAccess/);
});

describe('policies of topics and queues', () => {
  const allow = new iam.PolicyStatement({
    actions: ['sqs:SendMessage'],
    principals: [new iam.ServicePrincipal('sns.amazonaws.com')],
    resources: ['*'],
  });

  test.each<[string, (stack: Stack) => unknown]>([
    [
      'already has a policy',
      (stack) => {
        const queue = new sqs.Queue(stack, 'Queue', { enforceSSL: true });
        new sqs.CfnQueuePolicy(stack, 'Second', {
          queues: [queue.queueUrl],
          policyDocument: new iam.PolicyDocument({ statements: [allow] }),
        });
      },
    ],
    [
      'inline policies are not supported',
      (stack) =>
        new sns.CfnTopicInlinePolicy(stack, 'Inline', {
          topicArn: new sns.Topic(stack, 'Topic').topicArn,
          policyDocument: new iam.PolicyDocument({ statements: [allow] }),
        }),
    ],
    [
      'alias/aws/sqs is not a key of the template',
      (stack) => new sqs.Queue(stack, 'Queue', { encryption: sqs.QueueEncryption.KMS_MANAGED }),
    ],
  ])('an unsupported policy feature is refused at startup: %s', (problem, addResources) => {
    expect(() => synthesizeWith((stack) => void addResources(stack))).toThrow(problem);
  });

  test('the key of an encrypted queue is read from its id or ARN', () => {
    const { queues, keys } = synthesizeWith((stack) => {
      const encryptionMasterKey = new kms.Key(stack, 'Key');
      new sqs.Queue(stack, 'ByArn', { encryptionMasterKey });
      new sqs.CfnQueue(stack, 'ById', { kmsMasterKeyId: encryptionMasterKey.keyId });
    });

    expect(queues.map(({ keyArn }) => keyArn)).toEqual([keys[0]?.arn, keys[0]?.arn]);
  });
});
