/**
 * An accepted cdk-nag finding. `npm run check:synth` reports all other findings, and all exceptions that match no
 * finding.
 */
export interface NagException {
  /** The whole name of the rule, or an expression that matches it. */
  rule: string | RegExp;
  /** The construct path without `CarrierNest-<stage>-`. `*` matches any text. */
  path: string;
  reason: string;
}

const noBodiesReason =
  'This log could contain bodies or addresses, and the access log already contains every request.';
const ownBucketsReason = 'Only functions access the bucket, through roles that name the bucket.';
const nextRunReason = 'The next run, a minute later, completes the work of a failed run.';
const noTracingReason =
  'The logs already contain the request ID. Traces would add no information and cost money per request.';

export const nagExceptions: readonly NagException[] = [
  ...['Data/Content', 'Data/ParkedBodies', 'Mail/InboundMail'].map((bucket) => ({
    rule: 'AwsSolutions-S1',
    path: `${bucket}/Resource`,
    reason: ownBucketsReason,
  })),
  ...[
    /^AwsSolutions-IAM5\[Resource::[^*]*OutputFnGetAtt(ParkedBodies|Content|InboundMail)[^*]*\/\*\]$/,
    // The name of an adopted bucket.
    /^AwsSolutions-IAM5\[Resource::arn:<AWS::Partition>:s3:::[a-z0-9.-]+(\/webhooks)?\/\*\]$/,
  ].map((rule) => ({
    rule,
    path: '*Role/Resource',
    reason:
      'The statement allows one action on the objects of one bucket. The keys of the objects are generated at run time.',
  })),
  ...['Api*/*Role', 'Workers/*Role'].flatMap((role) =>
    ['identity', 'configuration-set'].map((kind) => ({
      rule: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:${kind}/*]`,
      path: `${role}/Resource`,
      reason: 'Sending domains are added through the API, so their names are unknown at deployment.',
    })),
  ),
  ...[
    'Api*/*Role',
    'Workers/deliver*Role',
    'Workers/runDueWorkRole',
    'Workers/sendStepsRole',
    'Workers/runCampaignsRole',
    'Workers/runBackgroundJobRole',
  ].map((role) => ({
    rule: /^AwsSolutions-IAM5\[Resource::arn:<AWS::Partition>:scheduler:<AWS::Region>:<AWS::AccountId>:schedule\/carrier-nest-[a-z0-9-]+\/\*\]$/,
    path: `${role}/Resource`,
    reason:
      'Each schedule is named after the minute in which it fires, so the names are unknown at deployment.',
  })),
  ...['ApiEmails/sendBatch', 'Workers/drainDueWork', 'Workers/runCampaigns', 'Workers/sendSlices'].flatMap(
    (caller) =>
      ['AwsSolutions-IAM5[Resource::*]', 'Serverless-LambdaStarPermissions'].map((rule) => ({
        rule,
        path: `${caller}Role/Resource`,
        reason: 'ses:GetAccount does not support resource-level permissions.',
      })),
  ),
  {
    rule: /^AwsSolutions-IAM5\[Resource::<\w+\.Arn>:\*\]$/,
    path: 'Workers/SchedulerRoleForTarget-*/DefaultPolicy/Resource',
    reason: 'The CDK grants permission to invoke all versions of one function.',
  },
  {
    rule: 'AwsSolutions-APIG2',
    path: 'Api/Api/Resource',
    reason:
      'API Gateway would refuse requests before the pipeline runs, in its own error format (docs/architecture.md).',
  },
  {
    rule: 'AwsSolutions-APIG3',
    path: 'ApiStage/Stage/Resource',
    reason:
      'If the settings enable a web ACL, the web ACL is in the stack Firewall, but the rule checks only this stack.',
  },
  { rule: 'AwsSolutions-APIG6', path: 'ApiStage/Stage/Resource', reason: noBodiesReason },
  {
    rule: 'AwsSolutions-COG1',
    path: 'Data/Users/Resource',
    reason:
      'A password of twelve characters with a second factor is strong enough. Rules about character types lead users to write passwords down.',
  },
  {
    rule: 'AwsSolutions-COG8',
    path: 'Data/Users/Resource',
    reason:
      'The required Cognito plan costs money per user. Operators can enable threat protection in the account.',
  },
  {
    rule: 'Serverless-LambdaDLQ',
    path: 'Api*/*/Resource',
    reason: 'API Gateway invokes the function synchronously, so the client receives the error.',
  },
  ...[
    'recordEmailEvents',
    'classifyEngagement',
    'deliverWebhook',
    'deliverSlowWebhook',
    'sequenceEvents',
    'receiveMail',
    'drainDueWork',
    'runDueWork',
    'sendSteps',
    'runCampaigns',
    'sendSlices',
    'runBackgroundJob',
  ].map((worker) => ({
    rule: 'Serverless-LambdaDLQ',
    path: `Workers/${worker}/Resource`,
    reason: 'The function reads a queue that has a dead-letter queue.',
  })),
  { rule: 'Serverless-LambdaDLQ', path: 'Workers/monitorDomains/Resource', reason: nextRunReason },
  {
    rule: 'Serverless-LambdaDLQ',
    path: 'Workers/administer/Resource',
    reason: 'The operator invokes the function synchronously.',
  },
  { rule: 'Serverless-LambdaTracing', path: 'Api*/*/Resource', reason: noTracingReason },
  { rule: 'Serverless-LambdaTracing', path: 'Workers/*/Resource', reason: noTracingReason },
  {
    rule: 'Serverless-APIGWXrayEnabled',
    path: 'ApiStage/Stage/Resource',
    reason: noTracingReason,
  },
  {
    rule: 'Serverless-LambdaEventSourceMappingDestination',
    path: 'Workers/*/SqsEventSource:*/Resource',
    reason: 'Lambda does not support this destination for queues. The queue has a dead-letter queue.',
  },
  {
    rule: 'Serverless-SQSRedrivePolicy',
    path: '*DeadLetters/Resource',
    reason: 'The queue is itself a dead-letter queue.',
  },
  ...['Data/DeadLetters', 'Mail/UndeliveredDeadLetters'].map((queue) => ({
    rule: 'AwsSolutions-SQS3',
    path: `${queue}/Resource`,
    reason:
      'The queue is a dead-letter queue, but the rule recognizes only dead-letter queues of queues in the same stack.',
  })),
  {
    rule: /^AwsSolutions-IAM4\[[^*]*AmazonAPIGatewayPushToCloudWatchLogs\]$/,
    path: 'Api/Api/CloudWatchRole/Resource',
    reason: 'AWS requires this policy for the role, which all APIs of the account use for their logs.',
  },
  {
    rule: 'Serverless-SNSRedrivePolicy',
    path: 'Operations/Alarms/*/Resource',
    reason: 'SNS retries an email for six hours. After that, a message about the alarm is out of date.',
  },
  {
    rule: 'AwsSolutions-ECS2',
    path: 'Edge/Task/Resource',
    reason: 'The environment variables contain names and limits, not secrets.',
  },
  {
    rule: /^AwsSolutions-IAM5\[Resource::[^*]*OutputFnGetAttParkedBodies[^*]*\/\*\]$/,
    path: 'Edge/Task/TaskRole/DefaultPolicy/Resource',
    reason:
      'The keys of parked bodies are generated at run time, and the bucket contains only parked bodies.',
  },
  {
    rule: 'AwsSolutions-IAM5[Resource::*]',
    path: 'Edge/Task/ExecutionRole/DefaultPolicy/Resource',
    reason: 'ecr:GetAuthorizationToken does not support resource-level permissions.',
  },
  {
    rule: 'AwsSolutions-ELB2',
    path: 'Edge/Ingress/LB/Resource',
    reason: 'Only CloudFront can reach the load balancer, and the functions log each request.',
  },
  {
    rule: 'AwsSolutions-EC23',
    path: 'Edge/Ingress/LB/SecurityGroup/Resource',
    reason:
      'The load balancer is internal, in subnets without a route to the Internet. CloudFront uses a VPC origin.',
  },
  {
    rule: 'AwsSolutions-CFR1',
    path: 'Edge/Distribution/Resource',
    reason: 'Clients may call the API from any country.',
  },
  {
    rule: 'AwsSolutions-CFR2',
    path: 'Edge/Distribution/Resource',
    reason:
      'The web ACL of the stack Firewall protects both origins. A web ACL for CloudFront would have to be in us-east-1.',
  },
  { rule: 'AwsSolutions-CFR3', path: 'Edge/Distribution/Resource', reason: noBodiesReason },
  {
    rule: 'AwsSolutions-CFR1',
    path: 'Tracking/Distribution/Resource',
    reason: 'Recipients may open links in any country.',
  },
  {
    rule: 'AwsSolutions-CFR2',
    path: 'Tracking/Distribution/Resource',
    reason: 'The distribution only forwards requests to SES, whose servers any client can reach.',
  },
  { rule: 'AwsSolutions-CFR3', path: 'Tracking/Distribution/Resource', reason: 'SES records each request.' },
  {
    rule: 'AwsSolutions-CFR4',
    path: 'Edge/Distribution/Resource',
    reason:
      'CloudFront sets the minimum TLS version of its default domain. With a certificate, the minimum is TLS 1.2.',
  },
];
