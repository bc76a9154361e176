import type { Outcome } from '../../../../packages/cli/src/doctor/check';
import { aDomain, anEmail, aWorkspace } from '../../../support/factories';
import type { Service } from '../../../support/service';
import { configurationSetName } from '../../../../shared/domain/platform/domains/configuration-set-name';
import { callSqs } from '../../../support/call-runtime';
import {
  alarmTopic,
  buildStack,
  callSes,
  findEventsTopic,
  trackingCertificate,
  type AccountState,
} from './account-state';
import { findDomain, publishRecords } from './dns-records';

/** A problem that a test arranges, and the finding that the doctor must report for it. */
export interface Fault {
  what: string;
  /** The check that must find the fault. No other check may find it. */
  id: string;
  outcome: Outcome;
  evidence: string | RegExp;
  fix: string | RegExp;
  /** Changes the fake account. */
  account?: (state: AccountState) => void;
  /** Changes the local runtime and returns a function that undoes the change. */
  runtime?: (service: Service) => Promise<() => Promise<unknown>>;
  settings?: Record<string, unknown>;
  /** Set if the fault makes the doctor skip checks, or needs options that affect the whole run. */
  mustRunAlone?: true;
  args?: string[];
  environment?: Record<string, string>;
}

const accountFaults: Fault[] = [
  {
    what: 'AWS refuses the credentials',
    mustRunAlone: true,
    id: 'account.credentials',
    outcome: 'fail',
    evidence: 'sts:GetCallerIdentity: InvalidClientTokenId',
    fix: 'AWS_SECRET_ACCESS_KEY',
    account: (state) => {
      state.refusal = { code: 'InvalidClientTokenId', message: 'The security token is invalid.' };
    },
  },
  {
    what: 'the local clock is four minutes ahead',
    id: 'local.clock',
    outcome: 'warn',
    evidence: /2[45]\d s ahead of AWS/,
    fix: 'timedatectl set-ntp true',
    account: (state) => {
      state.clockSkewMs = 240_000;
    },
  },
  {
    what: 'the local clock is ten minutes behind',
    id: 'local.clock',
    outcome: 'fail',
    evidence: /(58|59|60)\d s behind AWS/,
    fix: 'timedatectl set-ntp true',
    account: (state) => {
      state.clockSkewMs = -600_000;
    },
  },
  {
    what: 'SES receives no mail in the Region',
    mustRunAlone: true,
    id: 'account.region',
    outcome: 'fail',
    evidence: 'lib/parts/receiving-regions.ts does not list eu-north-1',
    fix: '"inbound": false',
    args: ['--region', 'eu-north-1'],
  },
  {
    what: 'the Region has no SES',
    mustRunAlone: true,
    id: 'account.region',
    outcome: 'fail',
    evidence: 'ses:GetAccount in us-east-1: ENOTFOUND',
    fix: 'https://docs.aws.amazon.com/general/latest/gr/ses.html',
    environment: { AWS_ENDPOINT_URL_SESV2: 'http://email.nowhere.invalid' },
  },
  {
    what: 'sending is turned off',
    id: 'ses.sending',
    outcome: 'fail',
    evidence: 'ses:GetAccount in us-east-1: SendingEnabled false',
    fix: 'aws sesv2 put-account-sending-attributes --sending-enabled --region us-east-1',
    account: (state) => {
      state.sesAccount['SendingEnabled'] = false;
    },
  },
  {
    what: 'AWS has paused the account',
    id: 'ses.sending',
    outcome: 'fail',
    evidence: 'EnforcementStatus SHUTDOWN',
    fix: 'https://console.aws.amazon.com/support/home',
    account: (state) => {
      state.sesAccount['EnforcementStatus'] = 'SHUTDOWN';
    },
  },
  {
    what: 'the account is under review by AWS',
    id: 'ses.sending',
    outcome: 'warn',
    evidence: 'EnforcementStatus PROBATION',
    fix: 'docs/runbook.md#reputation',
    account: (state) => {
      state.sesAccount['EnforcementStatus'] = 'PROBATION';
    },
  },
  {
    what: 'the account is in the sandbox',
    id: 'ses.sandbox',
    outcome: 'fail',
    evidence: 'ProductionAccessEnabled false',
    fix: /^Run this command with the address of your website, .*: aws sesv2 put-account-details --production-access-enabled/,
    account: (state) => {
      state.sesAccount['ProductionAccessEnabled'] = false;
    },
  },
  {
    what: 'the daily quota is nearly used up',
    id: 'ses.quota',
    outcome: 'warn',
    evidence: '45000 of 50000 recipients in 24 hours',
    fix: 'https://us-east-1.console.aws.amazon.com/servicequotas/home/services/ses/quotas',
    account: (state) => {
      state.sesAccount['SendQuota'] = { Max24HourSend: 50_000, MaxSendRate: 14, SentLast24Hours: 45_000 };
    },
  },
  {
    what: 'the account has a pricing plan',
    id: 'ses.plan',
    outcome: 'warn',
    evidence: 'the pricing plan is ESSENTIALS',
    fix: 'aws sesv2 put-account-pricing-attributes --plan NONE',
    account: (state) => {
      state.sesAccount['PricingAttributes'] = { CurrentPlan: 'ESSENTIALS' };
    },
  },
  {
    what: 'API Gateway has no role for access logs',
    id: 'api.log-role',
    outcome: 'fail',
    evidence: 'apigateway:GET /account in us-east-1: cloudwatchRoleArn none',
    fix: /^Run these commands:\naws iam create-role --role-name \S+ .+\naws iam attach-role-policy .+\naws apigateway update-account --patch-operations "op=replace,path=\/cloudwatchRoleArn,value=\$\(aws iam get-role .+\)" --region us-east-1$/,
    account: (state) => {
      state.logRole = undefined;
    },
  },
  {
    what: 'API Gateway has no role for access logs, and the settings create none',
    mustRunAlone: true,
    id: 'api.log-role',
    outcome: 'fail',
    evidence: 'cloudwatchRoleArn none',
    fix: /^Remove "apiGatewayLogRole": false from \S+settings.json, or run these commands:\naws iam create-role /,
    settings: { apiGatewayLogRole: false },
    account: (state) => {
      state.logRole = undefined;
    },
  },
  {
    what: 'the deployment would replace the role of other APIs for access logs',
    id: 'api.log-role',
    outcome: 'warn',
    evidence: 'cloudwatchRoleArn arn:aws:iam::000000000000:role/apigateway-logs',
    fix: 'Set "apiGatewayLogRole": false',
    account: (state) => {
      state.logRole = 'arn:aws:iam::000000000000:role/apigateway-logs';
    },
  },
  {
    what: 'the account has fewer concurrent executions than the settings say',
    id: 'lambda.concurrency',
    outcome: 'fail',
    evidence: 'lambda:GetAccountSettings in us-east-1: UnreservedConcurrentExecutions 100',
    fix: 'Set "executions" to up to 100, less what other functions need, and run npm run deploy',
    account: (state) => {
      state.concurrentExecutions = 100;
    },
  },
  {
    what: 'the account has only ten concurrent executions',
    id: 'lambda.concurrency',
    outcome: 'warn',
    evidence: 'UnreservedConcurrentExecutions 10',
    fix: 'aws service-quotas request-service-quota-increase --service-code lambda',
    settings: { executions: 10 },
    account: (state) => {
      state.concurrentExecutions = 10;
    },
  },
  {
    what: 'the settings use only ten of 1,000 concurrent executions',
    id: 'lambda.concurrency',
    outcome: 'warn',
    evidence: 'UnreservedConcurrentExecutions 1000',
    fix: 'Set "executions" to up to 1000, less what other functions need, and run npm run deploy',
    settings: { executions: 10 },
  },
  {
    what: 'the account is not bootstrapped for the CDK',
    id: 'cdk.bootstrap',
    outcome: 'fail',
    evidence: 'ssm:GetParameter /cdk-bootstrap/hnb659fds/version in us-east-1: ParameterNotFound',
    fix: 'npx cdk bootstrap',
    account: (state) => {
      state.bootstrapVersion = undefined;
    },
  },
  {
    what: 'us-east-1 is not bootstrapped, and the settings require a stack there',
    mustRunAlone: true,
    id: 'cdk.bootstrap',
    outcome: 'fail',
    evidence: 'ssm:GetParameter /cdk-bootstrap/hnb659fds/version in us-east-1: ParameterNotFound',
    fix: /^npx cdk bootstrap aws:\/\/000000000000\/us-east-1$/,
    settings: { trackingHosts: ['link.news.acme.example'] },
    args: ['--region', 'eu-west-1'],
    account: (state) => {
      state.stacks['CarrierNest-local-Tracking'] = buildStack();
      state.unbootstrappedRegions = ['us-east-1'];
    },
  },
  {
    what: 'the bootstrap stack is too old for the CDK',
    id: 'cdk.bootstrap',
    outcome: 'fail',
    evidence: 'version in us-east-1: 4',
    fix: 'npx cdk bootstrap',
    account: (state) => {
      state.bootstrapVersion = '4';
    },
  },
];

