import { readFileSync } from 'node:fs';
import { jobs, type JobName } from '../../functions/workers/jobs';
import { concurrencyCap, executionsEnough } from '../../lib/parts/concurrency';
import { refuseRegionWithoutInbound } from '../../lib/parts/receiving-regions';
import { partsOf } from '../../lib/parts/stack-names';
import { parseSettings } from '../../lib/settings';
import { everywhere, referent, resourcesOf, type Templates } from '../../lib/rules/template';
import { runApp, synthesizeEach } from './support/synthesize';

/** Every setting away from its default: what each changes is told apart below. */
let changed: Templates;
let defaults: Templates;
let full: Templates;
let fullWithout: Templates;
let withUsers: Templates;
let restored: Templates;

beforeAll(async () => {
  [defaults, full, fullWithout, withUsers, restored, changed] = await synthesizeEach([
    { stage: 'test' },
    { stage: 'test', preset: 'full' },
    { stage: 'test', preset: 'full', firewall: false },
    { stage: 'test', users: true },
    { stage: 'test', restoredTable: 'restored-1' },
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
    },
  ]);
});

test('the stacks that are deployed have the names by which tools look for them', () => {
  const wanted = [
    [defaults, {}],
    [full, { preset: 'full' }],
    [fullWithout, { preset: 'full', firewall: false }],
    [changed, { firewall: true }],
  ] as const;

  for (const [templates, settings] of wanted)
    expect(partsOf(parseSettings(settings)).toSorted()).toEqual(Object.keys(templates).toSorted());
});

test('a restored table takes the place of the own one: for every function, its role and the alarm', () => {
  const functions = everywhere(restored, 'AWS::Lambda::Function');
  const before = everywhere(defaults, 'AWS::Lambda::Function');
  const withTable = functions.filter(
    ({ resource }) => resource.Properties.Environment?.Variables?.TABLE_NAME,
  );

  expect(everywhere(restored, 'AWS::DynamoDB::GlobalTable')).toEqual([]);
  expect(withTable.length).toBeGreaterThan(50);
  expect(functions.length).toBe(before.length);
  for (const { resource } of withTable)
    expect(resource.Properties.Environment.Variables.TABLE_NAME).toBe('restored-1');
  for (const [stack, template] of Object.entries(restored))
    expect({ stack, refers: /OutputName":"\w*Table[0-9A-F]{8}/.test(JSON.stringify(template)) }).toEqual({
      stack,
      refers: false,
    });
  expect(JSON.stringify(restored['Workers'])).toContain(':table/restored-1/index/byDue');
  expect(JSON.stringify(restored['Operations'])).toContain('restored-1');
});

test('all logs are kept for as long as the setting says', () => {
  const daysOf = (templates: Templates) =>
    everywhere(templates, 'AWS::Logs::LogGroup').map(({ resource }) => resource.Properties.RetentionInDays);

  expect(daysOf(changed).length).toBeGreaterThan(50);
  expect(new Set(daysOf(changed))).toEqual(new Set([90]));
  expect(new Set([...daysOf(defaults), ...daysOf(full)])).toEqual(new Set([30]));
});

const logRole = (templates: Templates) => everywhere(templates, 'AWS::ApiGateway::Account');

describe('the role with which API Gateway writes the access log', () => {
  test('is made before the stage, and kept when the stack is removed', () => {
    const [account, ...others] = logRole(defaults);
    const [stage] = everywhere(defaults, 'AWS::ApiGateway::Stage');
    const role = account && referent(defaults, account.stack, account.resource.Properties.CloudWatchRoleArn);

    expect(others).toEqual([]);
    expect(stage?.resource.Properties.AccessLogSetting).toBeDefined();
    expect(stage?.resource.DependsOn).toContain(account?.id);
    expect(account?.resource.DeletionPolicy).toBe('Retain');
    expect(role?.resource).toMatchObject({ Type: 'AWS::IAM::Role', DeletionPolicy: 'Retain' });
    expect(role?.resource.Properties.RoleName).toBeUndefined();
  });

  test('is left alone where the account has one', () => {
    expect(logRole(changed)).toEqual([]);
    expect(resourcesOf(changed['Api'] ?? { Resources: {} }, 'AWS::ApiGateway::Stage')).toHaveLength(1);
  });
});

