/** A cdk-nag finding that stays, and why. `npm run check:synth` reports every other one, and every row without one. */
export interface NagException {
  rule: string;
  /** Construct path without `CarrierNest-<stage>-`; `*` is any part of it. */
  path: string;
  reason: string;
}

const noBodiesReason = 'It could record bodies or addresses, and the access log has every request already.';
const ownBucketsReason = 'Only functions read and write it, each through a role that names the bucket.';
const nextRunReason = 'The next run, a minute later, does what a failed one left.';
const noTracingReason =
  'Traces would hold no more than the logs do by request id, at a price for each request.';

export const nagExceptions: readonly NagException[] = [
  ...['Data/Content', 'Data/ParkedBodies', 'Mail/InboundMail'].map((bucket) => ({
    rule: 'AwsSolutions-S1',
    path: `${bucket}/Resource`,
    reason: ownBucketsReason,
  })),
  ...['ParkedBodies', 'Content', 'InboundMail'].map((bucket) => ({
    rule: `AwsSolutions-IAM5[Resource::*OutputFnGetAtt${bucket}*/*]`,
    path: '*Role/Resource',
    reason: 'One action on the objects of one bucket: their keys are made at run time.',
  })),
  ...['Api/*Role', 'Workers/*Role'].flatMap((role) =>
    ['identity', 'configuration-set'].map((kind) => ({
      rule: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:${kind}/*]`,
      path: `${role}/Resource`,
      reason: 'Sending domains are added through the API: their names are not known when this is deployed.',
    })),
  ),
  ...[
    'Api/*Role',
    'Workers/deliver*Role',
    'Workers/runDueWorkRole',
    'Workers/sendStepsRole',
    'Workers/runCampaignsRole',
    'Workers/runBackgroundJobRole',
  ].map((role) => ({
    rule: 'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:scheduler:<AWS::Region>:<AWS::AccountId>:schedule/*]',
    path: `${role}/Resource`,
    reason: 'Alarms are named after the minute in which they ring.',
  })),
  ...['Api/sendBatch', 'Workers/drainDueWork', 'Workers/runCampaigns', 'Workers/sendSlices'].flatMap(
    (caller) =>
      ['AwsSolutions-IAM5[Resource::*]', 'Serverless-LambdaStarPermissions'].map((rule) => ({
        rule,
        path: `${caller}Role/Resource`,
        reason: 'ses:GetAccount knows no resources.',
      })),
  ),
  {
    rule: 'AwsSolutions-IAM5[Resource::<*.Arn>:*]',
    path: 'Workers/SchedulerRoleForTarget-*/DefaultPolicy/Resource',
    reason: 'The versions of one function, as the CDK grants an invocation.',
  },
  {
    rule: 'AwsSolutions-APIG2',
    path: 'Api/Api/Resource',
    reason: 'API Gateway would answer before the pipeline, in its own shape (docs/architecture.md).',
  },
  {
    rule: 'AwsSolutions-APIG3',
    path: 'Api/Api/DeploymentStage.*/Resource',
    reason: 'The stack Firewall has the web ACL, where the settings ask for one; the rule looks for it here.',
  },
  { rule: 'AwsSolutions-APIG6', path: 'Api/Api/DeploymentStage.*/Resource', reason: noBodiesReason },
  {
    rule: 'AwsSolutions-COG1',
    path: 'Data/Users/Resource',
    reason: 'Twelve characters and a second factor; signs of each kind make people write passwords down.',
  },
  {
    rule: 'AwsSolutions-COG8',
    path: 'Data/Users/Resource',
    reason: 'The plan is paid for each user. Who wants its threat protection switches it on in the account.',
  },
  {
    rule: 'Serverless-LambdaDLQ',
    path: 'Api/*/Resource',
    reason: 'Called synchronously: the client hears of a failure.',
  },
  ...[
    'recordEmailEvents',
    'classifyEngagement',
    'deliverWebhook',
    'deliverSlowWebhook',
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
    reason: 'Reads a queue that has dead letters.',
  })),
  { rule: 'Serverless-LambdaDLQ', path: 'Workers/monitorDomains/Resource', reason: nextRunReason },
  {
    rule: 'Serverless-LambdaDLQ',
    path: 'Workers/administer/Resource',
    reason: 'Called synchronously, by the operator.',
  },
  { rule: 'Serverless-LambdaTracing', path: 'Api/*/Resource', reason: noTracingReason },
  { rule: 'Serverless-LambdaTracing', path: 'Workers/*/Resource', reason: noTracingReason },
  {
    rule: 'Serverless-APIGWXrayEnabled',
    path: 'Api/Api/DeploymentStage.*/Resource',
    reason: noTracingReason,
  },
  {
    rule: 'Serverless-LambdaEventSourceMappingDestination',
    path: 'Workers/*/SqsEventSource:*/Resource',
    reason: 'Lambda has no such destination for queues: the queue has dead letters.',
  },
  {
    rule: 'Serverless-SQSRedrivePolicy',
    path: '*DeadLetters/Resource',
    reason: 'It is where dead letters end.',
  },
  ...['Mail/Inbound', 'Workers/recordEmailEventsQueue'].map((queue) => ({
    rule: 'AwsSolutions-SQS3',
    path: `${queue}UndeliveredDeadLetters/Resource`,
    reason: 'It is where the dead letters of a topic end; the rule knows those of queues alone.',
  })),
  {
    rule: 'AwsSolutions-IAM4[*AmazonAPIGatewayPushToCloudWatchLogs]',
    path: 'Api/Api/CloudWatchRole/Resource',
    reason: 'What AWS asks of this role, which every API of the account logs with.',
  },
  {
    rule: 'AwsSolutions-ECS2',
    path: 'Edge/Task/Resource',
    reason: 'The names of a bucket and of functions: no secrets.',
  },
  {
    rule: 'AwsSolutions-IAM5[Resource::*OutputFnGetAttParkedBodies*/*]',
    path: 'Edge/Task/TaskRole/DefaultPolicy/Resource',
    reason: 'Parked bodies have keys made at run time, in a bucket that holds nothing else.',
  },
  {
    rule: 'AwsSolutions-IAM5[Resource::*]',
    path: 'Edge/Task/ExecutionRole/DefaultPolicy/Resource',
    reason: 'ecr:GetAuthorizationToken knows no resources.',
  },
  {
    rule: 'AwsSolutions-ELB2',
    path: 'Edge/Ingress/LB/Resource',
    reason: 'Only CloudFront reaches it, and the functions log each request that passes.',
  },
  {
    rule: 'AwsSolutions-EC23',
    path: 'Edge/Ingress/LB/SecurityGroup/Resource',
    reason:
      'An internal balancer in subnets without a route to the Internet: CloudFront comes in by a VPC origin.',
  },
  {
    rule: 'AwsSolutions-CFR1',
    path: 'Edge/Distribution/Resource',
    reason: 'An API for programs, wherever they run.',
  },
  {
    rule: 'AwsSolutions-CFR2',
    path: 'Edge/Distribution/Resource',
    reason:
      'The web ACL of the stack Firewall stands before both origins: one for CloudFront lives in us-east-1 alone.',
  },
  { rule: 'AwsSolutions-CFR3', path: 'Edge/Distribution/Resource', reason: noBodiesReason },
  {
    rule: 'AwsSolutions-CFR4',
    path: 'Edge/Distribution/Resource',
    reason: 'CloudFront sets the minimum of its default domain itself; with a certificate it is TLS 1.2.',
  },
];
