/** What the synthesized templates say, with every intrinsic resolved. The runtime runs nothing else. */
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
  /** Folder of the asset. */
  codeDir: string;
  /** `index.handler` */
  handler: string;
  environment: Record<string, string>;
  timeoutMs: number;
  memoryMb: number;
  roleArn: string;
}

/** Who may invoke a function without a role: `apigateway.amazonaws.com`. */
export interface PermissionSpec {
  functionName: string;
  action: string;
  principal: string;
  /** With `*`; undefined allows every source. */
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

/** What has a policy of its own: who may use it beside the roles that are allowed to by theirs. */
export interface ProtectedResource {
  arn: string;
  policy?: PolicyDocument | undefined;
  /** The key that encrypts its messages. */
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
  /** The queue of what cannot be delivered. */
  deadLetterArn?: string | undefined;
}

export interface BucketSpec {
  name: string;
  arn: string;
  /** From the lifecycle rules: objects under the prefix are gone after so many days. */
  expirations: { prefix: string; days: number }[];
}

export interface KeySpec extends ProtectedResource {
  id: string;
  /** Who may use the key. CDK leaves that to the policies of the account's roles. */
  policy: PolicyDocument;
}

export interface UserPoolSpec {
  id: string;
  arn: string;
  /** What its tokens name. */
  issuer: string;
  clients: UserPoolClientSpec[];
}

/** An application that people sign in to. */
export interface UserPoolClientSpec {
  id: string;
  /** Where it may be led back to, to the letter. */
  callbackUrls: string[];
  logoutUrls: string[];
  scopes: string[];
}

export interface AlarmSpec {
  name: string;
  arn: string;
  /** The topics that hear of it. */
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
  /** `arn:aws:execute-api:…:id`, the start of what permissions name. */
  arn: string;
  stageName: string;
  body: Record<string, unknown>;
  /** Gateway responses by type, as the template declares them. */
  gatewayResponses: Record<string, GatewayResponseSpec>;
}

export interface GatewayResponseSpec {
  status: string | undefined;
  template: string | undefined;
  headers: Record<string, string>;
}
