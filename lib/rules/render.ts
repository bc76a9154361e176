import { entriesOf, listAt, valueAt } from '../parts/template';
import { resolveReference, type ResourceLocation, type Templates } from './template';

/** The longest value of each pseudo parameter, so that each measured size is the maximum. */
const longestPseudoParameters: Record<string, string> = {
  'AWS::AccountId': '123456789012',
  'AWS::Partition': 'aws-us-gov',
  'AWS::Region': 'ap-southeast-1',
  'AWS::URLSuffix': 'amazonaws.com.cn',
  'AWS::StackName': 'S'.repeat(128),
  'AWS::StackId': 'S'.repeat(200),
  'AWS::NoValue': '',
};

/** The properties that set a resource's explicit name. CloudFormation generates every other name. */
const explicitNames = ['FunctionName', 'BucketName', 'TableName', 'Name', 'RuleSetName'];

/** CloudFormation appends a hyphen and this many characters to a generated name. */
const generatedSuffix = '-ABCDEFGHIJKL';

/**
 * CloudFormation truncates generated names. The shortest limit of the types with generated names is the 63 characters
 * of a bucket.
 */
const generatedNameLengthMax = 64;

/** Replaces each intrinsic function with the longest text that the function can return. */
export function renderValue(templates: Templates, stack: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => renderValue(templates, stack, item));
  if (typeof value !== 'object' || value === null) return value;
  const [[key, argument] = ['', undefined], ...others] = entriesOf(value);
  if (others.length === 0 && (key === 'Ref' || key.startsWith('Fn::')))
    return renderIntrinsic(templates, stack, [key, argument]);
  return Object.fromEntries(
    entriesOf(value).map(([name, inner]) => [name, renderValue(templates, stack, inner)]),
  );
}

function renderIntrinsic(templates: Templates, stack: string, [key, argument]: [string, unknown]): unknown {
  const render = (value: unknown) => renderText(templates, stack, value);
  switch (key) {
    case 'Ref':
      return (
        longestPseudoParameters[String(argument)] ?? renderReference(templates, stack, { [key]: argument })
      );
    case 'Fn::GetAtt':
    case 'Fn::GetStackOutput':
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

/** Returns an ARN for the attribute `Arn`, and a name for all other references. */
function renderReference(templates: Templates, stack: string, reference: unknown): string {
  const resource = resolveReference(templates, stack, reference);
  if (!resource) return renderParameter(templates, stack, reference);
  const name = nameOf(templates, resource);
  const attribute = [valueAt(reference, 'Fn::GetAtt')].flat()[1];
  const [, service = '', kind = ''] = resource.resource.Type.split('::');
  return attribute === 'Arn' ||
    /^AWS::(SNS::Topic|ElasticLoadBalancingV2::LoadBalancer)$/.test(resource.resource.Type)
    ? `arn:aws-us-gov:${service.toLowerCase()}:ap-southeast-1:123456789012:${kind.toLowerCase()}/${name}`
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
  return explicit === undefined
    ? `${id.slice(0, generatedNameLengthMax - generatedSuffix.length)}${generatedSuffix}`
    : renderText(templates, stack, explicit);
}

export function renderText(templates: Templates, stack: string, value: unknown): string {
  const rendered = renderValue(templates, stack, value);
  return typeof rendered === 'string' ? rendered : JSON.stringify(rendered);
}

const longest = (texts: readonly string[]): string =>
  texts.reduce((best, text) => (text.length > best.length ? text : best), '');
