import type { Resource, Template } from '../../lib/parts/template';
import { quotasAreKept } from '../../lib/rules/quotas';
import { renderText } from '../../lib/rules/render';

const templateOf = (Resources: Record<string, Resource>): Template => ({ Resources });

const resource = (Type: string, Properties: object): Resource => ({ Type, Properties });

const violationsOf = (Resources: Record<string, Resource>): string[] =>
  quotasAreKept.findViolations({ Api: templateOf(Resources) });

/** A policy document of this length. */
function policyOfLength(length: number): object {
  const document = (action: string) => ({ Statement: [{ Action: action }] });
  return document('a'.repeat(length - JSON.stringify(document('')).length));
}

const manyTopics = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`T${index}`, resource('AWS::SNS::Topic', {})]),
  );

test.each<[string, number, (size: number) => Record<string, Resource>]>([
  ['Resources of a template', 450, manyTopics],
  [
    'Characters of a managed policy',
    6_144,
    (size) => ({ Policy: resource('AWS::IAM::ManagedPolicy', { PolicyDocument: policyOfLength(size) }) }),
  ],
  [
    'Characters of all inline policies of a role',
    10_240,
    (size) => ({
      Role: resource('AWS::IAM::Role', { Policies: [{ PolicyDocument: policyOfLength(size - 1_000) }] }),
      Attached: resource('AWS::IAM::Policy', {
        Roles: [{ Ref: 'Role' }],
        PolicyDocument: policyOfLength(1_000),
      }),
    }),
  ],
  [
    'Characters of AWS::Lambda::Function FunctionName',
    64,
    (size) => ({ Handler: resource('AWS::Lambda::Function', { FunctionName: 'a'.repeat(size) }) }),
  ],
  [
    'Bytes of the environment of a function',
    4_096,
    (size) => ({
      Handler: resource('AWS::Lambda::Function', {
        Environment: { Variables: { NAME: 'a'.repeat(size - JSON.stringify({ NAME: '' }).length) } },
      }),
    }),
  ],
  [
    'Bytes of a CloudFront function',
    10_240,
    (size) => ({ Edge: resource('AWS::CloudFront::Function', { FunctionCode: `${'a'.repeat(size - 2)}é` }) }),
  ],
])('%s: %i fit, and one more is a violation', (name, max, build) => {
  expect(violationsOf(build(max))).toEqual([]);
  expect(violationsOf(build(max + 1))).toEqual([expect.stringContaining(name)]);
});

test('the length of a reference to another stack is the length of the ARN or URL that it resolves to', () => {
  const templates = {
    Scheduling: {
      ...templateOf({ Wakeups: resource('AWS::SQS::Queue', {}) }),
      Outputs: { Arn: { Value: { 'Fn::GetAtt': ['Wakeups', 'Arn'] } }, Url: { Value: { Ref: 'Wakeups' } } },
    },
    Api: templateOf({}),
  };
  const outputOf = (OutputName: string) => ({
    'Fn::GetStackOutput': { StackName: 'CarrierNest-prod-Scheduling', OutputName },
  });

  expect(renderText(templates, 'Api', outputOf('Arn'))).toMatch(
    /^arn:[^:]+:sqs:[^:]+:\d{12}:.*CarrierNest-s{20}-Scheduling-Wakeups-\w{12}$/,
  );
  expect(renderText(templates, 'Api', outputOf('Url'))).toMatch(/^https:\/\/sqs\..*-Wakeups-\w{12}$/);
});
