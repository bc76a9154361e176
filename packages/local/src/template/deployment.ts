/**
 * The resources of the synthesized templates, with all intrinsic functions resolved. The runtime runs only these
 * resources.
 */
export interface Deployment {
  region: string;
  accountId: string;
  functions: FunctionSpec[];
  permissions: PermissionSpec[];
  roles: RoleSpec[];
  tables: TableSpec[];
  queues: QueueSpec[];
  topics: TopicSpec[];
  subscriptions: SubscriptionSpec[];
  buckets: BucketSpec[];
  keys: KeySpec[];
  userPools: UserPoolSpec[];
  alarms: AlarmSpec[];
  schedules: ScheduleSpec[];
  scheduleGroups: string[];
  mappings: EventSourceMapping[];
  receiptRules: ReceiptRuleSpec[];
  configurationSets: string[];
  /** The container of the preset `full`. */
  ingress: IngressSpec;
  /** The REST API's body, an OpenAPI document with `x-amazon-apigateway-integration` for each operation. */
  api: ApiSpec;
}

export interface IngressSpec {
  environment: Record<string, string>;
  roleArn: string;
}

export interface FunctionSpec {
  name: string;
  arn: string;
  /** The folder of the asset. */
  codeDir: string;
  /** `index.handler` */
  handler: string;
  environment: Record<string, string>;
  timeoutMs: number;
  memoryMb: number;
  roleArn: string;
}

/** Allows a service such as `apigateway.amazonaws.com` to invoke a function. */
export interface PermissionSpec {
  functionName: string;
  action: string;
  principal: string;
  /** May contain `*`. If undefined, every source is allowed. */
  sourceArn: string | undefined;
}

export interface RoleSpec {
  arn: string;
  policies: { name: string; document: PolicyDocument }[];
}

export interface PolicyDocument {
  Version: string;
  Statement: Record<string, unknown>[];
}

export interface TableSpec {
  name: string;
  arn: string;
  /** The input of CreateTable: key schema, attributes, indexes. */
  create: Record<string, unknown>;
}

/** A resource with a resource policy, which can allow access in addition to the policies of roles. */
export interface ProtectedResource {
  arn: string;
  policy?: PolicyDocument | undefined;
  /** The KMS key that encrypts the messages. */
  keyArn?: string | undefined;
}

export interface QueueSpec extends ProtectedResource {
  name: string;
  url: string;
  visibilityTimeoutMs: number;
  delayMs: number;
  retentionMs: number;
  redrive?: { deadLetterArn: string; receivesMax: number };
}

export interface TopicSpec extends ProtectedResource {
  name: string;
}

export interface SubscriptionSpec {
  topicArn: string;
  protocol: string;
  /** The queue's ARN. */
  endpoint: string;
  rawMessageDelivery: boolean;
  /** The dead-letter queue for messages that cannot be delivered. */
  deadLetterArn?: string | undefined;
}

export interface BucketSpec {
  name: string;
  arn: string;
  /** The expirations of the lifecycle rules. Objects with the prefix expire after this number of days. */
  expirations: { prefix: string; days: number }[];
}

export interface KeySpec extends ProtectedResource {
  id: string;
  /** The key policy. CDK's default delegates access to the policies of roles in the account. */
  policy: PolicyDocument;
}

export interface UserPoolSpec {
  id: string;
  arn: string;
  /** The `iss` claim of the tokens. */
  issuer: string;
  clients: UserPoolClientSpec[];
}

/** An application that users sign in to. */
export interface UserPoolClientSpec {
  id: string;
  /** The allowed redirect URLs, which must match exactly. */
  callbackUrls: string[];
  logoutUrls: string[];
  scopes: string[];
}

export interface AlarmSpec {
  name: string;
  arn: string;
  /** The topics that the alarm notifies. */
  actionArns: string[];
}

export interface ScheduleSpec {
  name: string;
  groupName: string;
  /** `rate(1 minute)`, `cron(…)` or `at(…)`. */
  expression: string;
  targetArn: string;
  roleArn: string;
  input: string | undefined;
  enabled: boolean;
}

export interface EventSourceMapping {
  queueArn: string;
  functionName: string;
  batchSize: number;
  batchWindowMs: number;
  reportsItemFailures: boolean;
  concurrencyMax: number | undefined;
  /** Whether Lambda lets the function be part of a recursive loop. */
  allowsRecursion: boolean;
}

export interface ReceiptRuleSpec {
  name: string;
  arn: string;
  /** Domains or addresses; empty means every recipient of the account's verified domains. */
  recipients: string[];
  s3: { bucketName: string; prefix: string; topicArn: string | undefined };
}

export interface ApiSpec {
  id: string;
  /** `arn:aws:execute-api:…:id`, the prefix of the source ARNs in permissions. */
  arn: string;
  stageName: string;
  body: Record<string, unknown>;
  /** The gateway responses that the template declares, by type. */
  gatewayResponses: Record<string, GatewayResponseSpec>;
}

export interface GatewayResponseSpec {
  status: string | undefined;
  template: string | undefined;
  headers: Record<string, string>;
}
