import { Iam, type Need, type Principal } from '../../packages/local/src/aws/iam/iam';
import type {
  PolicyDocument,
  ProtectedResource,
  RoleSpec,
} from '../../packages/local/src/template/deployment';
import { readDeployment } from '../../packages/local/src/template/read-deployment';
import { synthesize, type Synthesis } from '../../packages/local/src/template/synthesize';
import { withLocalSettings } from '../support/local-settings';
import { ReferenceIam } from '../support/reference-iam';

/**
 * These tests compare the decisions of the local runtime with the decisions of an independent evaluator. The requests
 * are derived from the statements: requests that match, and requests that differ in one detail.
 */
type Statement = PolicyDocument['Statement'][number];
type Context = NonNullable<Need['context']>;
type Request = [principal: Principal, need: Need];

const accountId = '000000000000';

/** The roles, and the resources with policies, of the synthesized stacks. */
function readStacks({ assembly }: Synthesis) {
  const { roles, keys, queues, topics } = readDeployment(assembly, {
    region: 'us-east-1',
    accountId,
    queueUrl: (name) => name,
    parameters: { OAuthIssuer: '', OAuthAudience: '', OAuthJwksUri: '' },
  });
  return { roles, resources: [...keys, ...queues, ...topics] satisfies ProtectedResource[] };
}

async function compare(roles: RoleSpec[], resources: ProtectedResource[], requests: Request[]) {
  const [iam, reference] = [new Iam(roles, resources), new ReferenceIam(roles, resources)];
  const counts = { allowed: 0, denied: 0, invalid: 0 };
  const disagreements: unknown[] = [];
  for (const [principal, need] of requests) {
    const expected = await reference.decide(principal, need);
    counts[expected] += 1;
    const decision = iam.findDenial(principal, [need]) ? 'denied' : 'allowed';
    if (expected !== 'invalid' && decision !== expected) disagreements.push({ principal, need, expected });
  }
  return { ...counts, disagreements };
}

const listOf = (value: unknown): string[] => (value === undefined ? [] : [value].flat().map(String));

/** Actions that a statement with a wildcard covers. */
const exampleActions: Record<string, string> = { 'sqs:*': 'sqs:SendMessage', 'kms:*': 'kms:Decrypt' };

const actionsOf = ({ Action }: Statement): string[] =>
  listOf(Action).map((action) => exampleActions[action] ?? action);

/** A resource that the statement covers. */
const exampleResource = (pattern: string): string =>
  pattern.replace(/:\*$/, ':log-stream:x').replace(/\/\*$/, '/x');

const exampleResources = ({ Resource }: Statement): string[] => listOf(Resource).map(exampleResource);

const similarResources = (resource: string): string[] =>
  resource === '*' ? [] : [`${resource}x`, `${resource.slice(0, -1)}_`];

interface Comparison {
  operator: string;
  key: string;
  values: string[];
}

const comparisonsOf = ({ Condition = {} }: Statement): Comparison[] =>
  Object.entries(Condition as Record<string, Record<string, unknown>>)
    .filter(([operator]) => operator !== 'Null')
    .flatMap(([operator, byKey]) =>
      Object.entries(byKey).map(([key, patterns]) => ({
        operator,
        key,
        values: listOf(patterns).map((pattern) => pattern.replaceAll('*', 'x').replaceAll('?', '0')),
      })),
    );

const isSetOperator = ({ operator }: Comparison): boolean => operator.startsWith('For');

/** Contexts that meet the condition, and contexts that differ in the existence or the value of one key. */
function contextsOf(statement: Statement): [met: Context, others: Context[]] {
  const comparisons = comparisonsOf(statement);
  const met = Object.fromEntries(
    comparisons.map((comparison) => {
      const [value = ''] = comparison.values;
      return [comparison.key, isSetOperator(comparison) ? [value] : value];
    }),
  );
  return [met, comparisons.flatMap((comparison) => similarContexts(met, comparison))];
}

