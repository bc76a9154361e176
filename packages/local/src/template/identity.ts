import { createHash } from 'node:crypto';
import { asRecord } from '../machine/as-record';
import { resourcePath, type CloudView, type Resource } from './scope';
import { TemplateError } from './template-error';

/** The physical name, `Ref` value and attributes of a resource. */
export interface Identity {
  name: string;
  ref(): string;
  attribute(path: string): string;
}

interface NamingContext {
  name: string;
  region: string;
  accountId: string;
  queueUrl: string;
  /** The group of a schedule. */
  group: string;
}

interface ResourceKind {
  /** The path of the property with an explicit name. */
  nameProperty?: string;
  /** Converts a derived name to a name that the service accepts. */
  derive?: (name: string) => string;
  /** The attribute that `Ref` returns instead of the name. */
  ref?: string;
  attributes: Record<string, (context: NamingContext) => string>;
}

/**
 * Returns the identity of a resource. Names are explicit, or derived from stack and logical id so that they are the
 * same at each start.
 */
export function identityOf(
  cloud: CloudView,
  resource: Resource,
  location = resourcePath(resource),
): Identity {
  const kind = resourceKinds[resource.type];
  if (!kind)
    throw new TemplateError(location, `refers to ${resource.type}, which the local runtime does not support`);

  const name = explicitName(cloud, resource, kind) ?? derivedName(resource, kind);
  const attribute = (path: string): string => {
    const value = kind.attributes[path];
    if (!value)
      throw new TemplateError(
        location,
        `attribute ${path} of ${resource.type} is not supported by the local runtime`,
      );
    return value(namingContext(cloud, resource, name));
  };
  return { name, attribute, ref: () => (kind.ref ? attribute(kind.ref) : name) };
}

function namingContext(cloud: CloudView, resource: Resource, name: string): NamingContext {
  const { region, accountId, queueUrl } = cloud.options;
  const group = cloud.property(resource, 'GroupName');
  return {
    name,
    region,
    accountId,
    queueUrl: queueUrl(name),
    group: typeof group === 'string' ? group : 'default',
  };
}

function explicitName(cloud: CloudView, resource: Resource, kind: ResourceKind): string | undefined {
  const [property, inner] = kind.nameProperty?.split('.') ?? [];
  if (property === undefined || resource.properties[property] === undefined) return undefined;
  if (inner === undefined) return nameOrUndefined(cloud.property(resource, property));

  const nested = asRecord(resource.properties[property])[inner];
  return nameOrUndefined(cloud.property({ ...resource, properties: { [inner]: nested } }, inner));
}

