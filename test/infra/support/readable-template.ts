import { version } from '../../../package.json';
import type { Resource, Template } from './templates';

/** Types of resources that are the same for every function. Other tests check these resources. */
const omittedTypes = ['AWS::Lambda::Permission', 'AWS::Logs::LogGroup'];

/**
 * Shortens a template for the snapshot: intrinsic functions as `${…}`, policy statements and functions in a
 * few lines, logical ids without hashes, and the API document as its paths.
 */
export function toReadableTemplate({ Resources }: Template): Record<string, unknown> {
  const functions = Object.values(Resources).filter(({ Type }) => Type === 'AWS::Lambda::Function');
  const rolesOfFunctions = functions.map(({ Properties }) => Properties.Role['Fn::GetAtt'][0] as string);
  return Object.fromEntries(
    Object.entries(Resources)
      .filter(([id, { Type }]) => !omittedTypes.includes(Type) && !rolesOfFunctions.includes(id))
      .map(([id, resource]): [string, unknown] => [
        `${withoutHash(id)} ${resource.Type}`,
        describeResource(resource, Resources),
      ])
      .sort(([a], [b]) => a.localeCompare(b)),
  );
}

function describeResource({ Type, Properties }: Resource, allResources: Template['Resources']): unknown {
  if (Type === 'AWS::ApiGateway::RestApi') return pathsOf(Properties.Body.paths);
  if (Type !== 'AWS::Lambda::Function') return simplify(Properties ?? {});
  const { MemorySize, Timeout, Environment, Role } = Properties;
  return [
    `${MemorySize} MB, ${Timeout} s`,
    ...Object.entries(Environment?.Variables ?? {}).map(
      ([name, value]) => `${name}=${String(simplify(value))}`,
    ),
    ...allResources[Role['Fn::GetAtt'][0]]?.Properties.Policies.flatMap(
      (policy: { PolicyDocument: { Statement: unknown[] } }) => policy.PolicyDocument.Statement.map(simplify),
    ),
  ];
}

const pathsOf = (paths: Record<string, object>): string[] =>
  Object.entries(paths).map(([path, methods]) => `${path} ${Object.keys(methods).join(' ')}`);

function simplify(value: unknown): unknown {
  // A release changes the version and must not change snapshots.
  if (value === version) return '<version>';
  if (typeof value === 'string') return withoutHash(value);
  if (Array.isArray(value)) return value.map(simplify);
  if (typeof value !== 'object' || value === null) return value;
  if ('Effect' in value && 'Action' in value) return describeStatement(value);
  const [[name, argument] = ['', undefined], ...otherEntries] = Object.entries(value);
  const render = otherEntries.length === 0 ? intrinsics[name] : undefined;
  if (render) return render(argument);
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, simplify(field)]));
}

/** `Allow dynamodb:GetItem on ${Table.Arn}` */
function describeStatement({ Effect, Action, ...rest }: { Effect: unknown; Action: unknown }): string {
  const { Resource, Principal, Condition } = rest as Record<string, unknown>;
  return [
    `${String(Effect)} ${joinValues(Action)}`,
    Resource && `on ${joinValues(Resource)}`,
    Principal && `to ${JSON.stringify(simplify(Principal))}`,
    Condition && `if ${JSON.stringify(simplify(Condition))}`,
  ]
    .filter(Boolean)
    .join(' ');
}

const joinValues = (value: unknown): string => [simplify(value)].flat().join(', ');

const intrinsics: Record<string, (argument: unknown) => unknown> = {
  Ref: (id) => `\${${withoutHash(String(id))}}`,
  'Fn::GetAtt': (parts) => `\${${(parts as string[]).map(withoutHash).join('.')}}`,
  'Fn::GetStackOutput': (outputReference) =>
    `\${${withoutHash((outputReference as { OutputName: string }).OutputName)}}`,
  'Fn::Join': (parts) => {
    const [separator, values] = parts as [string, unknown[]];
    return values.map(simplify).join(separator);
  },
  'Fn::Sub': (text) => withoutHash(String(text)),
  'Fn::If': (parts) => {
    const [condition, whenTrue, whenFalse] = (parts as unknown[]).map(simplify);
    return `\${${String(condition)} ? ${String(whenTrue)} : ${String(whenFalse)}}`;
  },
};

/** CDK appends 8 hexadecimal digits to logical ids, 40 to API deployments and 64 to assets. */
const withoutHash = (text: string): string =>
  text
    .replace(/[0-9a-f]{64}/g, '<hash>')
    .replace(/[0-9A-F]{8}[0-9a-f]{32}/g, '')
    .replace(/(?<=[A-Za-z])([0-9A-F]{8})+(?=Arn|$|[^0-9A-Za-z])/g, '');
