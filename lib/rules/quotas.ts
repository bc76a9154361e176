import { entriesOf } from '../parts/template';
import {
  apiResourceCounts,
  functionPolicyLengths,
  inlinePolicyLengths,
  listLength,
  managedPolicyCounts,
  textBytes,
  type Measure,
} from './measure-quotas';
import type { TemplateRule } from './rule';
import type { Templates } from './template';

/** A limit that CloudFormation or another service enforces during or after the deployment. */
interface Quota {
  name: string;
  max: number;
  /** The page of AWS's documentation that states the limit, as of November 2026. */
  source: string;
  /** The measured values, by location. */
  measure: Measure;
}

const guide = (page: string): string => `https://docs.aws.amazon.com/${page}`;
const cloudFormationQuotas = guide('AWSCloudFormation/latest/UserGuide/cloudformation-limits.html');
const iamQuotas = guide('IAM/latest/UserGuide/reference_iam-quotas.html');
const lambdaFunctions = guide('lambda/latest/api/API_CreateFunction.html');
const lambdaQuotas = guide('lambda/latest/dg/gettingstarted-limits.html');

/**
 * 90 % of CloudFormation's 500 resources, and 60 % of its 1,000,000 bytes. The rest is reserved for upgrades, during
 * which a template contains new resources in addition to the resources that they replace.
 */
const templateLimits = { resources: 450, bytes: 600_000 };

const textQuota = (type: string, property: string, max: number, source: string): Quota => ({
  name: `Characters of ${type} ${property}`,
  max,
  source,
  measure: textBytes(type, property),
});

const templateQuota = (
  name: string,
  max: number,
  measure: (template: Templates[string]) => number,
): Quota => ({
  name,
  max,
  source: cloudFormationQuotas,
  measure: (templates) => Object.entries(templates).map(([stack, template]) => [stack, measure(template)]),
});