function setVersion({ stacks }: AccountState, version: string | undefined): void {
  const outputs = stacks['CarrierNest-local-Api']?.outputs ?? {};
  delete outputs['Version'];
  if (version !== undefined) outputs['Version'] = version;
}

const stackFaults: Fault[] = [
  {
    what: 'a stack is missing',
    id: 'stacks.deployed',
    outcome: 'fail',
    evidence: 'CarrierNest-local-Webhooks does not exist',
    fix: 'npm run deploy',
    account: ({ stacks }) => {
      delete stacks['CarrierNest-local-Webhooks'];
    },
  },
  {
    what: 'the last deployment failed',
    id: 'stacks.status',
    outcome: 'fail',
    evidence: 'UPDATE_ROLLBACK_FAILED, no room',
    fix: 'aws cloudformation describe-stack-events --stack-name CarrierNest-local-Api',
    account: ({ stacks }) => {
      Object.assign(stacks['CarrierNest-local-Api'] ?? {}, {
        status: 'UPDATE_ROLLBACK_FAILED',
        reason: 'no room',
      });
    },
  },
  {
    what: 'the last deployment of the stack in us-east-1 failed',
    mustRunAlone: true,
    id: 'stacks.status',
    outcome: 'fail',
    evidence: 'cloudformation:DescribeStacks in us-east-1: CREATE_FAILED',
    fix: /^aws cloudformation describe-stack-events --stack-name CarrierNest-local-Tracking .* --region us-east-1 shows/,
    settings: { trackingHosts: ['link.news.acme.example'] },
    args: ['--region', 'eu-west-1'],
    account: ({ stacks }) => {
      stacks['CarrierNest-local-Tracking'] = buildStack({ status: 'CREATE_FAILED' });
    },
  },
  {
    what: 'the stack in us-east-1 is missing',
    mustRunAlone: true,
    id: 'stacks.deployed',
    outcome: 'fail',
    evidence: /: CarrierNest-local-Tracking does not exist in us-east-1$/,
    fix: 'Run npm run deploy',
    settings: { trackingHosts: ['link.news.acme.example'] },
    args: ['--region', 'eu-west-1'],
  },
  {
    what: 'the last deployment was rolled back',
    id: 'stacks.status',
    outcome: 'warn',
    evidence: 'UPDATE_ROLLBACK_COMPLETE',
    fix: 'docs/deploying.md#if-it-fails',
    account: ({ stacks }) => {
      Object.assign(stacks['CarrierNest-local-Api'] ?? {}, { status: 'UPDATE_ROLLBACK_COMPLETE' });
    },
  },
  {
    what: 'a stack has drifted',
    id: 'stacks.drift',
    outcome: 'warn',
    evidence: 'StackDriftStatus DRIFTED',
    fix: 'aws cloudformation describe-stack-resource-drifts --stack-name CarrierNest-local-Mail',
    account: ({ stacks }) => {
      Object.assign(stacks['CarrierNest-local-Mail'] ?? {}, { drift: 'DRIFTED' });
    },
  },
  {
    what: 'the deployment has no version, because it is older than the output',
    id: 'stacks.version',
    outcome: 'warn',
    evidence: 'output Version none',
    fix: 'npm run deploy',
    account: (state) => setVersion(state, undefined),
  },
  {
    what: 'the deployment is older than this checkout',
    id: 'stacks.version',
    outcome: 'warn',
    evidence: 'cloudformation:DescribeStacks in us-east-1: output Version 0.0.9',
    fix: 'npm run deploy',
    account: (state) => setVersion(state, '0.0.9'),
  },
  {
    what: 'the deployment is newer than this checkout',
    id: 'stacks.version',
    outcome: 'fail',
    evidence: 'output Version 99.10.0',
    fix: 'git fetch --tags, then check out version 99.10.0',
    account: (state) => setVersion(state, '99.10.0'),
  },
  {
    what: 'the API stack has no endpoint output',
    id: 'api.answers',
    outcome: 'fail',
    evidence: 'cloudformation:DescribeStacks in us-east-1',
    fix: 'npm run deploy',
    account: ({ stacks }) => {
      delete stacks['CarrierNest-local-Api']?.outputs['ApiEndpoint'];
    },
  },
  {
    what: 'another service responds at the API endpoint',
    id: 'api.answers',
    outcome: 'fail',
    evidence: /GET \S+\/elsewhere\/v1\/openapi.json: 401/,
    fix: 'docs/runbook.md#api-errors',
    account: ({ stacks }) => {
      const outputs = stacks['CarrierNest-local-Api']?.outputs ?? {};
      outputs['ApiEndpoint'] = `${outputs['ApiEndpoint'] ?? ''}elsewhere/`;
    },
  },
  {
    what: 'a container of the ingress would run in a zone without Fargate',
    mustRunAlone: true,
    id: 'edge.zones',
    outcome: 'fail',
    evidence: 'ec2:DescribeAvailabilityZones in us-east-1: us-east-1a is use1-az3, us-east-1b is use1-az6',
    fix: 'Set "availabilityZones": ["us-east-1b","us-east-1c"]',
    settings: { preset: 'full', vpcOriginSecurityGroup: 'sg-0123456789abcdef0' },
    account: (state) => {
      state.zones = { 'us-east-1a': 'use1-az3', 'us-east-1c': 'use1-az2', 'us-east-1b': 'use1-az6' };
    },
  },
  {
    what: 'the Region has one Availability Zone',
    mustRunAlone: true,
    id: 'edge.zones',
    outcome: 'fail',
    evidence: 'ec2:DescribeAvailabilityZones in us-east-1: EC2 lists 1 Availability Zone',
    fix: 'Choose another Region or the preset economy',
    settings: { preset: 'full', vpcOriginSecurityGroup: 'sg-0123456789abcdef0' },
    account: (state) => {
      state.zones = { 'us-east-1a': 'use1-az2' };
    },
  },
  {
    what: 'the settings name a zone that the account does not have',
    mustRunAlone: true,
    id: 'edge.zones',
    outcome: 'fail',
    evidence: 'us-east-1a is use1-az2, us-east-1f is unknown',
    fix: 'Set "availabilityZones": ["us-east-1a","us-east-1b"]',
    settings: {
      preset: 'full',
      vpcOriginSecurityGroup: 'sg-0123456789abcdef0',
      availabilityZones: ['us-east-1a', 'us-east-1f'],
    },
  },
  {
    what: 'the whole VPC reaches the load balancer after the first deployment',
    mustRunAlone: true,
    id: 'edge.security-group',
    outcome: 'warn',
    evidence: 'vpcOriginSecurityGroup in the settings: none',
    fix: 'aws ec2 describe-security-groups --filters Name=group-name,Values=CloudFront-VPCOrigins-Service-SG',
    settings: { preset: 'full' },
  },
  {
    what: 'ACM waits for the validation records of a tracking host',
    mustRunAlone: true,
    id: 'tracking.certificate',
    outcome: 'warn',
    evidence: 'acm:DescribeCertificate in us-east-1: 1 of 2 hosts validated',
    fix: '_1a2b.link.news.acme.example. CNAME _3c4d.acm-validations.aws.',
    settings: { trackingHosts: ['link.mail.acme.example', 'link.news.acme.example'] },
    account: (state) => {
      state.stacks['CarrierNest-local-Tracking'] = buildStack({ resources: [trackingCertificate] });
      state.certificateHosts = {
        'link.mail.acme.example': 'SUCCESS',
        'link.news.acme.example': 'PENDING_VALIDATION',
      };
    },
  },
  {
    what: 'no receipt rule set is active',
    id: 'mail.rule-set',
    outcome: 'fail',
    evidence: 'ses:DescribeActiveReceiptRuleSet in us-east-1: none',
    fix: 'aws ses set-active-receipt-rule-set --rule-set-name carrier-nest-local',
    account: (state) => {
      state.ruleSet = undefined;
    },
  },
  {
    what: 'another receipt rule set is active',
    id: 'mail.rule-set',
    outcome: 'fail',
    evidence: 'theirs, with the rules to-mailboxes',
    fix: 'Set "receiptRuleSet": "theirs", "receiptRuleAfter": "to-mailboxes" (the last rule before any that stops mail of this service\'s domains), and "receivingDomains" to',
    account: (state) => {
      state.ruleSet = { name: 'theirs', rules: [{ name: 'to-mailboxes', enabled: true }] };
    },
  },
  {
    what: "the settings do not name the rule set that has the service's rule",
    id: 'mail.rule-set',
    outcome: 'fail',
    evidence: 'theirs, with the rules to-app, carrier-nest-local',
    fix: 'Set "receiptRuleSet": "theirs", "receiptRuleAfter": "to-app"',
    account: (state) => {
      state.ruleSet = {
        name: 'theirs',
        rules: [
          { name: 'to-app', enabled: true },
          { name: 'carrier-nest-local', enabled: true },
        ],
      };
    },
  },
  {
    what: 'the last rule of another receipt rule set stops the mail',
    mustRunAlone: true,
    id: 'mail.rule-set',
    outcome: 'fail',
    evidence: 'theirs, with the rules to-app, to-mailboxes',
    fix: '"receiptRuleAfter": "to-app"',
    account: (state) => {
      state.ruleSet = {
        name: 'theirs',
        rules: [
          { name: 'to-app', enabled: true },
          { name: 'to-mailboxes', enabled: true, stopsProcessing: true },
        ],
      };
    },
  },
  {
    what: 'a domain that receives mail is not in receivingDomains',
    mustRunAlone: true,
    id: 'mail.receiving-domains',
    outcome: 'fail',
    evidence: 'receivingDomains in the settings: mail.local.test, .news.local.test',
    fix: /^Set "receivingDomains": \["mail.local.test",".news.local.test","news.local.test"\] in \S+settings.json and run npm run deploy .*If only another application should receive the mail of news.local.test, accept this finding$/,
    settings: { receivingDomains: ['mail.local.test', '.news.local.test'] },
  },
  {
    what: 'our receipt rule is disabled',
    id: 'mail.rule-set',
    outcome: 'fail',
    evidence: 'carrier-nest-local',
    fix: 'Enable the rule',
    account: (state) => {
      state.ruleSet = { name: 'all', rules: [{ name: 'carrier-nest-local', enabled: false }] };
    },
  },
  {
    what: 'a receipt rule before ours stops processing',
    id: 'mail.rule-set',
    outcome: 'fail',
    evidence: 'all, with the rules first, carrier-nest-local',
    fix: 'aws ses set-receipt-rule-position --rule-set-name all --rule-name carrier-nest-local',
    account: (state) => {
      const first = { name: 'first', enabled: true, stopsProcessing: true };
      state.ruleSet = { name: 'all', rules: [first, { name: 'carrier-nest-local', enabled: true }] };
    },
  },
  {
    what: 'the alarm topic has no subscription',
    id: 'alarms.receiver',
    outcome: 'warn',
    evidence: 'sns:ListSubscriptionsByTopic in us-east-1: 0 confirmed, 0 not confirmed',
    fix: 'Set "alarmEmail"',
    account: (state) => {
      state.subscriptions = [];
    },
  },
  {
    what: 'the subscription to the alarm topic is not confirmed',
    id: 'alarms.receiver',
    outcome: 'warn',
    evidence: '0 confirmed, 1 not confirmed',
    fix: `aws sns subscribe --topic-arn ${alarmTopic} --protocol email --notification-endpoint ops@acme.example`,
    account: (state) => {
      state.subscriptions = [{ arn: 'PendingConfirmation', endpoint: 'ops@acme.example' }];
    },
  },
  {
    what: 'an alarm is in the ALARM state',
    id: 'alarms.ringing',
    outcome: 'fail',
    evidence: 'cloudwatch:DescribeAlarms in us-east-1: Threshold Crossed',
    fix: 'What to do: docs/runbook.md#throttles',
    account: (state) => {
      state.alarmsInAlarm = [
        {
          name: 'CarrierNest-local-Operations-Throttles1234',
          description: 'What to do: docs/runbook.md#throttles',
          reason: 'Threshold Crossed',
        },
      ];
    },
  },
  {
    what: 'the bounce rate is above 5 %',
    id: 'reputation.bounces',
    outcome: 'warn',
    evidence: 'cloudwatch:GetMetricData Reputation.BounceRate in us-east-1: 6 %',
    fix: 'docs/runbook.md#reputation',
    account: ({ metrics }) => {
      metrics['Reputation.BounceRate'] = 0.06;
    },
  },
  {
    what: 'the complaint rate is above 0.5 %',
    id: 'reputation.complaints',
    outcome: 'fail',
    evidence: 'Reputation.ComplaintRate in us-east-1: 0.7 %',
    fix: 'docs/runbook.md#reputation',
    account: ({ metrics }) => {
      metrics['Reputation.ComplaintRate'] = 0.007;
    },
  },
  {
    what: 'the administer function fails',
    mustRunAlone: true,
    id: 'domains.listed',
    outcome: 'fail',
    evidence: 'carrier-nest-local-administer failed',
    fix: '/aws/lambda/carrier-nest-local-administer',
    account: (state) => {
      state.isOperatorBroken = true;
    },
  },
  {
    what: 'the settings are for another stage',
    id: 'local.settings',
    outcome: 'warn',
    evidence: 'stage prod',
    fix: 'npm run doctor without --stage',
    settings: { stage: 'prod' },
  },
  {
    what: 'the settings have an unknown field',
    mustRunAlone: true,
    id: 'local.settings',
    outcome: 'fail',
    evidence: 'color: Unknown field',
    fix: 'docs/deploying.md#settings',
    settings: { color: 'red' },
  },
];

