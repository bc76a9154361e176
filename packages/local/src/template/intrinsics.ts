import { identityOf, type Identity } from './identity';
import type { Scope } from './scope';
import { TemplateError } from './template-error';

/** Resolves intrinsic functions as CloudFormation does. A property with `AWS::NoValue` is removed. */
export function resolveIntrinsics(value: unknown, scope: Scope): unknown {
  if (Array.isArray(value)) return resolveArray(value, scope);
  if (!isRecord(value)) return value;

  const [key, ...others] = Object.keys(value);
  if (key !== undefined && others.length === 0) {
    const intrinsic = intrinsics[key];
    if (intrinsic) return intrinsic(value[key], { ...scope, location: `${scope.location}.${key}` });
    if (key.startsWith('Fn::'))
      throw new TemplateError(scope.location, `${key} is not supported by the local runtime`);
  }
  return resolveRecord(value, scope);
}

/** Evaluates a condition: a condition name or a condition function. */
export function conditionHolds(condition: unknown, scope: Scope): boolean {
  if (typeof condition === 'string') return namedConditionHolds(condition, scope);
  if (!isRecord(condition)) throw new TemplateError(scope.location, 'not a condition');

  if ('Condition' in condition) return conditionHolds(condition['Condition'], scope);
  if ('Fn::Not' in condition) return !conditionHolds(list(condition['Fn::Not'], scope)[0], scope);
  if ('Fn::And' in condition) {
    return list(condition['Fn::And'], scope).every((part) => conditionHolds(part, scope));
  }
  if ('Fn::Or' in condition)
    return list(condition['Fn::Or'], scope).some((part) => conditionHolds(part, scope));
  if ('Fn::Equals' in condition) {
    const [left, right] = resolveArray(list(condition['Fn::Equals'], scope), scope);
    return String(left) === String(right);
  }
  throw new TemplateError(scope.location, `${Object.keys(condition).join()} is not a condition`);
}

function namedConditionHolds(name: string, scope: Scope): boolean {
  const named = scope.stack.template.Conditions[name];
  if (named === undefined) throw new TemplateError(scope.location, `there is no condition "${name}"`);
  return conditionHolds(named, { ...scope, location: `${scope.stack.name}/Conditions.${name}` });
}

function resolveArray(values: unknown[], scope: Scope): unknown[] {
  return values
    .map((item, index) => resolveIntrinsics(item, { ...scope, location: `${scope.location}.${index}` }))
    .filter((item) => item !== undefined);
}

function resolveRecord(record: Record<string, unknown>, scope: Scope): Record<string, unknown> {
  const resolved: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(record)) {
    const item = resolveIntrinsics(value, { ...scope, location: `${scope.location}.${key}` });
    if (item !== undefined) resolved[key] = item;
  }
  return resolved;
}

const intrinsics: Record<string, (argument: unknown, scope: Scope) => unknown> = {
  Ref: (name, scope) => ref(text(name, scope), scope),
  'Fn::GetAtt': (argument, scope) => {
    const [id, ...path] = typeof argument === 'string' ? argument.split('.') : list(argument, scope);
    return attribute(
      text(id, scope),
      path.map((part) => text(resolveIntrinsics(part, scope), scope)),
      scope,
    );
  },
  'Fn::Sub': (argument, scope) => substitute(argument, scope),
  'Fn::Join': (argument, scope) => {
    const [separator, parts] = list(argument, scope);
    const strings = list(resolveIntrinsics(parts, scope), scope).map((part) => text(part, scope));
    return strings.join(text(separator, scope));
  },
  'Fn::Select': (argument, scope) => {
    const [index, values] = resolveArray(list(argument, scope), scope);
    const selected = list(values, scope)[Number(index)];
    if (selected === undefined) throw new TemplateError(scope.location, `there is no item ${String(index)}`);
    return selected;
  },
  'Fn::Split': (argument, scope) => {
    const [separator, whole] = resolveArray(list(argument, scope), scope);
    return text(whole, scope).split(text(separator, scope));
  },
  'Fn::ImportValue': (argument, scope) =>
    scope.cloud.importValue(text(resolveIntrinsics(argument, scope), scope), scope.location),
  'Fn::GetStackOutput': (argument, scope) => {
    const { StackName, OutputName } = record(resolveIntrinsics(argument, scope), scope);
    return scope.cloud.stackOutput(text(StackName, scope), text(OutputName, scope), scope.location);
  },
  'Fn::If': (argument, scope) => {
    const [condition, whenTrue, whenFalse] = list(argument, scope);
    return resolveIntrinsics(conditionHolds(condition, scope) ? whenTrue : whenFalse, scope);
  },
  'Fn::FindInMap': (argument, scope) => {
    const [map, top, second] = resolveArray(list(argument, scope), scope).map((part) => text(part, scope));
    const found = scope.stack.template.Mappings[map ?? '']?.[top ?? '']?.[second ?? ''];
    if (found === undefined) throw new TemplateError(scope.location, `no mapping ${map}.${top}.${second}`);
    return found;
  },
  'Fn::Base64': (argument, scope) =>
    Buffer.from(text(resolveIntrinsics(argument, scope), scope)).toString('base64'),
  'Fn::GetAZs': (_argument, scope) => ['a', 'b', 'c'].map((zone) => `${scope.cloud.options.region}${zone}`),
};