function similarContexts(met: Context, comparison: Comparison): Context[] {
  const { key, values } = comparison;
  const [value = '', ...otherValues] = values;
  const similarValues = ['', 'x', `${value}x`, `x${value}`, value.slice(0, -1), value.toUpperCase()];
  const withoutKey = Object.fromEntries(Object.entries(met).filter(([name]) => name !== key));
  const replacements: (string | string[])[] = isSetOperator(comparison)
    ? [
        [],
        values,
        ...[...similarValues, ...otherValues].flatMap((text) => [[text], [value, text], [text, value]]),
      ]
    : [...similarValues, ...otherValues];
  return [withoutKey, ...replacements.map((replacement) => ({ ...met, [key]: replacement }))];
}

function needsOf(statement: Statement): Need[] {
  const [met, others] = contextsOf(statement);
  return actionsOf(statement).flatMap((action) =>
    exampleResources(statement).flatMap((resource) => [
      ...[met, ...others].map((context) => ({ action, resource, context })),
      ...similarResources(resource).map((similar) => ({ action, resource: similar, context: met })),
    ]),
  );
}

const statementsOf = ({ policies }: RoleSpec): Statement[] =>
  policies.flatMap(({ document }) => document.Statement);

/** One role for each set of policies that differ in more than the name of the log group. */
function distinctRoles(roles: RoleSpec[]): RoleSpec[] {
  const withoutLogs = (role: RoleSpec) =>
    JSON.stringify(statementsOf(role).filter(({ Action }) => !JSON.stringify(Action).includes('logs:')));
  return [...new Map(roles.map((role) => [withoutLogs(role), role])).values()];
}

/** The requests of each role for its own statements, and for a statement of each other kind. */
function requestsOfRoles(roles: RoleSpec[]): Request[] {
  const statements = distinctRoles(roles).flatMap(statementsOf);
  const foreignNeeds = new Map(
    statements.flatMap((statement) =>
      actionsOf(statement).map((action): [string, Need] => {
        const [resource = ''] = exampleResources(statement);
        return [action, { action, resource, context: contextsOf(statement)[0] }];
      }),
    ),
  );
  return distinctRoles(roles).flatMap((role) =>
    [...statementsOf(role).flatMap(needsOf), ...foreignNeeds.values()].map((need): Request => [
      role.arn,
      need,
    ]),
  );
}

const services = ['ses', 'sns', 'cloudwatch', 'scheduler'].map((name) => `${name}.amazonaws.com`);

/** The requests of services from resources in a condition, and of a role, for the statements of a resource policy. */
function requestsForResource({ policy }: ProtectedResource, role: RoleSpec): Request[] {
  return (policy?.Statement ?? []).flatMap((statement) => {
    const needs = needsOf({ ...statement, Resource: listOf(statement['Resource']) });
    const sourceArns = comparisonsOf(statement)
      .filter(({ key }) => key === 'aws:SourceArn')
      .flatMap(({ values }) =>
        values.flatMap((arn) => [arn, ...similarResources(arn), arn.replace(accountId, '1'.repeat(12))]),
      );
    const principals = [`arn:aws:sqs:us-east-1:${accountId}:x`, ...sourceArns].flatMap((sourceArn) =>
      services.map((service) => ({ service, sourceArn })),
    );
    return [role.arn, ...principals].flatMap((principal) => needs.map((need): Request => [principal, need]));
  });
}