/** Replaces the DNS records under one name of a seeded domain. */
const withDnsRecord =
  (
    prefix: string,
    replacement: object,
    { riskClass = 'transactional' }: { riskClass?: 'transactional' | 'marketing' } = {},
  ) =>
  async (service: Service): Promise<() => Promise<void>> => {
    const { workspace, domains } = service.metadata;
    const domain = await findDomain(service, workspace.id, domains[riskClass]);
    const name = `${prefix}${domain.domain}`;
    await publishRecords(
      service,
      { ...domain, records: domain.records.filter((firstWorkspace) => firstWorkspace.name === name) },
      replacement,
    );
    return () => publishRecords(service, domain);
  };

/** Sets options of the configuration set of a seeded domain. The returned function sets the correct options again. */
const withSetOptions =
  (path: string, { faulty, correct }: { faulty: object; correct: object }) =>
  async ({ metadata }: Service): Promise<() => Promise<unknown>> => {
    const setName = configurationSetName(metadata.workspace.id, metadata.domains.transactional);
    const put = (options: object) =>
      callSes(metadata, 'PUT', `/v2/email/configuration-sets/${setName}/${path}`, options);
    await put(faulty);
    return () => put(correct);
  };

const engagementMetrics = (EngagementMetrics: 'ENABLED' | 'DISABLED') => ({
  VdmOptions: { DashboardOptions: { EngagementMetrics } },
});

