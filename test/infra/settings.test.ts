import { readFileSync } from 'node:fs';
import { jobs, type JobName } from '../../functions/workers/jobs';
import { concurrencyCap, recommendedExecutions } from '../../lib/parts/concurrency';
import { nagExceptions } from '../../lib/parts/nag-exceptions';
import { refuseRegionWithoutInbound } from '../../lib/parts/receiving-regions';
import { deployedParts } from '../../lib/parts/stack-names';
import { isExceptedBy } from '../../lib/rules/nag-exception';
import { parseSettings } from '../../lib/settings';
import { readSettings } from '../../lib/settings-file';
import { findResources, resolveReference, type Templates } from './support/templates';
import { runApp, synthesizeEach } from './support/synthesize';

/** Templates in which most settings differ from their defaults. The tests below check the effects separately. */
let customized: Templates;
let defaults: Templates;
let full: Templates;
let fullWithout: Templates;
let withUsers: Templates;
let restored: Templates;
let fullInZones: Templates;
let inActiveRuleSet: Templates;
let adopted: Templates;
let withTrackingHosts: Templates;

const adoptedKey = '1234abcd-12ab-34cd-56ef-1234567890ab';

beforeAll(async () => {
  // The CDK CLI sets this variable to the Region of the deployment.
  process.env['CDK_DEFAULT_REGION'] = 'eu-west-1';
  [
    defaults,
    full,
    fullWithout,
    withUsers,
    restored,
    fullInZones,
    inActiveRuleSet,
    adopted,
    customized,
    withTrackingHosts,
  ] = await synthesizeEach([
    { stage: 'test' },
    { stage: 'test', preset: 'full' },
    { stage: 'test', preset: 'full', firewall: false, alarms: 'essential' },
    { stage: 'test', users: true, customerKey: true },
    { stage: 'test', restoredTable: 'restored-1' },
    {
      stage: 'test',
      preset: 'full',
      availabilityZones: ['us-east-1b', 'us-east-1c'],
      vpcOriginSecurityGroup: 'sg-0123456789abcdef0',
    },
    {
      stage: 'test',
      receiptRuleSet: 'theirs',
      receiptRuleAfter: 'to-mailboxes',
      receivingDomains: ['mail.acme.example', '.acme.example'],
    },
    {
      stage: 'test',
      users: true,
      adopt: {
        contentBucket: 'content-1',
        inboundBucket: 'inbound-1',
        webhookSecretsKey: adoptedKey,
        userPool: 'us-east-1_AbCdEf123',
      },
    },
    {
      stage: 'test',
      logRetentionDays: 90,
      apiGatewayLogRole: false,
      inbound: false,
      executions: 1_000,
      sendRate: 100,
      identityCallsPerSecond: 3,
      webhooksPerSecondByHost: 25,
      requestsPerSecond: 7,
      firewall: true,
      requestsPerMinuteByAddress: 50,
      alarms: 'all',
      trackingTarget: 'links.acme.example',
    },
    { stage: 'test', trackingHosts: ['link.mail.acme.example', 'link.news.acme.example'] },
  ]);
});

test('the deployed stacks have the names that the tools use', () => {
  const cases = [
    [defaults, {}],
    [full, { preset: 'full' }],
    [fullWithout, { preset: 'full', firewall: false }],
    [customized, { firewall: true }],
    [withTrackingHosts, { trackingHosts: ['link.mail.acme.example'] }],
  ] as const;

  for (const [templates, settings] of cases)
    expect(deployedParts(parseSettings(settings)).toSorted()).toEqual(Object.keys(templates).toSorted());
});

test('the example file is valid, and a file that does not exist is refused unless it is the default one', () => {
  expect(readSettings('carrier-nest.example.json')).toMatchObject({ alarmEmail: 'oncall@example.com' });
  expect(() => readSettings('no-such-file.json')).toThrow(
    'no-such-file.json: The settings file does not exist',
  );
});

test.each<[settings: object, problem: string]>([
  [{ receivingDomain: ['a.example'] }, 'receivingDomain: Unknown field; did you mean `receivingDomains`?'],
  [
    { receiving_domains: ['a.example'] },
    'receiving_domains: Unknown field; did you mean `receivingDomains`?',
  ],
  [{ color: 'red' }, 'color: Unknown field.'],
  [{ oauth: { isuer: 'x', audience: 'y' } }, 'oauth.isuer: Unknown field; did you mean `issuer`?'],
  [{ executions: 9 }, 'executions: '],
  [{ logRetentionDays: 31 }, 'logRetentionDays: must be one of 7, 30, 90, 365.'],
])(
  '%j is refused with the file, the field, and the page that describes the settings',
  (settings, problem) => {
    expect(() => parseSettings(settings, 'file.json')).toThrow(problem);
    expect(() => parseSettings(settings, 'file.json')).toThrow(
      /^file\.json: .* See docs\/deploying\.md#settings$/,
    );
  },
);

