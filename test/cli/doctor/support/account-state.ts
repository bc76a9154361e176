import type { Behind } from './account';

interface StackState {
  status: string;
  reason?: string;
  drift: string;
  outputs: Record<string, string>;
  resources: { type: string; logicalId: string; physicalId: string }[];
}

interface RuleState {
  name: string;
  enabled: boolean;
  stops?: boolean;
}

/** What a test arranges. */
export interface AccountState {
  /** Operations that get no answer. */
  silent: string[];
  /** Operations that the caller may not use. */
  denied: string[];
  /** The clock of who asks is so far ahead of AWS's. */
  callerIsAheadMs: number;
  /** The code and the words with which AWS refuses the credentials. */
  refusal?: { code: string; message: string };
  /** In place of what the runtime says. */
  sesAccount: Record<string, unknown>;
  /** The function of the operator fails. */
  isOperatorBroken?: true;
  logRole: string | undefined;
  executions: number;
  bootstrapVersion: string | undefined;
  ruleSet: { name: string; rules: RuleState[] } | undefined;
  stacks: Record<string, StackState>;
  /** Of the topic of alarms: an ARN, or what SNS says instead. */
  subscriptions: { arn: string; endpoint: string }[];
  ringing: { name: string; description: string; reason: string }[];
  metrics: Record<string, number>;
}

/** Nothing to complain of: the stage that the runtime runs, in an account of its own. */
export const healthy = async (runtime: Behind, origin: string): Promise<AccountState> => ({
  silent: [],
  denied: [],
  callerIsAheadMs: 0,
  sesAccount: { PricingAttributes: { CurrentPlan: 'NONE' } },
  logRole: 'arn:aws:iam::000000000000:role/apigateway-logs',
  executions: 1_000,
  bootstrapVersion: '30',
  ruleSet: { name: 'carrier-nest-local', rules: [{ name: 'carrier-nest-local', enabled: true }] },
  stacks: await stacksOf(runtime, origin),
  subscriptions: [
    { arn: `${alarmTopic}:11111111-2222-3333-4444-555555555555`, endpoint: 'ops@acme.example' },
  ],
  ringing: [],
  metrics: { 'Reputation.BounceRate': 0.004, 'Reputation.ComplaintRate': 0.0001 },
});

export const alarmTopic = 'arn:aws:sns:us-east-1:000000000000:CarrierNest-local-Operations-Alarms';

async function stacksOf(runtime: Behind, origin: string): Promise<AccountState['stacks']> {
  const parts = ['Data', 'Mail', 'Time', 'Webhooks', 'Api', 'Workers', 'Operations'];
  const stacks = Object.fromEntries(parts.map((part) => [`CarrierNest-local-${part}`, aStack()]));
  stacks['CarrierNest-local-Api'] = aStack({ outputs: { ApiEndpoint4F160690: `${runtime.api}/` } });
  const topic = { type: 'AWS::SNS::Topic', logicalId: 'Alarms12345678', physicalId: alarmTopic };
  stacks['CarrierNest-local-Operations'] = aStack({ resources: [topic] });
  for (const url of await queuesOf(runtime)) {
    const [, part = '', logicalId = ''] = /CarrierNest-local-(\w+)-(\w+)$/.exec(url) ?? [];
    const physicalId = url.replace(runtime.aws.endpoint, origin);
    stacks[`CarrierNest-local-${part}`]?.resources.push({ type: 'AWS::SQS::Queue', logicalId, physicalId });
  }
  return stacks;
}

const aStack = (overrides: Partial<StackState> = {}): StackState => ({
  status: 'UPDATE_COMPLETE',
  drift: 'IN_SYNC',
  outputs: {},
  resources: [],
  ...overrides,
});

const queuesOf = async (runtime: Behind): Promise<string[]> =>
  ((await tellSqs(runtime, 'ListQueues', {})) as { QueueUrls: string[] }).QueueUrls;

/** Asks the queues of the runtime for something. */
export async function tellSqs({ aws }: Behind, operation: string, input: object): Promise<unknown> {
  const credential = `${aws.access_key_id}/20260101/us-east-1/sqs/aws4_request`;
  const answer = await fetch(aws.endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `AmazonSQS.${operation}`,
      authorization: `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=host, Signature=0`,
    },
    body: JSON.stringify(input),
  });
  if (!answer.ok) throw new Error(`${operation}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}