function ref(name: string, scope: Scope): unknown {
  if (name.startsWith('AWS::')) return pseudoParameter(name, scope);
  const override = scope.cloud.options.parameters?.[name];
  if (override !== undefined) return override;
  const parameter = scope.stack.template.Parameters[name];
  if (!parameter) return identityOfId(name, scope).ref();

  // The default of an SSM parameter is its path. The value of the parameter exists only in an AWS account.
  const hasValue = parameter.Default !== undefined && !parameter.Type.startsWith('AWS::SSM');
  if (!hasValue) throw new TemplateError(scope.location, `parameter "${name}" has no default value`);
  return parameter.Default;
}

function pseudoParameter(name: string, { cloud, stack, location }: Scope): unknown {
  const { region, accountId } = cloud.options;
  switch (name) {
    case 'AWS::Region':
      return region;
    case 'AWS::AccountId':
      return accountId;
    case 'AWS::Partition':
      return 'aws';
    case 'AWS::URLSuffix':
      return 'amazonaws.com';
    case 'AWS::StackName':
      return stack.name;
    case 'AWS::StackId':
      return `arn:aws:cloudformation:${region}:${accountId}:stack/${stack.name}/local`;
    case 'AWS::NoValue':
      return undefined;
  }
  throw new TemplateError(location, `${name} is not supported by the local runtime`);
}

function identityOfId(id: string, scope: Scope): Identity {
  return identityOf(scope.cloud, scope.cloud.resource(scope.stack, id, scope.location), scope.location);
}

function attribute(id: string, path: string[], scope: Scope): string {
  return identityOfId(id, scope).attribute(path.join('.'));
}

function substitute(argument: unknown, scope: Scope): string {
  const [pattern, variablesArgument] = typeof argument === 'string' ? [argument, {}] : list(argument, scope);
  const variables = record(variablesArgument ?? {}, scope);
  return text(pattern, scope).replace(/\$\{(!?)([^}]*)\}/g, (whole, literal: string, name: string) => {
    if (literal) return `\${${name}}`;
    if (Object.hasOwn(variables, name)) return text(resolveIntrinsics(variables[name], scope), scope);
    const [id, ...path] = name.trim().split('.');
    if (id === undefined) throw new TemplateError(scope.location, `${whole} has no name`);
    return path.length > 0 ? attribute(id, path, scope) : text(ref(id, scope), scope);
  });
}

function text(value: unknown, scope: Scope): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new TemplateError(scope.location, `expected a string, found ${JSON.stringify(value)}`);
}

function list(value: unknown, scope: Scope): unknown[] {
  if (Array.isArray(value)) return value;
  throw new TemplateError(scope.location, `expected a list, found ${JSON.stringify(value)}`);
}

function record(value: unknown, scope: Scope): Record<string, unknown> {
  if (isRecord(value)) return value;
  throw new TemplateError(scope.location, `expected an object, found ${JSON.stringify(value)}`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
