import { quotasAreKept } from '../../lib/rules/quotas';
import { resourcesMatchSchemas } from '../../lib/rules/schemas';
import {
  propertiesOf,
  requiredNames,
  resourcesMatchSpecification,
  specifiedValues,
  type SpecifiedValue,
} from '../../lib/rules/specification';
import { checkedVariants } from '../../lib/rules/variants';
import type { Resource, Templates } from './support/templates';
import { synthesizeEach } from './support/synthesize';

/**
 * These tests commit a fault at each position of each resource type in the templates. They prove that the checks know
 * the schema of every type that `npm run check:synth` synthesizes.
 */
let positions: Position[];

beforeAll(async () => {
  const variants = await synthesizeEach(Object.values(checkedVariants));
  positions = variants.flatMap(listPositions);
  // The same position of two resources of a type is tested once.
  positions = [...new Map(positions.map((position) => [nameOf(position), position])).values()];
});

interface Position {
  templates: Templates;
  stack: string;
  id: string;
  resource: Resource;
  specified: SpecifiedValue;
}

const listPositions = (templates: Templates): Position[] =>
  Object.entries(templates).flatMap(([stack, { Resources }]) =>
    Object.entries(Resources).flatMap(([id, resource]) =>
      specifiedValues(resource).map((specified) => ({ templates, stack, id, resource, specified })),
    ),
  );

/** For example, `AWS::SES::ReceiptRule Rule.Actions.*.S3Action`. */
const nameOf = ({ resource, specified: { path } }: Position): string =>
  [resource.Type, path.map((key) => (typeof key === 'number' ? '*' : key)).join('.')].join(' ');

/** A new value at a path, or undefined to remove what is there. */
type Fault = [path: SpecifiedValue['path'], value: unknown];

const unknownProperty = ({ path, type }: SpecifiedValue): Fault[] =>
  type && propertiesOf(type) ? [[[...path, 'NoSuchProperty'], 'text']] : [];

const readOnlyAttribute = ({ type }: SpecifiedValue): Fault[] =>
  type?.type === 'resource' ? type.readOnly.map((name): Fault => [[name], 'text']) : [];

const missingProperty = ({ path, type }: SpecifiedValue): Fault[] =>
  type ? requiredNames(type).map((name): Fault => [[...path, name], undefined]) : [];

const wrongType = ({ path, type }: SpecifiedValue): Fault[] => {
  if (!type || path.length === 0 || ['json', 'union'].includes(type.type)) return [];
  return [[path, type.type === 'string' ? { no: 'text' } : 'text']];
};

const unknownValue = ({ path, type }: SpecifiedValue): Fault[] =>
  type && 'allowedValues' in type && type.allowedValues
    ? [[path, type.type === 'integer' ? 123_457 : 'NoSuchValue']]
    : [];

const longText = ({ path, type }: SpecifiedValue): Fault[] =>
  type?.type === 'string' && !type.allowedValues ? [[path, 'x'.repeat(100_000)]] : [];

test.each([
  ['an unknown property', unknownProperty],
  ['a read-only attribute', readOnlyAttribute],
  ['a missing required property', missingProperty],
  ['a value of the wrong type', wrongType],
  ['a value outside an enumeration', unknownValue],
])('%s is found wherever a resource can have it', (_kind, faultsAt) => {
  const outcomes = commitEach(faultsAt);

  expect(outcomes.length).toBeGreaterThan(20);
  expect(outcomes.filter(({ found }) => !found).map(({ name }) => name)).toEqual([]);
});

/** The schemas and the quotas limit no text of these types. The stacks contain each text, or lib/settings.ts limits it. */
const typesWithoutTextLimit = [
  'AWS::ApiGateway::GatewayResponse',
  'AWS::ApiGateway::RestApi',
  'AWS::EC2::Route',
  'AWS::EC2::Subnet',
  'AWS::ECS::Cluster',
  'AWS::ECS::Service',
  'AWS::IAM::Role',
  'AWS::S3::Bucket',
  'AWS::S3::BucketPolicy',
  'AWS::SNS::Subscription',
];

test('text that is too long is found in each type that limits text', () => {
  const outcomes = commitEach(longText);
  const typesWithLimit = new Set(outcomes.filter(({ found }) => found).map(({ type }) => type));
  const typesWithText = [...new Set(outcomes.map(({ type }) => type))].sort();

  expect(typesWithText.filter((type) => !typesWithLimit.has(type))).toEqual(typesWithoutTextLimit);
});

function commitEach(faultsAt: (specified: SpecifiedValue) => Fault[]) {
  return positions.flatMap((position) =>
    faultsAt(position.specified).map((fault) => ({
      name: `${nameOf(position)} ${fault[0].join('.')}`,
      type: position.resource.Type,
      found: isFound(position, fault),
    })),
  );
}

function isFound({ templates, stack, id, resource }: Position, [path, value]: Fault): boolean {
  const broken = structuredClone({ Properties: {}, ...resource });
  assignAt(broken.Properties, path, value);
  const template = { ...templates[stack], Resources: { [id]: broken } };
  return [resourcesMatchSchemas, resourcesMatchSpecification, quotasAreKept].some(
    (rule) => rule.findViolations({ [stack]: template }).length > 0,
  );
}

function assignAt(
  object: Record<string | number, unknown>,
  [key = '', ...path]: Fault[0],
  value: unknown,
): void {
  if (path.length > 0) assignAt(object[key] as Record<string, unknown>, path, value);
  else if (value === undefined) Reflect.deleteProperty(object, key);
  else object[key] = value;
}
