import type { IncomingMessage } from 'node:http';
import type { AccountState } from './account-state';

/** A call, understood: `sts:GetCallerIdentity`, `apigateway:GET /account`. */
export interface Asked {
  operation: string;
  request: IncomingMessage;
  body: Buffer;
  /** Of the query protocol. */
  form: URLSearchParams;
  /** Of the JSON protocol. */
  json: Record<string, unknown>;
  refuse: (code: string, message: string, status?: number) => Answer;
}

export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body: string;
}

type Operation = (
  state: AccountState,
  asked: Asked,
  ofRuntime: () => Promise<Answer>,
) => Answer | Promise<Answer>;

/** What the local runtime does not have, or says otherwise. */
export const operations: Record<string, Operation> = {
  'sts:GetCallerIdentity': ({ refusal }, { refuse }) =>
    refusal
      ? refuse(refusal.code, refusal.message, 403)
      : xml('GetCallerIdentity', {
          Arn: 'arn:aws:iam::000000000000:user/robin',
          UserId: 'AIDAROBIN',
          Account: '000000000000',
        }),

  'cloudformation:DescribeStacks': ({ stacks }, { form, refuse }) => {
    const name = form.get('StackName') ?? '';
    const stack = stacks[name];
    if (!stack) return refuse('ValidationError', `Stack with id ${name} does not exist`);
    return xml('DescribeStacks', {
      Stacks: members([
        {
          StackName: name,
          CreationTime: '2026-11-01T00:00:00Z',
          StackStatus: stack.status,
          ...(stack.reason && { StackStatusReason: stack.reason }),
          DriftInformation: { StackDriftStatus: stack.drift },
          Outputs: members(
            Object.entries(stack.outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })),
          ),
        },
      ]),
    });
  },

  /** A page of one each: whoever does not ask on does not find the second. */
  'cloudformation:ListStackResources': ({ stacks }, { form }) => {
    const resources = stacks[form.get('StackName') ?? '']?.resources ?? [];
    const at = Number(form.get('NextToken') ?? 0);
    const { type, logicalId, physicalId } = resources[at] ?? {};
    return xml('ListStackResources', {
      StackResourceSummaries: members(
        resources.slice(at, at + 1).map(() => ({
          ResourceType: type ?? '',
          LogicalResourceId: logicalId ?? '',
          PhysicalResourceId: physicalId ?? '',
          LastUpdatedTimestamp: '2026-11-01T00:00:00Z',
          ResourceStatus: 'CREATE_COMPLETE',
        })),
      ),
      ...(at + 1 < resources.length && { NextToken: String(at + 1) }),
    });
  },

  'ssm:GetParameter': ({ bootstrapVersion }, { json, refuse }) =>
    bootstrapVersion === undefined || json['Name'] !== '/cdk-bootstrap/hnb659fds/version'
      ? refuse('ParameterNotFound', '')
      : jsonAnswer({ Parameter: { Name: json['Name'], Type: 'String', Value: bootstrapVersion } }),

  'apigateway:GET /account': ({ logRole }) =>
    jsonAnswer({ cloudwatchRoleArn: logRole, throttleSettings: { burstLimit: 5_000, rateLimit: 10_000 } }),

  'lambda:GET /2016-08-19/account-settings': ({ executions }) =>
    jsonAnswer({
      AccountLimit: { ConcurrentExecutions: executions, UnreservedConcurrentExecutions: executions },
      AccountUsage: { FunctionCount: 90 },
    }),

  'lambda:POST /2015-03-31/functions/carrier-nest-local-administer/invocations': async (
    { isOperatorBroken },
    _asked,
    ofRuntime,
  ) =>
    isOperatorBroken
      ? {
          headers: { 'content-type': 'application/json', 'x-amz-function-error': 'Unhandled' },
          body: '{"errorType":"Runtime.ExitError"}',
        }
      : ofRuntime(),

  'ses:GET /v2/email/account': async ({ sesAccount }, _asked, ofRuntime) => {
    const answer = await ofRuntime();
    return { ...answer, body: JSON.stringify({ ...(JSON.parse(answer.body) as object), ...sesAccount }) };
  },

  'ses:DescribeActiveReceiptRuleSet': ({ ruleSet }) =>
    xml('DescribeActiveReceiptRuleSet', {
      ...(ruleSet && {
        Metadata: { Name: ruleSet.name, CreatedTimestamp: '2026-11-01T00:00:00Z' },
        Rules: members(
          ruleSet.rules.map(({ name, enabled, stops }) => ({
            Name: name,
            Enabled: String(enabled),
            ...(stops && { Actions: members([{ StopAction: { Scope: 'RuleSet' } }]) }),
          })),
        ),
      }),
    }),

  'sns:ListSubscriptionsByTopic': ({ subscriptions }, { form }) =>
    xml('ListSubscriptionsByTopic', {
      Subscriptions: members(
        subscriptions.map(({ arn, endpoint }) => ({
          TopicArn: form.get('TopicArn') ?? '',
          Protocol: 'email',
          SubscriptionArn: arn,
          Owner: '000000000000',
          Endpoint: endpoint,
        })),
      ),
    }),

  'monitoring:DescribeAlarms': ({ ringing }, { json }) =>
    jsonAnswer({
      MetricAlarms: ringing
        .filter(({ name }) => name.startsWith(String(json['AlarmNamePrefix'])))
        .map(({ name, description, reason }) => ({
          AlarmName: name,
          AlarmDescription: description,
          StateReason: reason,
          StateValue: json['StateValue'],
        })),
    }),

  'monitoring:GetMetricData': ({ metrics }, { json }) => {
    const [query] = json['MetricDataQueries'] as [
      { Id: string; MetricStat: { Metric: { MetricName: string } } },
    ];
    const value = metrics[query.MetricStat.Metric.MetricName];
    const Values = value === undefined ? [] : [value];
    const Timestamps = Values.map(() => Math.floor(Date.now() / 1_000));
    return jsonAnswer({ MetricDataResults: [{ Id: query.Id, Timestamps, Values, StatusCode: 'Complete' }] });
  },
};

const jsonAnswer = (body: object): Answer => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

type Node = string | Node[] | { [name: string]: Node };

const members = (list: Node[]): Node => ({ member: list });

const xml = (operation: string, result: Node): Answer => ({
  headers: { 'content-type': 'text/xml' },
  body: elements({
    [`${operation}Response`]: { [`${operation}Result`]: result, ResponseMetadata: { RequestId: '1' } },
  }),
});

function elements(node: Node): string {
  if (typeof node === 'string') return node.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  if (Array.isArray(node)) return node.map(elements).join('');
  return Object.entries(node)
    .map(([name, value]) =>
      [value]
        .flat()
        .map((one) => `<${name}>${elements(one)}</${name}>`)
        .join(''),
    )
    .join('');
}