const runtimeFaults: Fault[] = [
  {
    what: 'SES allows a higher send rate than the settings',
    id: 'ses.rate',
    outcome: 'warn',
    evidence: 'MaxSendRate 50, sendRate in the settings 14',
    fix: 'Set "sendRate": 50',
    runtime: async (service) => {
      await service.control('PATCH', '/settings', { max_send_rate: 50 });
      return () => service.control('PATCH', '/settings', { max_send_rate: null });
    },
  },
  {
    what: 'the daily quota is used up',
    id: 'ses.quota',
    outcome: 'fail',
    evidence: '1 of 1 recipients in 24 hours',
    fix: 'docs/runbook.md#throttled-by-ses',
    runtime: async (service) => {
      await service.api('POST', '/v1/emails', { body: anEmail() });
      await service.settle();
      await service.control('PATCH', '/settings', { max_24_hour_send: 1 });
      return () => service.control('PATCH', '/settings', { max_24_hour_send: null });
    },
  },
  {
    what: 'a dead-letter queue has a message',
    id: 'queues.dead-letters',
    outcome: 'fail',
    evidence: /sqs:GetQueueAttributes \S+Data-DeadLetters\w+ in us-east-1: ApproximateNumberOfMessages 1/,
    fix: /aws sqs start-message-move-task --source-arn arn:aws:sqs:\S+Data-DeadLetters/,
    runtime: async ({ metadata }) => {
      const { QueueUrls } = (await callSqs(metadata, 'ListQueues', {})) as { QueueUrls: string[] };
      const QueueUrl = QueueUrls.find((url) => url.includes('Data-DeadLetters'));
      await callSqs(metadata, 'SendMessage', { QueueUrl, MessageBody: 'lost' });
      return () => callSqs(metadata, 'PurgeQueue', { QueueUrl });
    },
  },
  {
    what: 'SES publishes no events of a domain',
    id: 'domains.events',
    outcome: 'fail',
    evidence:
      /ses:GetConfigurationSetEventDestinations \S+ in us-east-1: events \(disabled\) to arn:aws:sns:us-east-1:\d+:\S+EmailEvents/,
    fix: 'npm run admin -- domains verify',
    runtime: async (service) => {
      const SnsDestination = { TopicArn: await findEventsTopic(service.metadata) };
      const destination = (Enabled: boolean) => ({
        EventDestination: { Enabled, SnsDestination, MatchingEventTypes: ['SEND', 'DELIVERY', 'BOUNCE'] },
      });
      const options = { faulty: destination(false), correct: destination(true) };
      return withSetOptions('event-destinations/events', options)(service);
    },
  },
  {
    what: 'Virtual Deliverability Manager rewrites the links of a domain',
    id: 'domains.links',
    outcome: 'fail',
    evidence: /ses:GetConfigurationSet \S+ in us-east-1: EngagementMetrics ENABLED/,
    fix: /aws sesv2 put-configuration-set-vdm-options --configuration-set-name \S+ --vdm-options DashboardOptions=\{EngagementMetrics=DISABLED\}/,
    account: ({ sesAccount }) => {
      const DashboardAttributes = { EngagementMetrics: 'ENABLED' };
      sesAccount['VdmAttributes'] = { VdmEnabled: 'ENABLED', DashboardAttributes };
    },
    runtime: withSetOptions('vdm-options', {
      faulty: engagementMetrics('ENABLED'),
      correct: engagementMetrics('DISABLED'),
    }),
  },
  {
    what: 'the tracking host of a domain has no certificate',
    id: 'domains.tracking',
    outcome: 'warn',
    evidence: 'click_tracking pending: The server of link.news.local.test refused the TLS handshake.',
    fix: /^Make https:\/\/link\.news\.local\.test\/ respond .* npm run admin -- domains verify/,
    runtime: async (service) => {
      const { workspace, domains, key, api } = service.metadata;
      const { id } = await findDomain(service, workspace.id, domains.marketing);
      const host = `/hosts/link.${domains.marketing}`;
      const verify = () => service.api('POST', `/v1/domains/${id}/verify`, { key });
      await service.control('PUT', host, { to: new URL(api).host });
      await verify();
      return async () => {
        await service.control('DELETE', host);
        await verify();
      };
    },
  },
  {
    what: 'a DKIM record is not published',
    id: 'dns.dkim',
    outcome: 'fail',
    evidence: /_domainkey\.mail\.local\.test CNAME: no record/,
    fix: /_domainkey\.mail\.local\.test\. CNAME \S+\.\nthen run: npm run admin -- domains verify/,
    runtime: async (service) => {
      const { workspace, domains } = service.metadata;
      const domain = await findDomain(service, workspace.id, domains.transactional);
      const first = domain.records.find(({ kind }) => kind === 'dkim');
      await publishRecords(service, { ...domain, records: first ? [first] : [] }, { CNAME: [] });
      return () => publishRecords(service, domain);
    },
  },
  {
    what: 'the Return-Path has no MX',
    id: 'dns.mail-from',
    outcome: 'warn',
    evidence: 'bounce.mail.local.test MX: no record',
    fix: 'bounce.mail.local.test. MX 10 feedback-smtp.us-east-1.amazonses.com.',
    runtime: withDnsRecord('bounce.', { MX: [] }),
  },
  {
    what: 'SPF does not name SES',
    id: 'dns.spf',
    outcome: 'warn',
    evidence: 'mail.local.test TXT: v=spf1 include:other.example ~all',
    fix: 'mail.local.test. TXT "v=spf1 include:amazonses.com include:other.example ~all"',
    runtime: withDnsRecord('', { TXT: ['v=spf1 include:other.example ~all'] }),
  },
  {
    what: 'there is no DMARC policy',
    id: 'dns.dmarc',
    outcome: 'warn',
    evidence: '_dmarc.mail.local.test TXT: no record',
    fix: '_dmarc.mail.local.test. TXT "v=DMARC1; p=none;"',
    runtime: withDnsRecord('_dmarc.', { TXT: [] }),
  },
  {
    what: 'a domain has no MX record for replies',
    id: 'dns.inbound-mx',
    outcome: 'warn',
    evidence: 'news.local.test MX: no record',
    fix: 'news.local.test. MX 10 inbound-smtp.us-east-1.amazonaws.com.',
    runtime: withDnsRecord('', { MX: [] }, { riskClass: 'marketing' }),
  },
  {
    what: 'the tracking host of a domain points elsewhere',
    id: 'dns.tracking',
    outcome: 'fail',
    evidence: 'link.mail.local.test CNAME: www.other.example',
    fix: 'link.mail.local.test. CNAME tracking.local.test.',
    runtime: withDnsRecord('link.', { CNAME: ['www.other.example'] }),
  },
  {
    what: 'the resolver gives no response for one name',
    id: 'dns.dmarc',
    outcome: 'warn',
    evidence: '_dmarc.mail.local.test TXT: no response',
    fix: '--resolver 1.1.1.1',
    runtime: withDnsRecord('_dmarc.', { error: 'SERVFAIL' }),
  },
  {
    what: 'a domain of two workspaces lacks the ownership record of one workspace',
    id: 'dns.ownership',
    outcome: 'fail',
    evidence: '_carrier-nest.shared.local.test TXT: no record',
    fix: '_carrier-nest.shared.local.test. TXT "carrier-nest=',
    runtime: async (service) => {
      const [firstWorkspace, secondWorkspace] = [await aWorkspace(service), await aWorkspace(service)];
      const firstDomain = await aDomain(service, firstWorkspace.id, { domain: 'shared.local.test' });
      const secondDomain = await aDomain(service, secondWorkspace.id, { domain: 'shared.local.test' });
      await service.control('PUT', '/dns/_carrier-nest.shared.local.test', { TXT: [] });
      return async () => {
        await service.api('DELETE', `/v1/domains/${secondDomain.id}`, { key: secondWorkspace.key });
        await service.api('DELETE', `/v1/domains/${firstDomain.id}`, { key: firstWorkspace.key });
      };
    },
  },
  {
    what: 'a domain is not verified although its records are published',
    id: 'domains.status',
    outcome: 'warn',
    evidence: 'status pending',
    fix: 'npm run admin -- domains verify',
    runtime: async (service) => {
      const { id, key } = await aWorkspace(service);
      const name = 'fresh.local.test';
      const createdDomain = await aDomain(service, id, { domain: name, verified: false, tracking: false });
      await service.control('POST', '/clock', { advance_ms: 0 });
      await publishRecords(service, await findDomain(service, id, name));
      return () => service.api('DELETE', `/v1/domains/${createdDomain.id}`, { key });
    },
  },
  {
    what: 'the resolver does not respond',
    mustRunAlone: true,
    id: 'dns.resolver',
    outcome: 'warn',
    evidence: '0 of 18 queries answered by 127.0.0.1:1',
    fix: '--resolver 1.1.1.1',
    args: ['--resolver', '127.0.0.1:1'],
  },
];

export const faults: readonly Fault[] = [...runtimeFaults, ...accountFaults, ...stackFaults];

/** Groups faults that can be arranged together. A group has at most one fault for each check. */
export function groupCompatibleFaults(allFaults: readonly Fault[]): Fault[][] {
  const groups: Fault[][] = [];
  for (const fault of allFaults.filter(({ mustRunAlone }) => !mustRunAlone)) {
    const freeGroup = groups.find((group) => group.every(({ id }) => id !== fault.id));
    if (freeGroup) freeGroup.push(fault);
    else groups.push([fault]);
  }
  return [...groups, ...allFaults.filter(({ mustRunAlone }) => mustRunAlone).map((fault) => [fault])];
}