describe('mail that arrives', () => {
  const received = (templates: Templates) => ({
    rules: everywhere(templates, 'AWS::SES::ReceiptRule').length,
    ruleSets: everywhere(templates, 'AWS::SES::ReceiptRuleSet').length,
    readers: everywhere(templates, 'AWS::Lambda::Function').filter(({ id }) => id.startsWith('receiveMail'))
      .length,
    buckets: everywhere(templates, 'AWS::S3::Bucket').filter(({ id }) => id.startsWith('InboundMail')).length,
  });

  test('is received unless the setting says no; what arrived before can still be read', () => {
    expect(received(defaults)).toEqual({ rules: 1, ruleSets: 1, readers: 1, buckets: 1 });
    expect(received(changed)).toEqual({ rules: 0, ruleSets: 0, readers: 0, buckets: 1 });
  });

  test('is refused at synthesis where SES does not receive, with the Regions where it does', () => {
    const inParis = (inbound?: boolean) => () =>
      refuseRegionWithoutInbound(parseSettings({ inbound }), 'eu-west-3');

    expect(inParis()).toThrow(/eu-west-3.*"inbound": false.*us-east-1.*eu-central-1/s);
    expect(inParis(false)).not.toThrow();
    expect(inParis(true)).not.toThrow();
    expect(() => refuseRegionWithoutInbound(parseSettings({}), 'eu-west-1')).not.toThrow();
    expect(() => refuseRegionWithoutInbound(parseSettings({}), undefined)).not.toThrow();
  });

  test('is refused by the program that the CDK runs', async () => {
    const inParis = {
      CARRIER_NEST_SETTINGS: 'no such file',
      CDK_DEFAULT_REGION: 'eu-west-3',
    };

    await expect(runApp(inParis)).rejects.toThrow(/SES does not receive mail in eu-west-3/);
  });
});

describe('executions', () => {
  const capsOf = (templates: Templates) =>
    everywhere(templates, 'AWS::Lambda::EventSourceMapping').map(({ resource }) =>
      Number(resource.Properties.ScalingConfig?.MaximumConcurrency),
    );
  const sum = (counts: number[]) => counts.reduce((all, count) => all + count, 0);
  const queues = Object.entries(jobs).filter(([, { trigger }]) => trigger.kind === 'queue');
  const sumAt = (executions: number, sendRate = 14) =>
    sum(queues.map(([name]) => concurrencyCap(name as JobName, { executions, sendRate })));
  const capOf = (templates: Templates, job: JobName) =>
    everywhere(templates, 'AWS::Lambda::EventSourceMapping')
      .filter(({ id }) => id.startsWith(job))
      .map(({ resource }) => resource.Properties.ScalingConfig.MaximumConcurrency);

  test('are capped for the reader of every queue, at the least that Lambda takes unless the setting says more', () => {
    expect(capsOf(defaults)).toEqual(queues.map(() => 2));
    expect(capsOf(changed).every((cap) => cap >= 2 && cap <= 80)).toBe(true);
    expect(sum(capsOf(changed))).toBeGreaterThan(150);
  });

  test('are left to the API, half of them, from the number on that docs/deploying.md says', () => {
    const [, said] = /From (\d+) executions on/.exec(readFileSync('docs/deploying.md', 'utf8')) ?? [];
    const enough = Number(said);

    expect(executionsEnough).toBe(enough);
    expect(sumAt(enough - 1)).toBeGreaterThan((enough - 1) / 2);
    for (let executions = enough; executions <= 2_000; executions += 1)
      for (const sendRate of [1, 14, 500, 10_000])
        expect(sumAt(executions, sendRate)).toBeLessThanOrEqual(executions / 2);
  });

  test('of scheduled mail and of steps are as many as hand over what SES allows, within the half', () => {
    const capsAt = (executions: number, sendRate: number) =>
      (['doDueWork', 'sendSteps', 'sendSlices'] as const).map((job) =>
        concurrencyCap(job, { executions, sendRate }),
      );

    expect([capOf(defaults, 'doDueWork'), capOf(changed, 'doDueWork')]).toEqual([[2], [80]]);
    expect(capsAt(10_000, 14)).toEqual([12, 20, 20]);
    expect(capsAt(10_000, 500)).toEqual([400, 20, 20]);
    expect(capsAt(10_000, 1_000)).toEqual([800, 40, 20]);
    expect(capsAt(10_000, 10_000)).toEqual([1_000, 400, 200]);
    expect(sumAt(1_000, 1_000)).toBeGreaterThan(480);
    expect(capsAt(10, 500)).toEqual([2, 2, 2]);
  });

  test('that are refused ring an alarm, whichever function wanted them', () => {
    const metrics = everywhere(defaults, 'AWS::CloudWatch::Alarm').map(({ resource }) => resource.Properties);

    expect(metrics).toContainEqual(
      expect.objectContaining({ Namespace: 'AWS/Lambda', MetricName: 'Throttles', Threshold: 1 }),
    );
    expect(metrics.find(({ MetricName }) => MetricName === 'Throttles')?.Dimensions).toBeUndefined();
  });
});

test('the monitor of domains asks SES once a second, or as often as the setting says', () => {
  const paces = [defaults, changed].map((templates) =>
    everywhere(templates, 'AWS::Lambda::Function')
      .filter(({ id }) => id.startsWith('monitorDomains'))
      .map(({ resource }) => resource.Properties.Environment.Variables.IDENTITY_CALLS_PER_SECOND),
  );

  expect(paces).toEqual([['1'], ['3']]);
});

test('a host gets fifty webhooks a second, or as many as the setting says, from both functions that make attempts', () => {
  const paces = [defaults, changed].map((templates) =>
    everywhere(templates, 'AWS::Lambda::Function').flatMap(
      ({ resource }) => resource.Properties.Environment?.Variables.WEBHOOKS_PER_SECOND_BY_HOST ?? [],
    ),
  );

  expect(paces).toEqual([
    ['50', '50'],
    ['25', '25'],
  ]);
});