function nameOrUndefined(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function derivedName(resource: Resource, kind: ResourceKind): string {
  const name = `${resource.stack.name}-${resource.id}`;
  const derived = kind.derive ? kind.derive(name) : name;
  return derived.length <= nameMax
    ? derived
    : `${derived.slice(0, nameMax - 9)}-${hash(derived).slice(0, 8)}`;
}

// The limit of S3 bucket names, which is the shortest limit of all services.
const nameMax = 63;

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The id of a key is a UUID. */
function uuidOf(text: string): string {
  return hash(text).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}

function arn(service: string, path: (context: NamingContext) => string): (context: NamingContext) => string {
  return (context) => `arn:aws:${service}:${context.region}:${context.accountId}:${path(context)}`;
}

const table: ResourceKind = {
  nameProperty: 'TableName',
  attributes: {
    Arn: arn('dynamodb', ({ name }) => `table/${name}`),
    StreamArn: arn('dynamodb', ({ name }) => `table/${name}/stream/local`),
  },
};

const nameOnly: ResourceKind = { attributes: {} };

const resourceKinds: Record<string, ResourceKind> = {
  'AWS::Lambda::Function': {
    nameProperty: 'FunctionName',
    attributes: { Arn: arn('lambda', ({ name }) => `function:${name}`) },
  },
  'AWS::Lambda::EventSourceMapping': nameOnly,
  'AWS::IAM::Role': {
    nameProperty: 'RoleName',
    attributes: { Arn: ({ accountId, name }) => `arn:aws:iam::${accountId}:role/${name}` },
  },
  'AWS::IAM::Policy': { nameProperty: 'PolicyName', attributes: {} },
  'AWS::IAM::ManagedPolicy': {
    nameProperty: 'ManagedPolicyName',
    ref: 'Arn',
    attributes: { Arn: ({ accountId, name }) => `arn:aws:iam::${accountId}:policy/${name}` },
  },
  'AWS::DynamoDB::Table': table,
  'AWS::DynamoDB::GlobalTable': table,
  'AWS::SQS::Queue': {
    nameProperty: 'QueueName',
    ref: 'QueueUrl',
    attributes: {
      Arn: arn('sqs', ({ name }) => name),
      QueueName: ({ name }) => name,
      QueueUrl: ({ queueUrl }) => queueUrl,
    },
  },
  'AWS::SNS::Topic': {
    nameProperty: 'TopicName',
    ref: 'Arn',
    attributes: {
      Arn: arn('sns', ({ name }) => name),
      TopicArn: arn('sns', ({ name }) => name),
      TopicName: ({ name }) => name,
    },
  },
  'AWS::S3::Bucket': {
    nameProperty: 'BucketName',
    derive: (name) => name.toLowerCase(),
    attributes: {
      Arn: ({ name }) => `arn:aws:s3:::${name}`,
      DomainName: ({ name }) => `${name}.s3.amazonaws.com`,
      RegionalDomainName: ({ name, region }) => `${name}.s3.${region}.amazonaws.com`,
    },
  },
  'AWS::KMS::Key': {
    derive: uuidOf,
    attributes: { Arn: arn('kms', ({ name }) => `key/${name}`), KeyId: ({ name }) => name },
  },
  'AWS::Cognito::UserPool': {
    derive: (name) => `local_${hash(name).slice(0, 9)}`,
    attributes: { Arn: arn('cognito-idp', ({ name }) => `userpool/${name}`), UserPoolId: ({ name }) => name },
  },
  'AWS::Cognito::UserPoolClient': {
    derive: (name) => hash(name).slice(0, 26),
    attributes: { ClientId: ({ name }) => name },
  },
  'AWS::Cognito::UserPoolDomain': { nameProperty: 'Domain', attributes: {} },
  'AWS::Scheduler::Schedule': {
    nameProperty: 'Name',
    attributes: { Arn: arn('scheduler', ({ group, name }) => `schedule/${group}/${name}`) },
  },
  'AWS::Scheduler::ScheduleGroup': {
    nameProperty: 'Name',
    attributes: { Arn: arn('scheduler', ({ name }) => `schedule-group/${name}`) },
  },
  'AWS::SES::ConfigurationSet': { nameProperty: 'Name', attributes: {} },
  'AWS::SES::ReceiptRuleSet': { nameProperty: 'RuleSetName', attributes: {} },
  'AWS::SES::ReceiptRule': { nameProperty: 'Rule.Name', attributes: {} },
  'AWS::ApiGateway::RestApi': {
    derive: (name) => hash(name).slice(0, 10),
    attributes: { RestApiId: ({ name }) => name, RootResourceId: () => 'root' },
  },
  'AWS::ApiGateway::Deployment': { attributes: { DeploymentId: ({ name }) => name } },
  'AWS::ApiGateway::Stage': { nameProperty: 'StageName', attributes: {} },
  'AWS::Logs::LogGroup': {
    nameProperty: 'LogGroupName',
    attributes: { Arn: arn('logs', ({ name }) => `log-group:${name}:*`) },
  },
  'AWS::CloudWatch::Alarm': {
    nameProperty: 'AlarmName',
    attributes: { Arn: arn('cloudwatch', ({ name }) => `alarm:${name}`) },
  },
};