const quotas: readonly Quota[] = [
  templateQuota(
    'Resources of a template',
    templateLimits.resources,
    ({ Resources }) => Object.keys(Resources).length,
  ),
  templateQuota('Bytes of a template', templateLimits.bytes, (template) =>
    Buffer.byteLength(JSON.stringify(template)),
  ),
  templateQuota('Outputs of a template', 200, ({ Outputs }) => entriesOf(Outputs).length),
  templateQuota('Parameters of a template', 200, ({ Parameters }) => entriesOf(Parameters).length),
  templateQuota('Characters of a logical ID', 255, ({ Resources, Outputs }) =>
    Math.max(...[...Object.keys(Resources), ...Object.keys(Outputs ?? {})].map(({ length }) => length)),
  ),
  {
    name: 'Characters of a managed policy, without whitespace',
    max: 6_144,
    source: iamQuotas,
    measure: textBytes('AWS::IAM::ManagedPolicy', 'PolicyDocument'),
  },
  {
    name: 'Characters of all inline policies of a role, without whitespace',
    max: 10_240,
    source: iamQuotas,
    measure: inlinePolicyLengths,
  },
  {
    name: 'Managed policies of a role',
    max: 10,
    source: iamQuotas,
    measure: managedPolicyCounts,
  },
  {
    name: 'Characters of a trust policy',
    max: 2_048,
    source: iamQuotas,
    measure: textBytes('AWS::IAM::Role', 'AssumeRolePolicyDocument'),
  },
  textQuota('AWS::IAM::Role', 'RoleName', 64, iamQuotas),
  textQuota('AWS::Lambda::Function', 'FunctionName', 64, lambdaFunctions),
  textQuota('AWS::Lambda::Function', 'Description', 256, lambdaFunctions),
  {
    name: 'Bytes of the environment of a function',
    max: 4_096,
    source: lambdaQuotas,
    measure: textBytes('AWS::Lambda::Function', 'Environment', 'Variables'),
  },
  {
    name: 'Bytes of the resource policy of a function',
    max: 20_480,
    source: lambdaQuotas,
    measure: functionPolicyLengths,
  },
  {
    name: 'Resources of a REST API: all paths and their parent paths',
    max: 300,
    source: guide('apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html'),
    measure: apiResourceCounts,
  },
  textQuota(
    'AWS::CertificateManager::Certificate',
    'DomainName',
    64,
    guide('acm/latest/APIReference/API_RequestCertificate.html'),
  ),
  textQuota('AWS::ApiGateway::Stage', 'StageName', 128, guide('apigateway/latest/api/API_CreateStage.html')),
  {
    name: 'Bytes of a queue policy',
    max: 8_192,
    source: guide('AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-policies.html'),
    measure: textBytes('AWS::SQS::QueuePolicy', 'PolicyDocument'),
  },
  {
    name: 'Statements of a queue policy',
    max: 20,
    source: guide('AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-policies.html'),
    measure: listLength('AWS::SQS::QueuePolicy', 'PolicyDocument', 'Statement'),
  },
  textQuota(
    'AWS::SQS::Queue',
    'QueueName',
    80,
    guide('AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-queues.html'),
  ),
  {
    name: 'Bytes of a topic policy',
    max: 30_720,
    source: guide('sns/latest/api/API_SetTopicAttributes.html'),
    measure: textBytes('AWS::SNS::TopicPolicy', 'PolicyDocument'),
  },
  {
    name: 'Bytes of a bucket policy',
    max: 20_480,
    source: guide('AmazonS3/latest/userguide/bucket-policies.html'),
    measure: textBytes('AWS::S3::BucketPolicy', 'PolicyDocument'),
  },
  textQuota('AWS::S3::Bucket', 'BucketName', 63, guide('AmazonS3/latest/userguide/bucketnamingrules.html')),
  {
    name: 'Bytes of a key policy',
    max: 32_768,
    source: guide('kms/latest/developerguide/resource-limits.html'),
    measure: textBytes('AWS::KMS::Key', 'KeyPolicy'),
  },
  textQuota(
    'AWS::Scheduler::ScheduleGroup',
    'Name',
    64,
    guide('scheduler/latest/APIReference/API_CreateScheduleGroup.html'),
  ),
  textQuota(
    'AWS::Scheduler::Schedule',
    'Name',
    64,
    guide('scheduler/latest/APIReference/API_CreateSchedule.html'),
  ),
  textQuota(
    'AWS::SES::ReceiptRuleSet',
    'RuleSetName',
    64,
    guide('ses/latest/APIReference/API_CreateReceiptRuleSet.html'),
  ),
  {
    name: 'Characters of a receipt rule name',
    max: 64,
    source: guide('ses/latest/APIReference/API_ReceiptRule.html'),
    measure: textBytes('AWS::SES::ReceiptRule', 'Rule', 'Name'),
  },
  textQuota(
    'AWS::CloudWatch::Alarm',
    'AlarmDescription',
    1_024,
    guide('AmazonCloudWatch/latest/APIReference/API_PutMetricAlarm.html'),
  ),
  textQuota(
    'AWS::Logs::LogGroup',
    'LogGroupName',
    512,
    guide('AmazonCloudWatchLogs/latest/APIReference/API_CreateLogGroup.html'),
  ),
  ...['SecurityGroupIngress', 'SecurityGroupEgress'].map((rule) =>
    textQuota(`AWS::EC2::${rule}`, 'Description', 255, guide('AWSEC2/latest/APIReference/API_IpRange.html')),
  ),
  {
    name: 'Bytes of a CloudFront function',
    max: 10_240,
    source: guide('AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html'),
    measure: textBytes('AWS::CloudFront::Function', 'FunctionCode'),
  },
  textQuota(
    'AWS::CloudFront::Function',
    'Name',
    64,
    guide('cloudfront/latest/APIReference/API_CreateFunction.html'),
  ),
  textQuota('AWS::WAFv2::WebACL', 'Name', 128, guide('waf/latest/APIReference/API_CreateWebACL.html')),
  textQuota(
    'AWS::Cognito::UserPool',
    'UserPoolName',
    128,
    guide('cognito-user-identity-pools/latest/APIReference/API_CreateUserPool.html'),
  ),
  textQuota(
    'AWS::Cognito::UserPoolDomain',
    'Domain',
    63,
    guide('cognito-user-identity-pools/latest/APIReference/API_CreateUserPoolDomain.html'),
  ),
];

export const quotasAreKept: TemplateRule = {
  name: 'QuotasAreKept',
  explanation:
    'AWS rejects the resource, or the next version may exceed the limit. lib/rules/quotas.ts contains the limit and its source',
  findViolations: (templates) =>
    quotas.flatMap(({ name, max, measure }) =>
      measure(templates)
        .filter(([, value]) => value > max)
        .map(([location, value]) => `${location}: ${name}: ${value} of ${max}`),
    ),
};
