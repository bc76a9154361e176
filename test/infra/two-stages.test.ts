import { entriesOf } from '../../lib/parts/template';
import { synthesizeEach } from './support/synthesize';
import { findResources, type Templates } from './support/templates';

/** Two stages in one account and Region. One name begins with the other, so that a prefix would match both. */
const [stage, otherStage] = ['test', 'test-2'];

const settings = {
  preset: 'full',
  users: true,
  publicUrl: 'https://mail.acme.example',
  alarmEmail: 'ops@acme.example',
};

let templates: Templates;
let otherTemplates: Templates;

beforeAll(async () => {
  [templates, otherTemplates] = await synthesizeEach([
    { stage, ...settings },
    { stage: otherStage, ...settings, apiGatewayLogRole: false },
  ]);
});

test('the stages share no name', () => {
  expect(sharedNames(templates, otherTemplates)).toEqual([]);
});

test('the names include those of all types that need an explicit name', () => {
  const types = new Set(namesIn(templates).map((name) => name.split(' ', 1)[0]));

  expect([...types].sort()).toEqual([
    'AWS::ApiGateway::RestApi',
    'AWS::ApiGateway::Stage',
    'AWS::ApplicationAutoScaling::ScalingPolicy',
    'AWS::CloudFront::Function',
    'AWS::CloudFront::VpcOrigin',
    'AWS::ECS::TaskDefinition',
    'AWS::Lambda::Function',
    'AWS::Logs::LogGroup',
    'AWS::SES::ReceiptRule',
    'AWS::SES::ReceiptRuleSet',
    'AWS::Scheduler::ScheduleGroup',
    'AWS::WAFv2::WebACL',
  ]);
});

test.each([
  ['AWS::IAM::Role', 'RoleName', 'carrier-nest-wakeups'],
  ['AWS::SQS::Queue', 'QueueName', 'carrier-nest-wakeups'],
  ['AWS::Cognito::UserPoolDomain', 'Domain', { 'Fn::Sub': 'carrier-nest-${AWS::AccountId}' }],
])('finds %s resources with the same %s', (type, property, name) => {
  const broken = [templates, otherTemplates].map((original) => {
    const copy = structuredClone(original);
    const [first] = findResources(copy, type);
    if (first) first.resource.Properties[property] = name;
    return copy;
  });

  expect(sharedNames(broken[0] ?? {}, broken[1] ?? {})).toEqual([
    `${type} ${property} ${JSON.stringify(name)}`,
  ]);
});

test('no permission covers the names of a stage whose name begins with this stage', () => {
  const wildcards = textsIn(templates).filter((text) => text.includes('*') && text.includes('carrier-nest-'));

  expect(wildcards.length).toBeGreaterThan(10);
  expect(wildcards.filter((text) => /carrier-nest-[\w-]*\*/.test(text))).toEqual([]);
});

test('only the role for access logs is a setting of the account, and a second stage can keep it', () => {
  const accountSettings = (all: Templates) =>
    Object.values(all)
      .flatMap(({ Resources }) => Object.values(Resources))
      .map(({ Type }) => Type)
      .filter((type) => /Account|ResourcePolicy$/.test(type));

  expect(accountSettings(templates)).toEqual(['AWS::ApiGateway::Account']);
  expect(accountSettings(otherTemplates)).toEqual([]);
});

const sharedNames = (one: Templates, other: Templates): string[] => {
  const names = new Set(namesIn(one));
  return [...new Set(namesIn(other))].filter((name) => names.has(name));
};

/** Names inside one resource, and of metrics of AWS. */
const innerNames = [
  'AWS::CloudWatch::Alarm MetricName',
  'AWS::DynamoDB::GlobalTable AttributeName',
  'AWS::IAM::Policy PolicyName',
];

/** Lists the names that the templates set. CloudFormation begins every other name with the name of the stack. */
const namesIn = (all: Templates): string[] =>
  Object.values(all)
    .flatMap(({ Resources }) => Object.values(Resources))
    .flatMap(({ Type, Properties }) => namesAt(Properties, Type));

/** A name is at most one object below the properties, for example in the `Rule` of a receipt rule. */
function namesAt(properties: unknown, type: string, isNested = false): string[] {
  return entriesOf(properties).flatMap(([key, value]) => {
    const name = `${type} ${key}`;
    if (/(Name|Domain|Family)$/.test(key) && !innerNames.includes(name))
      return isOfStack(value) ? [] : [`${name} ${JSON.stringify(value)}`];
    return isNested || Array.isArray(value) ? [] : namesAt(value, type, true);
  });
}

/** Whether the name contains the ID of the stack or the name of another resource, which differ between stages. */
const isOfStack = (value: unknown): boolean =>
  /"Fn::Get|"AWS::Stack(Id|Name)"|"Ref":"(?!AWS::)/.test(JSON.stringify(value));

const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : entriesOf(value).flatMap(([, inner]) => textsIn(inner));
