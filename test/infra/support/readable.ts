import type { Resource, Template } from '../../../lib/rules/template';

/** What every function has in the same way is asserted for all of them: the snapshot need not repeat it. */
const sameForAll = ['AWS::Lambda::Permission', 'AWS::Logs::LogGroup'];

/**
 * A template as a person would write it down: intrinsic functions as `${…}` in text, a policy's statement or a
 * function in a line or two, no hashes in names, the API's document as its paths.
 */
export function readable({ Resources }: Template): Record<string, unknown> {
  const functions = Object.values(Resources).filter(({ Type }) => Type === 'AWS::Lambda::Function');
  const rolesOfFunctions = functions.map(({ Properties }) => Properties.Role['Fn::GetAtt'][0] as string);
  return Object.fromEntries(
    Object.entries(Resources)
      .filter(([id, { Type }]) => !sameForAll.includes(Type) && !rolesOfFunctions.includes(id))
      .map(([id, resource]): [string, unknown] => [
        `${withoutHash(id)} ${resource.Type}`,
        describe(resource, Resources),
      ])
      .sort(([a], [b]) => a.localeCompare(b)),
  );
}

function describe({ Type, Properties }: Resource, all: Template['Resources']): unknown {
  if (Type === 'AWS::ApiGateway::RestApi') return pathsOf(Properties.Body.paths);
  if (Type !== 'AWS::Lambda::Function') return plain(Properties ?? {});
  const { MemorySize, Timeout, Environment, Role } = Properties;
  return [
    `${MemorySize} MB, ${Timeout} s`,
    ...Object.entries(Environment?.Variables ?? {}).map(([name, value]) => `${name}=${String(plain(value))}`),
    ...all[Role['Fn::GetAtt'][0]]?.Properties.Policies.flatMap(
      (policy: { PolicyDocument: { Statement: unknown[] } }) => policy.PolicyDocument.Statement.map(plain),
    ),
  ];
}

const pathsOf = (paths: Record<string, object>): string[] =>
  Object.entries(paths).map(([path, methods]) => `${path} ${Object.keys(methods).join(' ')}`);

function plain(value: unknown): unknown {
  if (typeof value === 'string') return withoutHash(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  if ('Effect' in value && 'Action' in value) return statement(value);
  const [[name, argument] = ['', undefined], ...more] = Object.entries(value);
  const render = more.length === 0 ? intrinsics[name] : undefined;
  if (render) return render(argument);
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, plain(field)]));
}

/** `Allow dynamodb:GetItem on ${Table.Arn}` */
function statement({ Effect, Action, ...rest }: { Effect: unknown; Action: unknown }): string {
  const { Resource, Principal, Condition } = rest as Record<string, unknown>;
  return [
    `${String(Effect)} ${list(Action)}`,
    Resource && `on ${list(Resource)}`,
    Principal && `to ${JSON.stringify(plain(Principal))}`,
    Condition && `if ${JSON.stringify(plain(Condition))}`,
  ]
    .filter(Boolean)
    .join(' ');
}

const list = (value: unknown): string => [plain(value)].flat().join(', ');

const intrinsics: Record<string, (argument: unknown) => unknown> = {
  Ref: (id) => `\${${withoutHash(String(id))}}`,
  'Fn::GetAtt': (parts) => `\${${(parts as string[]).map(withoutHash).join('.')}}`,
  'Fn::GetStackOutput': (of) => `\${${withoutHash((of as { OutputName: string }).OutputName)}}`,
  'Fn::Join': (parts) => {
    const [separator, texts] = parts as [string, unknown[]];
    return texts.map(plain).join(separator);
  },
  'Fn::Sub': (text) => withoutHash(String(text)),
  'Fn::If': (parts) => {
    const [condition, whenTrue, whenFalse] = (parts as unknown[]).map(plain);
    return `\${${String(condition)} ? ${String(whenTrue)} : ${String(whenFalse)}}`;
  },
};

/** CDK puts eight hexadecimal digits behind logical ids, 40 for a deployment of the API, and 64 for an asset. */
const withoutHash = (text: string): string =>
  text
    .replace(/[0-9a-f]{64}/g, '<hash>')
    .replace(/[0-9A-F]{8}[0-9a-f]{32}/g, '')
    .replace(/(?<=[A-Za-z])([0-9A-F]{8})+(?=Arn|$|[^0-9A-Za-z])/g, '');