test('the API takes a hundred requests a second in sum, or what the setting says, and twice that at once', () => {
  const throttles = [defaults, changed].map((templates) => {
    const [stage] = everywhere(templates, 'AWS::ApiGateway::Stage');
    return stage?.resource.Properties.MethodSettings;
  });

  expect(throttles).toMatchObject([
    [{ HttpMethod: '*', ThrottlingRateLimit: 100, ThrottlingBurstLimit: 200 }],
    [{ HttpMethod: '*', ThrottlingRateLimit: 7, ThrottlingBurstLimit: 14 }],
  ]);
});

describe('the firewall', () => {
  const rules = (templates: Templates) =>
    everywhere(templates, 'AWS::WAFv2::WebACL').flatMap(({ resource }) => resource.Properties.Rules);
  const guarded = (templates: Templates) =>
    everywhere(templates, 'AWS::WAFv2::WebACLAssociation').map(({ id }) => id);

  test('stands in front of the preset full, unless told otherwise, and of economy where it is asked for', () => {
    expect(guarded(full)).toEqual(['ApiGuard', 'IngressGuard']);
    expect(guarded(fullWithout)).toEqual([]);
    expect(guarded(defaults)).toEqual([]);
    expect(guarded(changed)).toEqual(['ApiGuard']);
  });

  test('holds each address to its rate and says so in our shape', () => {
    const [acl] = everywhere(changed, 'AWS::WAFv2::WebACL');
    const body = acl?.resource.Properties.CustomResponseBodies['too-many'];

    expect(rules(changed)).toMatchObject([
      {
        Statement: { RateBasedStatement: { Limit: 50, EvaluationWindowSec: 60, AggregateKeyType: 'IP' } },
        Action: { Block: { CustomResponse: { ResponseCode: 429, CustomResponseBodyKey: 'too-many' } } },
      },
    ]);
    expect(JSON.parse(body.Content)).toEqual({
      error: { type: 'rate_limited', message: 'Too many requests from this address' },
    });
  });

  test('counts by the viewer what came through CloudFront, and by its address what did not', () => {
    const [byAddress, byViewer] = rules(full).map(({ Statement }) => Statement.RateBasedStatement);
    const origins = everywhere(full, 'AWS::CloudFront::Distribution').flatMap(
      ({ resource }) => resource.Properties.DistributionConfig.Origins,
    );

    expect(byAddress.ScopeDownStatement).toEqual({
      NotStatement: { Statement: byViewer.ScopeDownStatement },
    });
    expect(byViewer.CustomKeys).toMatchObject([{ Header: { Name: 'x-viewer-address' } }]);
    const { FieldToMatch, SearchString } = byViewer.ScopeDownStatement.ByteMatchStatement;
    const mark = full['Edge']?.Outputs?.[SearchString['Fn::GetStackOutput'].OutputName]?.Value;
    expect(mark).toBeDefined();
    expect(origins).toHaveLength(2);
    for (const { OriginCustomHeaders } of origins)
      expect(OriginCustomHeaders).toEqual([
        { HeaderName: FieldToMatch.SingleHeader.Name, HeaderValue: mark },
      ]);
  });
});

describe('people who sign in', () => {
  const one = (templates: Templates, type: string) => {
    const [found, ...others] = everywhere(templates, type);
    if (!found || others.length > 0) throw new Error(`${others.length} too many of ${type}, or none`);
    return found;
  };
  const cognito = (templates: Templates) =>
    Object.values(templates).flatMap(({ Resources }) =>
      Object.values(Resources).filter(({ Type }) => Type.startsWith('AWS::Cognito::')),
    );

  test('have a user pool where the setting asks for it, and nothing of one elsewhere', () => {
    expect(cognito(defaults)).toEqual([]);
    expect(cognito(withUsers)).toHaveLength(4);
    expect(JSON.stringify(defaults)).not.toMatch(/cognito-idp:Admin/);
  });

  test('are invited, recover by mail, and stay when the stack goes', () => {
    const { stack, resource } = one(withUsers, 'AWS::Cognito::UserPool');

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

  test('sign in with a code alone, and come back to the public address alone', () => {
    const { Properties } = one(withUsers, 'AWS::Cognito::UserPoolClient').resource;

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

  test('are made by the operator alone, and deleted by the job that clears workspaces', () => {
    const may = (action: string) =>
      everywhere(withUsers, 'AWS::IAM::Role')
        .filter(({ resource }) => JSON.stringify(resource).includes(action))
        .map(({ id }) => id.replace(/Role[0-9A-F]{8}$/, ''));

    expect(may('cognito-idp:AdminCreateUser')).toEqual(['administer']);
    expect(may('cognito-idp:AdminDeleteUser').toSorted()).toEqual(['administer', 'followUp']);
    expect(may('cognito-idp:*')).toEqual([]);
  });

  test('need to know where they come back to with the preset full', () => {
    expect(() => parseSettings({ users: true, preset: 'full' })).toThrow(/publicUrl/);
    expect(parseSettings({ users: true, preset: 'full', publicUrl: 'https://mail.example' }).users).toBe(
      true,
    );
  });
});
