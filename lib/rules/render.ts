import { entriesOf, listAt, parseStackOutput, valueAt } from '../parts/template';
import { resolveReference, stackPartOf, type ResourceLocation, type Templates } from './template';

/** The longest value of each pseudo parameter, so that each measured size is the maximum. */
const longestPseudoParameters: Record<string, string> = {
  'AWS::AccountId': '123456789012',
  'AWS::Partition': 'aws-us-gov',
  'AWS::Region': 'ap-southeast-1',
  'AWS::URLSuffix': 'amazonaws.com.cn',
  'AWS::StackName': 'S'.repeat(128),
  'AWS::StackId': 'S'.repeat(229),
  'AWS::NoValue': '',
};

/** The types whose `Ref` is an ARN instead of a name. */
const typesWithArnAsRef: readonly string[] = ['AWS::SNS::Topic', 'AWS::ElasticLoadBalancingV2::LoadBalancer'];

/** The properties that set a resource's explicit name. CloudFormation generates every other name. */
const explicitNames = ['FunctionName', 'BucketName', 'TableName', 'LogGroupName', 'Name', 'RuleSetName'];

/** CloudFormation generates a name from the names of the stack and the resource, and a suffix of this length. */
const generatedSuffix = '-ABCDEFGHIJKL';

/** The maximum length of a generated name, by resource type. CloudFormation truncates longer names. */
const nameLengthsMax: Record<string, number> = {
  'AWS::IAM::Role': 64,
  'AWS::Lambda::Function': 64,
  'AWS::S3::Bucket': 63,
  'AWS::SQS::Queue': 80,
};

/** The name of a stack with the longest stage. */
const longestStackName = (stack: string): string => `CarrierNest-${'s'.repeat(20)}-${stack}`;

/** Replaces each intrinsic function with the longest text that the function can return. */
export function renderValue(templates: Templates, stack: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => renderValue(templates, stack, item));
  if (typeof value !== 'object' || value === null) return value;
  const [[key, argument] = ['', undefined]] = entriesOf(value);
  if (isIntrinsic(value)) return renderIntrinsic(templates, stack, [key, argument]);
  return Object.fromEntries(
    entriesOf(value).map(([name, inner]) => [name, renderValue(templates, stack, inner)]),
  );
}

/** Replaces only the intrinsic functions that compose text, because a validator knows the references. */
export function renderComposedText(templates: Templates, stack: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => renderComposedText(templates, stack, item));
  if (typeof value !== 'object' || value === null) return value;
  if ('Fn::Join' in value || 'Fn::Sub' in value) return renderValue(templates, stack, value);
  return Object.fromEntries(
    entriesOf(value).map(([name, inner]) => [name, renderComposedText(templates, stack, inner)]),
  );
}

/** Whether CloudFormation computes the value. */
export function isIntrinsic(value: unknown): boolean {
  const [[key] = [''], ...others] = isObject(value) ? entriesOf(value) : [];
  return others.length === 0 && (key === 'Ref' || key.startsWith('Fn::'));
}

const isObject = (value: unknown): boolean => typeof value === 'object' && !Array.isArray(value);

function renderIntrinsic(templates: Templates, stack: string, [key, argument]: [string, unknown]): unknown {
  const render = (value: unknown) => renderText(templates, stack, value);
  switch (key) {
    case 'Ref':
      return (
        longestPseudoParameters[String(argument)] ?? renderReference(templates, stack, { [key]: argument })
      );
    case 'Fn::GetStackOutput': {
      const { StackName, OutputName } = parseStackOutput(argument);
      const producer = stackPartOf(StackName);
      return renderText(templates, producer, templates[producer]?.Outputs?.[OutputName]?.Value);
    }
    case 'Fn::GetAtt':
      return renderReference(templates, stack, { [key]: argument });
    case 'Fn::Join': {
      const [separator, parts] = listAt({ argument }, 'argument');
      return listAt({ parts }, 'parts').map(render).join(String(separator));
    }
    case 'Fn::Sub':
      return String([argument].flat()[0]).replaceAll(/\$\{([\w:]+)\}/g, (_match, name: string) =>
        render({ Ref: name }),
      );
    case 'Fn::If':
      return longest(listAt({ argument }, 'argument').slice(1).map(render));
    case 'Fn::Select':
      // A part of an identifier, such as the stack ID.
      return 'S'.repeat(36);
    default:
      throw new Error(`lib/rules/render.ts does not render ${key}`);
  }
}

/** Returns an ARN, the URL of a queue, or a name. */
function renderReference(templates: Templates, stack: string, reference: unknown): string {
  const resource = resolveReference(templates, stack, reference);
  if (!resource) return renderParameter(templates, stack, reference);
  const name = nameOf(templates, resource);
  const attribute = [valueAt(reference, 'Fn::GetAtt')].flat()[1];
  const { Type } = resource.resource;
  const [, service = '', kind = ''] = Type.toLowerCase().split('::');
  if (attribute === undefined && Type === 'AWS::SQS::Queue')
    return `https://sqs.ap-southeast-1.amazonaws.com.cn/123456789012/${name}`;
  return attribute === 'Arn' || (attribute === undefined && typesWithArnAsRef.includes(Type))
    ? `arn:aws-us-gov:${service}:ap-southeast-1:123456789012:${kind}/${name}`
    : name;
}

function renderParameter(templates: Templates, stack: string, reference: unknown): string {
  const name = String(valueAt(reference, 'Ref'));
  const value = templates[stack]?.Parameters?.[name]?.Default;
  return typeof value === 'string' ? value : 'S'.repeat(64);
}

function nameOf(templates: Templates, { stack, id, resource }: ResourceLocation): string {
  const explicit = explicitNames
    .map((name) => valueAt(resource.Properties, name))
    .find((name) => name !== undefined);
  if (explicit !== undefined) return renderText(templates, stack, explicit);
  const prefix = `${longestStackName(stack)}-${id}`;
  return `${prefix.slice(0, (nameLengthsMax[resource.Type] ?? 255) - generatedSuffix.length)}${generatedSuffix}`;
}

export function renderText(templates: Templates, stack: string, value: unknown): string {
  const rendered = renderValue(templates, stack, value);
  return typeof rendered === 'string' ? rendered : JSON.stringify(rendered);
}

const longest = (texts: readonly string[]): string =>
  texts.reduce((best, text) => (text.length > best.length ? text : best), '');