test('the cdk-nag exception for adopted buckets accepts the name of a bucket, but no wildcard', () => {
  const isExcepted = (bucket: string) =>
    nagExceptions.some((exception) =>
      isExceptedBy(exception, {
        rule: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:s3:::${bucket}/*]`,
        location: 'CarrierNest-prod-ApiEmails/sendEmailRole/Resource',
      }),
    );

  expect(['content-1', 'a.b', 'content-1/webhooks'].map(isExcepted)).toEqual([true, true, true]);
  expect(['*', 'content-*', '*/webhooks', '<Bucket>', 'content-1/x*'].map(isExcepted)).toEqual(
    Array.from({ length: 5 }, () => false),
  );
});

test('a restored table replaces the stack’s own table in every function, role and alarm', () => {
  const functions = findResources(restored, 'AWS::Lambda::Function');
  const defaultFunctions = findResources(defaults, 'AWS::Lambda::Function');
  const functionsWithTable = functions.filter(
    ({ resource }) => resource.Properties.Environment?.Variables?.TABLE_NAME,
  );

  expect(findResources(restored, 'AWS::DynamoDB::GlobalTable')).toEqual([]);
  expect(functionsWithTable.length).toBeGreaterThan(50);
  expect(functions.length).toBe(defaultFunctions.length);
  for (const { resource } of functionsWithTable)
    expect(resource.Properties.Environment.Variables.TABLE_NAME).toBe('restored-1');
  for (const [stack, template] of Object.entries(restored))
    expect({ stack, refers: /OutputName":"\w*Table[0-9A-F]{8}/.test(JSON.stringify(template)) }).toEqual({
      stack,
      refers: false,
    });
  expect(JSON.stringify(restored['Workers'])).toContain(':table/restored-1/index/byDue');
  expect(JSON.stringify(restored['Operations'])).toContain('restored-1');
});

describe('resources that an earlier deployment retained', () => {
  /** Each adopted resource, with the text in a reference to it, and the text in a reference to one that is created. */
  const resourceKinds = [
    ['AWS::S3::Bucket', 'content-1', /Content[0-9A-F]{8}/],
    ['AWS::S3::Bucket', 'inbound-1', /InboundMail[0-9A-F]{8}/],
    ['AWS::KMS::Key', adoptedKey, /WebhookSecrets[0-9A-F]{8}/],
    ['AWS::Cognito::UserPool', 'us-east-1_AbCdEf123', /Users[0-9A-F]{8}/],
  ] as const;

  interface Statement {
    Action: string | string[];
    Resource: unknown;
  }

  /** Returns the permissions for a resource as `role action` or `role action objects`. */
  const permissionsFor = (templates: Templates, reference: RegExp): string[] =>
    findResources(templates, 'AWS::IAM::Role').flatMap(({ id, resource }) =>
      (resource.Properties.Policies ?? [])
        .flatMap(
          ({ PolicyDocument }: { PolicyDocument: { Statement: Statement[] } }) => PolicyDocument.Statement,
        )
        .filter(({ Resource }: Statement) => reference.test(JSON.stringify(Resource)))
        .flatMap(({ Action, Resource }: Statement) => {
          const [objects = ''] = /\/(webhooks\/)?\*/.exec(JSON.stringify(Resource)) ?? [];
          return [Action].flat().map((action) => `${id} ${action} ${objects}`);
        }),
    );

  const variablesWith = (templates: Templates, reference: RegExp): string[] =>
    findResources(templates, 'AWS::Lambda::Function').flatMap(({ id, resource }) =>
      Object.entries(resource.Properties.Environment?.Variables ?? {})
        .filter(([, value]) => reference.test(JSON.stringify(value)))
        .map(([name]) => `${id} ${name}`),
    );

  test('replace the stack’s own', () => {
    const createdIds = resourceKinds
      .flatMap(([type]) => findResources(adopted, type))
      .map(({ id }) => id.replace(/[0-9A-F]{8}$/, ''));

    expect(new Set(createdIds)).toEqual(new Set(['ParkedBodies']));
    for (const [, , created] of resourceKinds) {
      expect(permissionsFor(adopted, created)).toEqual([]);
      expect(variablesWith(adopted, created)).toEqual([]);
    }
  });

  test.each(resourceKinds)(
    '%s: the same functions have the same permissions for %s',
    (_type, name, created) => {
      const permissions = permissionsFor(adopted, new RegExp(name));

      expect(permissions.length).toBeGreaterThan(1);
      expect(permissions.toSorted()).toEqual(permissionsFor(withUsers, created).toSorted());
      expect(variablesWith(adopted, new RegExp(name))).toEqual(variablesWith(withUsers, created));
    },
  );

  test('have the same bucket policies under the same logical ids, because a removal deletes the policies', () => {
    const policiesOf = (templates: Templates) =>
      findResources(templates, 'AWS::S3::BucketPolicy').map(({ id, resource }) => ({
        id,
        statements: resource.Properties.PolicyDocument.Statement.map((statement: Statement) => ({
          ...statement,
          Resource: [statement.Resource].flat().length,
        })),
      }));
    const buckets = findResources(adopted, 'AWS::S3::BucketPolicy').map(
      ({ resource }) => resource.Properties.Bucket,
    );

    expect(policiesOf(adopted)).toEqual(policiesOf(withUsers));
    expect(buckets).toEqual(expect.arrayContaining(['content-1', 'inbound-1']));
  });

  test('include the bucket in which SES stores mail, and the receipt rule is created after its policy', () => {
    const [rule] = findResources(adopted, 'AWS::SES::ReceiptRule');
    const policies = Object.keys(adopted['Mail']?.Resources ?? {}).filter((id) =>
      id.startsWith('InboundMailPolicy'),
    );

    expect(rule?.resource.Properties.Rule.Actions[0].S3Action.BucketName).toBe('inbound-1');
    expect(policies).toHaveLength(1);
    expect(rule?.resource.DependsOn).toEqual(expect.arrayContaining(policies));
  });

  test.each([
    [{ contentBucket: 'Content' }],
    [{ inboundBucket: 'arn:aws:s3:::inbound' }],
    [{ webhookSecretsKey: `arn:aws:kms:us-east-1:123456789012:key/${adoptedKey}` }],
    [{ userPool: 'AbCdEf123' }],
    [{ table: 'restored-1' }],
  ])('%j is refused', (adopt) => {
    expect(() => parseSettings({ adopt })).toThrow(Object.keys(adopt)[0]);
  });
});

describe('the key of webhook secrets', () => {
  /** Returns the permissions of the functions for keys and parameters as `role action`. */
  const keyPermissions = (templates: Templates): string[] =>
    findResources(templates, 'AWS::IAM::Role')
      .flatMap(({ id, resource }) =>
        (resource.Properties.Policies ?? [])
          .flatMap(
            ({ PolicyDocument }: { PolicyDocument: { Statement: object[] } }) => PolicyDocument.Statement,
          )
          .flatMap(({ Action }: { Action: string | string[] }) => [Action].flat())
          .filter((action: string) => /^(kms|ssm):/.test(action))
          .map((action: string) => `${id.replace(/Role[0-9A-F]{8}$/, '')} ${action}`),
      )
      .toSorted();

  const dataKeyPermissions = [
    'createWebhookEndpoint ssm:GetParameter',
    'createWebhookEndpoint ssm:PutParameter',
    'deliverSlowWebhook ssm:GetParameter',
    'deliverWebhook ssm:GetParameter',
  ];

  test('is by default in a parameter that no stack contains', () => {
    for (const templates of [defaults, full]) {
      expect(findResources(templates, 'AWS::KMS::Key')).toEqual([]);
      expect(findResources(templates, 'AWS::SSM::Parameter')).toEqual([]);
      expect(keyPermissions(templates)).toEqual(dataKeyPermissions);
    }
  });

  test('is a KMS key with customerKey or an adopted key, and the functions that decrypt can also read the parameter', () => {
    for (const templates of [withUsers, adopted])
      expect(keyPermissions(templates)).toEqual([
        'createWebhookEndpoint kms:Encrypt',
        'deliverSlowWebhook kms:Decrypt',
        'deliverSlowWebhook ssm:GetParameter',
        'deliverWebhook kms:Decrypt',
        'deliverWebhook ssm:GetParameter',
      ]);
  });

  test('has a policy that names only the account, so that permissions come only from roles', () => {
    const [key, ...others] = findResources(withUsers, 'AWS::KMS::Key');
    const statements = key?.resource.Properties.KeyPolicy.Statement;

    expect(others).toEqual([]);
    expect(key?.resource.DeletionPolicy).toBe('RetainExceptOnCreate');
    expect(statements).toEqual([expect.objectContaining({ Effect: 'Allow', Action: 'kms:*' })]);
    expect(JSON.stringify(statements[0].Principal)).toMatch(/^\{"AWS":.*:root"\]\]\}\}$/);
  });
});

test('all log groups have the configured retention', () => {
  const daysOf = (templates: Templates) =>
    findResources(templates, 'AWS::Logs::LogGroup').map(
      ({ resource }) => resource.Properties.RetentionInDays,
    );

  expect(daysOf(customized).length).toBeGreaterThan(50);
  expect(new Set(daysOf(customized))).toEqual(new Set([90]));
  expect(new Set([...daysOf(defaults), ...daysOf(full)])).toEqual(new Set([30]));
});

test('the setting alarms adds or removes the alarms of single queues, workers and indexes', () => {
  const alarmCount = (templates: Templates) => findResources(templates, 'AWS::CloudWatch::Alarm').length;

  expect([defaults, fullWithout].map(alarmCount)).toEqual([10, 10]);
  // Without incoming mail, there is no queue and no worker for it.
  expect(alarmCount(customized)).toBe(37);
});

const logRole = (templates: Templates) => findResources(templates, 'AWS::ApiGateway::Account');

describe('the role for API Gateway access logs', () => {
  test('is created before the stage, and retained when the stack is removed', () => {
    const [account, ...others] = logRole(defaults);
    const [stage] = findResources(defaults, 'AWS::ApiGateway::Stage');
    const role =
      account && resolveReference(defaults, account.stack, account.resource.Properties.CloudWatchRoleArn);

    expect(others).toEqual([]);
    expect(stage?.resource.Properties.AccessLogSetting).toBeDefined();
    expect(defaults[stage?.stack ?? '']?.dependencies).toContain(account?.stack);
    expect(account?.resource.DeletionPolicy).toBe('Retain');
    expect(role?.resource).toMatchObject({ Type: 'AWS::IAM::Role', DeletionPolicy: 'Retain' });
    expect(role?.resource.Properties.RoleName).toBeUndefined();
  });

  test('is not created when the account already has such a role', () => {
    expect(logRole(customized)).toEqual([]);
    expect(findResources(customized, 'AWS::ApiGateway::Stage')).toHaveLength(1);
  });
});

describe('zones and security group of the ingress', () => {
  const resourcesOfType = (type: string) => findResources(fullInZones, type).map(({ resource }) => resource);

  test('the subnets are in the configured zones', () => {
    const zones = resourcesOfType('AWS::EC2::Subnet').map(({ Properties }) => Properties.AvailabilityZone);

    expect(zones.toSorted()).toEqual(['us-east-1b', 'us-east-1b', 'us-east-1c', 'us-east-1c']);
  });

  test('only the configured security group reaches the load balancer', () => {
    const sources = resourcesOfType('AWS::EC2::SecurityGroupIngress')
      .filter(({ Properties }) => Properties.FromPort === 80)
      .map(({ Properties }) => Properties.SourceSecurityGroupId);
    const openGroups = resourcesOfType('AWS::EC2::SecurityGroup').filter(
      ({ Properties }) => Properties.SecurityGroupIngress,
    );

    expect(sources).toEqual(['sg-0123456789abcdef0']);
    expect(openGroups).toEqual([]);
  });

  test.each([
    [{ availabilityZones: ['us-east-1b'] }],
    [{ availabilityZones: ['us-east-1a', 'us-east-1b', 'us-east-1c'] }],
    [{ availabilityZones: ['us-east-1b', 'us-east-1b'] }],
    [{ availabilityZones: ['use1-az1', 'use1-az2'] }],
    [{ vpcOriginSecurityGroup: 'CloudFront-VPCOrigins-Service-SG' }],
  ])('%j is refused', (settings) => {
    expect(() => parseSettings(settings)).toThrow(Object.keys(settings)[0]);
  });
});

describe('the receipt rule in the rule set of the account', () => {
  test('comes after the configured rule and applies to the configured domains', () => {
    const [rule, ...others] = findResources(inActiveRuleSet, 'AWS::SES::ReceiptRule');

    expect(others).toEqual([]);
    expect(findResources(inActiveRuleSet, 'AWS::SES::ReceiptRuleSet')).toEqual([]);
    expect(rule?.resource.Properties).toMatchObject({
      RuleSetName: 'theirs',
      After: 'to-mailboxes',
      Rule: { Recipients: ['mail.acme.example', '.acme.example'] },
    });
  });

  test('requires both the name of the rule set and the name of the rule before the service’s', () => {
    expect(() => parseSettings({ receiptRuleSet: 'theirs' })).toThrow(
      'receiptRuleAfter must be set together',
    );
    expect(() => parseSettings({ receiptRuleAfter: 'last' })).toThrow(
      'receiptRuleAfter must be set together',
    );
  });

  test('takes 1 to 100 domains', () => {
    const domains = (count: number) => Array.from({ length: count }, (_, index) => `d${index}.example`);

    expect(parseSettings({ receivingDomains: domains(100) }).receivingDomains).toHaveLength(100);
    for (const refused of [[], domains(101), ['kim@acme.example'], ['acme']])
      expect(() => parseSettings({ receivingDomains: refused })).toThrow('receivingDomains');
  });

  test('SES may write inbound mail only on behalf of the rule, and the rule is created after the policies that allow this', () => {
    for (const templates of [defaults, inActiveRuleSet]) {
      const [rule] = findResources(templates, 'AWS::SES::ReceiptRule');
      const policies = [
        ...findResources(templates, 'AWS::S3::BucketPolicy'),
        ...findResources(templates, 'AWS::SNS::TopicPolicy'),
      ].filter(({ stack }) => stack === 'Mail');
      const sources = policies.flatMap(({ resource }) =>
        resource.Properties.PolicyDocument.Statement.filter(
          ({ Principal }: { Principal: { Service?: string } }) => Principal.Service === 'ses.amazonaws.com',
        ).map(({ Condition }: { Condition: object }) => JSON.stringify(Condition)),
      );

      expect(sources).toHaveLength(3);
      for (const source of sources) expect(source).toMatch(/SourceAccount.*aws:SourceArn/);
      expect(sources.filter((source) => source.includes(':receipt-rule/carrier-nest-test'))).toHaveLength(2);
      const policyIds = policies.filter(({ id }) => !id.startsWith('EmailEvents')).map(({ id }) => id);
      expect(rule?.resource.DependsOn).toEqual(expect.arrayContaining(policyIds));
    }
  });
});

describe('tracked links', () => {
  const hosts = (count: number) => Array.from({ length: count }, (_, index) => `link.d${index}.example`);

  const targetsIn = (templates: Templates) => {
    const targets = findResources(templates, 'AWS::Lambda::Function').flatMap(({ resource }) => {
      const { TRACKING_TARGET: target } = resource.Properties.Environment?.Variables ?? {};
      return target === undefined ? [] : [JSON.stringify(target)];
    });
    return [...new Set(targets)].map((target) => JSON.parse(target) as unknown);
  };

  test('lead to SES, to the distribution for the hosts, or to the operator’s own proxy', () => {
    expect(targetsIn(defaults)).toEqual([
      { 'Fn::Join': ['', ['r.', { Ref: 'AWS::Region' }, '.awstrack.me']] },
    ]);
    expect(targetsIn(withTrackingHosts)).toEqual([
      {
        'Fn::GetStackOutput': {
          StackName: 'CarrierNest-test-Tracking',
          Region: 'us-east-1',
          OutputName: 'TrackingTarget',
        },
      },
    ]);
    expect(targetsIn(customized)).toEqual(['links.acme.example']);
  });

  test('a distribution with a certificate for every host forwards them to SES in the Region of the deployment with their host name', () => {
    const [distribution] = findResources(withTrackingHosts, 'AWS::CloudFront::Distribution');
    const [certificate] = findResources(withTrackingHosts, 'AWS::CertificateManager::Certificate');
    const [requestPolicy] = findResources(withTrackingHosts, 'AWS::CloudFront::OriginRequestPolicy');

    expect(certificate?.resource.Properties).toMatchObject({
      DomainName: 'link.mail.acme.example',
      SubjectAlternativeNames: ['link.news.acme.example'],
      ValidationMethod: 'DNS',
    });
    expect(distribution?.resource.Properties.DistributionConfig).toMatchObject({
      Aliases: ['link.mail.acme.example', 'link.news.acme.example'],
      // The managed policy CachingDisabled.
      DefaultCacheBehavior: {
        CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
        OriginRequestPolicyId: { Ref: requestPolicy?.id },
      },
      Origins: [
        { DomainName: 'r.eu-west-1.awstrack.me', CustomOriginConfig: { OriginProtocolPolicy: 'https-only' } },
      ],
      ViewerCertificate: {
        AcmCertificateArn: { Ref: certificate?.id },
        MinimumProtocolVersion: 'TLSv1.2_2021',
      },
    });
    expect(requestPolicy?.resource.Properties.OriginRequestPolicyConfig).toMatchObject({
      HeadersConfig: { HeaderBehavior: 'whitelist', Headers: ['Host', 'User-Agent'] },
      QueryStringsConfig: { QueryStringBehavior: 'all' },
      CookiesConfig: { CookieBehavior: 'none' },
    });
  });

  test('the setting takes 1 to 10 different hosts whose names begin with link', () => {
    expect(parseSettings({ trackingHosts: hosts(10) }).trackingHosts).toHaveLength(10);
    for (const refused of [
      [],
      hosts(11),
      ['link.a.example', 'link.a.example'],
      ['mail.a.example'],
      ['link.a'],
      [`link.${'a'.repeat(52)}.example`, 'link.a.example'],
    ])
      expect(() => parseSettings({ trackingHosts: refused })).toThrow('trackingHosts');
    expect(() => parseSettings({ trackingTarget: 'https://links.acme.example' })).toThrow('trackingTarget');
  });

  test('the settings for the distribution and for an own proxy exclude each other', () => {
    expect(() => parseSettings({ trackingHosts: hosts(1), trackingTarget: 'links.acme.example' })).toThrow(
      'but not both',
    );
  });
});

describe('inbound mail', () => {
  const receivingResources = (templates: Templates) => ({
    rules: findResources(templates, 'AWS::SES::ReceiptRule').length,
    ruleSets: findResources(templates, 'AWS::SES::ReceiptRuleSet').length,
    readers: findResources(templates, 'AWS::Lambda::Function').filter(({ id }) =>
      id.startsWith('receiveMail'),
    ).length,
    buckets: findResources(templates, 'AWS::S3::Bucket').filter(({ id }) => id.startsWith('InboundMail'))
      .length,
  });

  test('is received unless receiving is disabled, and stored mail can be read even then', () => {
    expect(receivingResources(defaults)).toEqual({ rules: 1, ruleSets: 1, readers: 1, buckets: 1 });
    expect(receivingResources(customized)).toEqual({ rules: 0, ruleSets: 0, readers: 0, buckets: 1 });
  });

  test('is refused at synthesis in a Region where SES does not support receiving, unless `inbound` is set, and the error lists the supported Regions', () => {
    const synthesizeInParis = (inbound?: boolean) => () =>
      refuseRegionWithoutInbound(parseSettings({ inbound }), 'eu-west-3');

    expect(synthesizeInParis()).toThrow(/eu-west-3.*"inbound": false.*us-east-1.*eu-central-1/s);
    expect(synthesizeInParis(false)).not.toThrow();
    expect(synthesizeInParis(true)).not.toThrow();
    expect(() => refuseRegionWithoutInbound(parseSettings({}), 'eu-west-1')).not.toThrow();
    expect(() => refuseRegionWithoutInbound(parseSettings({}), undefined)).not.toThrow();
  });

  test('is refused by the CDK app in a Region where SES does not support receiving', async () => {
    const parisEnvironment = {
      CARRIER_NEST_SETTINGS: 'carrier-nest.example.json',
      CDK_DEFAULT_REGION: 'eu-west-3',
    };

    await expect(runApp(parisEnvironment)).rejects.toThrow(/SES does not receive mail in eu-west-3/);
  });
});

describe('concurrent executions', () => {
  const concurrencyCapsOf = (templates: Templates) =>
    findResources(templates, 'AWS::Lambda::EventSourceMapping').map(({ resource }) =>
      Number(resource.Properties.ScalingConfig?.MaximumConcurrency),
    );
  const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
  const queues = Object.entries(jobs).filter(([, { trigger }]) => trigger.kind === 'queue');
  const sumOfCapsAt = (executions: number, sendRate = 14) =>
    sum(queues.map(([name]) => concurrencyCap(name as JobName, { executions, sendRate })));
  const capOf = (templates: Templates, job: JobName) =>
    findResources(templates, 'AWS::Lambda::EventSourceMapping')
      .filter(({ id }) => id.startsWith(job))
      .map(({ resource }) => resource.Properties.ScalingConfig.MaximumConcurrency);

  test('are capped for every queue worker, at Lambda’s minimum by default', () => {
    expect(concurrencyCapsOf(defaults)).toEqual(queues.map(() => 2));
    expect(concurrencyCapsOf(customized).every((cap) => cap >= 2 && cap <= 80)).toBe(true);
    expect(sum(concurrencyCapsOf(customized))).toBeGreaterThan(150);
  });

  test('of all queue workers are capped at half of the account’s limit if the limit is at least the minimum in docs/deploying.md', () => {
    const [, documentedNumber] =
      /needs (\d+) or more executions/.exec(readFileSync('docs/deploying.md', 'utf8')) ?? [];
    const documentedMinimum = Number(documentedNumber);

    expect(recommendedExecutions).toBe(documentedMinimum);
    expect(sumOfCapsAt(documentedMinimum - 1)).toBeGreaterThan((documentedMinimum - 1) / 2);
    for (let executions = documentedMinimum; executions <= 2_000; executions += 1)
      for (const sendRate of [1, 14, 500, 10_000])
        expect(sumOfCapsAt(executions, sendRate)).toBeLessThanOrEqual(executions / 2);
  });

  test('of the sending workers suffice for the SES send rate if half of the account’s limit is enough for that rate', () => {
    const capsAt = (executions: number, sendRate: number) =>
      (['runDueWork', 'sendSteps', 'sendSlices'] as const).map((job) =>
        concurrencyCap(job, { executions, sendRate }),
      );

    expect([capOf(defaults, 'runDueWork'), capOf(customized, 'runDueWork')]).toEqual([[2], [80]]);
    expect(capsAt(10_000, 14)).toEqual([12, 20, 20]);
    expect(capsAt(10_000, 500)).toEqual([400, 20, 20]);
    expect(capsAt(10_000, 1_000)).toEqual([800, 40, 20]);
    expect(capsAt(10_000, 10_000)).toEqual([1_000, 400, 200]);
    expect(sumOfCapsAt(1_000, 1_000)).toBeGreaterThan(480);
    expect(capsAt(10, 500)).toEqual([2, 2, 2]);
  });

  test('of any function trigger an alarm when Lambda throttles them', () => {
    const metrics = findResources(defaults, 'AWS::CloudWatch::Alarm').map(
      ({ resource }) => resource.Properties,
    );

    expect(metrics).toContainEqual(
      expect.objectContaining({ Namespace: 'AWS/Lambda', MetricName: 'Throttles', Threshold: 1 }),
    );
    expect(metrics.find(({ MetricName }) => MetricName === 'Throttles')?.Dimensions).toBeUndefined();
  });
});

test('the domain monitor calls SES at most once a second, or at the configured rate', () => {
  const rates = [defaults, customized].map((templates) =>
    findResources(templates, 'AWS::Lambda::Function')
      .filter(({ id }) => id.startsWith('monitorDomains'))
      .map(({ resource }) => resource.Properties.Environment.Variables.IDENTITY_CALLS_PER_SECOND),
  );

  expect(rates).toEqual([['1'], ['3']]);
});

test('both webhook delivery functions send a host at most fifty webhooks a second, or the configured number', () => {
  const rates = [defaults, customized].map((templates) =>
    findResources(templates, 'AWS::Lambda::Function').flatMap(
      ({ resource }) => resource.Properties.Environment?.Variables.WEBHOOKS_PER_SECOND_BY_HOST ?? [],
    ),
  );

  expect(rates).toEqual([
    ['50', '50'],
    ['25', '25'],
  ]);
});

test('the API accepts a hundred requests a second in total, or the configured number, and bursts of twice as many', () => {
  const throttles = [defaults, customized].map((templates) => {
    const [stage] = findResources(templates, 'AWS::ApiGateway::Stage');
    return stage?.resource.Properties.MethodSettings;
  });

  expect(throttles).toMatchObject([
    [{ HttpMethod: '*', ThrottlingRateLimit: 100, ThrottlingBurstLimit: 200 }],
    [{ HttpMethod: '*', ThrottlingRateLimit: 7, ThrottlingBurstLimit: 14 }],
  ]);
});

describe('the firewall', () => {
  const rules = (templates: Templates) =>
    findResources(templates, 'AWS::WAFv2::WebACL').flatMap(({ resource }) => resource.Properties.Rules);
  const guardedResources = (templates: Templates) =>
    findResources(templates, 'AWS::WAFv2::WebACLAssociation').map(({ id }) => id);

  test('protects the preset full unless disabled, and the preset economy only if enabled', () => {
    expect(guardedResources(full)).toEqual(['ApiGuard', 'IngressGuard']);
    expect(guardedResources(fullWithout)).toEqual([]);
    expect(guardedResources(defaults)).toEqual([]);
    expect(guardedResources(customized)).toEqual(['ApiGuard']);
  });

  test('limits each IP address to the configured rate and responds with a standard error', () => {
    const [acl] = findResources(customized, 'AWS::WAFv2::WebACL');
    const body = acl?.resource.Properties.CustomResponseBodies['too-many'];

    expect(rules(customized)).toMatchObject([
      {
        Statement: { RateBasedStatement: { Limit: 50, EvaluationWindowSec: 60, AggregateKeyType: 'IP' } },
        Action: { Block: { CustomResponse: { ResponseCode: 429, CustomResponseBodyKey: 'too-many' } } },
      },
    ]);
    expect(JSON.parse(body.Content)).toEqual({
      error: { type: 'rate_limited', message: 'Too many requests from this address' },
    });
  });

  test('counts requests through CloudFront by viewer, and all other requests by source address', () => {
    const [byAddress, byViewer] = rules(full).map(({ Statement }) => Statement.RateBasedStatement);
    const origins = findResources(full, 'AWS::CloudFront::Distribution').flatMap(
      ({ resource }) => resource.Properties.DistributionConfig.Origins,
    );

    expect(byAddress.ScopeDownStatement).toEqual({
      NotStatement: { Statement: byViewer.ScopeDownStatement },
    });
    expect(byViewer.CustomKeys).toMatchObject([{ Header: { Name: 'x-viewer-address' } }]);
    const { FieldToMatch, SearchString } = byViewer.ScopeDownStatement.ByteMatchStatement;
    const originMark = full['Edge']?.Outputs?.[SearchString['Fn::GetStackOutput'].OutputName]?.Value;
    expect(originMark).toBeDefined();
    expect(origins).toHaveLength(2);
    for (const { OriginCustomHeaders } of origins)
      expect(OriginCustomHeaders).toEqual([
        { HeaderName: FieldToMatch.SingleHeader.Name, HeaderValue: originMark },
      ]);
  });
});

describe('users', () => {
  const onlyResource = (templates: Templates, type: string) => {
    const [resource, ...others] = findResources(templates, type);
    if (!resource || others.length > 0) throw new Error(`Expected exactly one ${type}`);
    return resource;
  };
  const cognito = (templates: Templates) =>
    Object.values(templates).flatMap(({ Resources }) =>
      Object.values(Resources).filter(({ Type }) => Type.startsWith('AWS::Cognito::')),
    );

  test('have a user pool only if the setting enables it', () => {
    expect(cognito(defaults)).toEqual([]);
    expect(cognito(withUsers)).toHaveLength(4);
    expect(JSON.stringify(defaults)).not.toMatch(/cognito-idp:Admin/);
  });

  test('are invited, recover their accounts by email, and are retained when the stack is removed', () => {
    const { stack, resource } = onlyResource(withUsers, 'AWS::Cognito::UserPool');

    expect({ stack, resource }).toMatchObject({
      stack: 'Data',
      resource: {
        DeletionPolicy: 'Retain',
        UpdateReplacePolicy: 'Retain',
        Properties: {
          AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
          DeletionProtection: 'ACTIVE',
          UsernameAttributes: ['email'],
          UsernameConfiguration: { CaseSensitive: false },
          AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }] },
          Policies: { PasswordPolicy: { MinimumLength: 12 } },
          MfaConfiguration: 'ON',
          EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
          Schema: [{ Name: 'email', Mutable: false, Required: true }],
        },
      },
    });
  });

  test('sign in only with the authorization code flow, and return only to the public address', () => {
    const { Properties } = onlyResource(withUsers, 'AWS::Cognito::UserPoolClient').resource;

    expect(Properties).toMatchObject({
      AllowedOAuthFlows: ['code'],
      AllowedOAuthScopes: ['openid', 'email'],
      GenerateSecret: false,
      PreventUserExistenceErrors: 'ENABLED',
    });
    expect(JSON.stringify(Properties.CallbackURLs)).toMatch(/"\/app\/signed-in"/);
    expect(Properties.CallbackURLs).toHaveLength(1);
    expect(Properties.LogoutURLs).toHaveLength(1);
  });

  test('are created only by the operator function, and deleted only by that function and the job that purges workspaces', () => {
    const rolesAllowedTo = (action: string) =>
      findResources(withUsers, 'AWS::IAM::Role')
        .filter(({ resource }) => JSON.stringify(resource).includes(action))
        .map(({ id }) => id.replace(/Role[0-9A-F]{8}$/, ''));

    expect(rolesAllowedTo('cognito-idp:AdminCreateUser')).toEqual(['administer']);
    expect(rolesAllowedTo('cognito-idp:AdminDeleteUser').toSorted()).toEqual([
      'administer',
      'runBackgroundJob',
    ]);
    expect(rolesAllowedTo('cognito-idp:*')).toEqual([]);
  });

  test('require publicUrl with the preset full', () => {
    expect(() => parseSettings({ users: true, preset: 'full' })).toThrow(/publicUrl/);
    expect(parseSettings({ users: true, preset: 'full', publicUrl: 'https://mail.example' }).users).toBe(
      true,
    );
  });
});
