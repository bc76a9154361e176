import type { IncomingMessage } from 'node:http';
import type { AccountState } from './account-state';

/** A parsed call. `operation` is, for example, `sts:GetCallerIdentity` or `apigateway:GET /account`. */
export interface AwsCall {
  operation: string;
  region: string;
  request: IncomingMessage;
  body: Buffer;
  /** The parameters of a call in the query protocol. */
  form: URLSearchParams;
  /** The parameters of a call in the JSON protocol. */
  json: Record<string, unknown>;
  refuse: (code: string, message: string, status?: number) => AwsResponse;
}

export interface AwsResponse {
  status?: number;
  headers?: Record<string, string>;
  body: string;
}

type OperationHandler = (
  state: AccountState,
  call: AwsCall,
  forwardToRuntime: () => Promise<AwsResponse>,
) => AwsResponse | Promise<AwsResponse>;

/** The stack Tracking is in us-east-1, and all others are in the Region of the call. */
function findStack({ stacks }: AccountState, { form, region }: AwsCall) {
  const name = form.get('StackName') ?? '';
  return name.endsWith('-Tracking') && region !== 'us-east-1' ? undefined : stacks[name];
}

/** Operations that the local runtime does not implement, or whose responses a test changes. */
export const operationHandlers: Record<string, OperationHandler> = {
  'sts:GetCallerIdentity': ({ refusal }, { refuse }) =>
    refusal
      ? refuse(refusal.code, refusal.message, 403)
      : xmlResponse('GetCallerIdentity', {
          Arn: 'arn:aws:iam::000000000000:user/robin',
          UserId: 'AIDAROBIN',
          Account: '000000000000',
        }),

  'cloudformation:DescribeStacks': (state, call) => {
    const { form, refuse } = call;
    const name = form.get('StackName') ?? '';
    const stack = findStack(state, call);
    if (!stack) return refuse('ValidationError', `Stack with id ${name} does not exist`);
    return xmlResponse('DescribeStacks', {
      Stacks: memberList([
        {
          StackName: name,
          CreationTime: '2026-11-01T00:00:00Z',
          StackStatus: stack.status,
          ...(stack.reason && { StackStatusReason: stack.reason }),
          DriftInformation: { StackDriftStatus: stack.drift },
          Outputs: memberList(
            Object.entries(stack.outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })),
          ),
        },
      ]),
    });
  },

  'cloudformation:GetTemplate': (state, call) => {
    const stack = findStack(state, call);
    return stack
      ? xmlResponse('GetTemplate', { TemplateBody: JSON.stringify(stack.template) })
      : call.refuse('ValidationError', 'Stack does not exist');
  },

  /** Returns one resource per page, so that the tests fail if a caller ignores `NextToken`. */
  'cloudformation:ListStackResources': (state, call) => {
    const { form } = call;
    const resources = findStack(state, call)?.resources ?? [];
    const index = Number(form.get('NextToken') ?? 0);
    const { type, logicalId, physicalId } = resources[index] ?? {};
    return xmlResponse('ListStackResources', {
      StackResourceSummaries: memberList(
        resources.slice(index, index + 1).map(() => ({
          ResourceType: type ?? '',
          LogicalResourceId: logicalId ?? '',
          PhysicalResourceId: physicalId ?? '',
          LastUpdatedTimestamp: '2026-11-01T00:00:00Z',
          ResourceStatus: 'CREATE_COMPLETE',
        })),
      ),
      ...(index + 1 < resources.length && { NextToken: String(index + 1) }),
    });
  },

  'acm:DescribeCertificate': ({ certificateHosts }, { json }) =>
    jsonResponse({
      Certificate: {
        CertificateArn: json['CertificateArn'],
        DomainValidationOptions: Object.entries(certificateHosts).map(([DomainName, ValidationStatus]) => ({
          DomainName,
          ValidationStatus,
          ResourceRecord: {
            Name: `_1a2b.${DomainName}.`,
            Type: 'CNAME',
            Value: '_3c4d.acm-validations.aws.',
          },
        })),
      },
    }),

  'ec2:DescribeAvailabilityZones': ({ zones, localZones }, { form }) => {
    const excludesLocalZones =
      form.get('Filter.1.Name') === 'zone-type' && form.get('Filter.1.Value.1') === 'availability-zone';
    const listed = Object.entries({ ...zones, ...(excludesLocalZones ? {} : localZones) });
    return {
      headers: { 'content-type': 'text/xml' },
      body: renderXml({
        DescribeAvailabilityZonesResponse: {
          availabilityZoneInfo: { item: listed.map(([zoneName, zoneId]) => ({ zoneName, zoneId })) },
        },
      }),
    };
  },

  'ssm:GetParameter': ({ bootstrapVersion, unbootstrappedRegions }, { json, region, refuse }) =>
    bootstrapVersion === undefined ||
    unbootstrappedRegions.includes(region) ||
    json['Name'] !== '/cdk-bootstrap/hnb659fds/version'
      ? refuse('ParameterNotFound', '')
      : jsonResponse({ Parameter: { Name: json['Name'], Type: 'String', Value: bootstrapVersion } }),

  'apigateway:GET /account': ({ logRole }) =>
    jsonResponse({ cloudwatchRoleArn: logRole, throttleSettings: { burstLimit: 5_000, rateLimit: 10_000 } }),

  'lambda:GET /2016-08-19/account-settings': ({ concurrentExecutions }) =>
    jsonResponse({
      AccountLimit: {
        ConcurrentExecutions: concurrentExecutions,
        UnreservedConcurrentExecutions: concurrentExecutions,
      },
      AccountUsage: { FunctionCount: 90 },
    }),

  'lambda:POST /2015-03-31/functions/carrier-nest-local-administer/invocations': async (
    { isOperatorBroken, domainCopies },
    { body },
    forwardToRuntime,
  ) => {
    if (isOperatorBroken)
      return {
        headers: { 'content-type': 'application/json', 'x-amz-function-error': 'Unhandled' },
        body: '{"errorType":"Runtime.ExitError"}',
      };
    const response = await forwardToRuntime();
    const { action } = JSON.parse(body.toString()) as { action: string };
    return action === 'listDomains' ? repeatDomains(response, domainCopies) : response;
  },

  'ses:GET /v2/email/account': async ({ sesAccount }, _call, forwardToRuntime) => {
    const response = await forwardToRuntime();
    return { ...response, body: JSON.stringify({ ...(JSON.parse(response.body) as object), ...sesAccount }) };
  },

  'ses:DescribeActiveReceiptRuleSet': ({ ruleSet }) =>
    xmlResponse('DescribeActiveReceiptRuleSet', {
      ...(ruleSet && {
        Metadata: { Name: ruleSet.name, CreatedTimestamp: '2026-11-01T00:00:00Z' },
        Rules: memberList(
          ruleSet.rules.map(({ name, enabled, stopsProcessing, recipients = [] }) => ({
            Name: name,
            Enabled: String(enabled),
            Recipients: memberList(recipients),
            ...(stopsProcessing && { Actions: memberList([{ StopAction: { Scope: 'RuleSet' } }]) }),
          })),
        ),
      }),
    }),

  'sns:ListSubscriptionsByTopic': ({ subscriptions }, { form }) =>
    xmlResponse('ListSubscriptionsByTopic', {
      Subscriptions: memberList(
        subscriptions.map(({ arn, endpoint }) => ({
          TopicArn: form.get('TopicArn') ?? '',
          Protocol: 'email',
          SubscriptionArn: arn,
          Owner: '000000000000',
          Endpoint: endpoint,
        })),
      ),
    }),

  'monitoring:DescribeAlarms': ({ alarmsInAlarm }, { json }) =>
    jsonResponse({
      MetricAlarms: alarmsInAlarm
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
    return jsonResponse({
      MetricDataResults: [{ Id: query.Id, Timestamps, Values, StatusCode: 'Complete' }],
    });
  },
};

function repeatDomains(response: AwsResponse, copies: number): AwsResponse {
  const { result, ...outcome } = JSON.parse(response.body) as { result: { data: object[] } };
  const data = Array.from({ length: copies }, () => result.data).flat();
  return { ...response, body: JSON.stringify({ ...outcome, result: { ...result, data } }) };
}

const jsonResponse = (body: object): AwsResponse => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

type XmlNode = string | XmlNode[] | { [name: string]: XmlNode };

const memberList = (list: XmlNode[]): XmlNode => ({ member: list });

const xmlResponse = (operation: string, result: XmlNode): AwsResponse => ({
  headers: { 'content-type': 'text/xml' },
  body: renderXml({
    [`${operation}Response`]: { [`${operation}Result`]: result, ResponseMetadata: { RequestId: '1' } },
  }),
});

function renderXml(node: XmlNode): string {
  if (typeof node === 'string') return node.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  if (Array.isArray(node)) return node.map(renderXml).join('');
  return Object.entries(node)
    .map(([name, value]) =>
      [value]
        .flat()
        .map((item) => `<${name}>${renderXml(item)}</${name}>`)
        .join(''),
    )
    .join('');
}