test.each([
  ['the preset economy', () => withLocalSettings({ preset: 'economy' }, synthesize)],
  ['the preset full', synthesize],
  ['a key of the customer', () => withLocalSettings({ customerKey: true }, synthesize)],
])(
  'both evaluators decide alike for all roles and resource policies with %s',
  async (_, synthesizeStacks) => {
    const { roles, resources } = readStacks(await synthesizeStacks());
    const [role = { arn: '', policies: [] }] = roles;

    const forRoles = await compare(roles, resources, requestsOfRoles(roles));
    const forResources = await compare(
      roles,
      resources,
      resources.flatMap((resource) => requestsForResource(resource, role)),
    );

    expect([forRoles.disagreements, forResources.disagreements]).toEqual([[], []]);
    for (const { allowed, denied } of [forRoles, forResources]) {
      expect(allowed).toBeGreaterThan(10);
      expect(denied).toBeGreaterThan(100);
    }
  },
);

describe('both evaluators decide alike for every operator', () => {
  const arn = `arn:aws:iam::${accountId}:role/worker`;
  const resource = `arn:aws:dynamodb:us-east-1:${accountId}:table/Mail`;
  const arns = ['arn:aws:sns:us-east-1:1:a', 'arn:aws:sns:us-east-1:1:a:b', 'arn:aws:sns:us-east-1:2:1:a'];
  const texts = ['a', 'A', 'ab', 'b', '*', 'a*', '?b', 'true', 'TRUE'];
  const setOf = (values: string[]) => values.flatMap((value) => [[value], ['a', value]]);

  const stringOperators = [
    'Equals',
    'NotEquals',
    'EqualsIgnoreCase',
    'NotEqualsIgnoreCase',
    'Like',
    'NotLike',
  ].map((name) => `String${name}`);
  const arnOperators = ['ArnEquals', 'ArnLike'];
  const withIfExists = (operators: string[]) =>
    operators.flatMap((operator) => [operator, `${operator}IfExists`]);
  const withSets = (operators: string[]) =>
    ['ForAllValues', 'ForAnyValue'].flatMap((set) => operators.map((operator) => `${set}:${operator}`));

  test.each<
    [kind: string, key: string, operators: string[], expected: string[][], actual: (string | string[])[]]
  >([
    ['texts', 'aws:SourceAccount', withIfExists(stringOperators), setOf(texts), texts],
    [
      'ARNs',
      'aws:SourceArn',
      withIfExists(arnOperators),
      [...arns, 'arn:aws:sns:*:1:a', 'arn:*:sns:us-*:?:a*'].flatMap((value) => [
        [value],
        [...arns.slice(0, 1), value],
      ]),
      [...arns, 'a'],
    ],
    [
      'Booleans',
      'aws:SecureTransport',
      withIfExists(['Bool']),
      [['true'], ['false'], ['TRUE']],
      ['true', 'false'],
    ],
    ['sets', 'dynamodb:LeadingKeys', withSets(stringOperators), setOf(texts), [[], ...setOf(texts)]],
    ['existence', 'dynamodb:LeadingKeys', ['Null'], [['true'], ['false'], ['true', 'false']], [[], ['a']]],
  ])('%s', async (_, key, operators, allExpected, allActual) => {
    const results = [];
    for (const Effect of ['Allow', 'Deny']) {
      for (const operator of operators) {
        for (const expected of allExpected) {
          const statement = {
            Effect,
            Action: 'dynamodb:PutItem',
            Resource: resource,
            Condition: { [operator]: { [key]: expected } },
          };
          const allow = { Effect: 'Allow', Action: '*', Resource: '*' };
          const Statement = Effect === 'Deny' ? [allow, statement] : [statement];
          const role = { arn, policies: [{ name: 'p', document: { Version: '2012-10-17', Statement } }] };
          const contexts = [{}, ...allActual.map((actual) => ({ [key]: actual }))];
          results.push(
            await compare(
              [role],
              [],
              contexts.map((context): Request => [arn, { action: 'dynamodb:PutItem', resource, context }]),
            ),
          );
        }
      }
    }

    expect(results.flatMap(({ disagreements }) => disagreements)).toEqual([]);
    expect(results.some(({ allowed }) => allowed > 0) && results.some(({ denied }) => denied > 0)).toBe(true);
  });
});
