import { valueAt } from '../parts/template';
import type { TemplateRule } from './rule';
import { formatLocation, findResources } from './template';

/** The property with the explicit name of a resource, by type. */
const nameProperties: Record<string, string> = {
  'AWS::Scheduler::ScheduleGroup': 'Name',
  'AWS::Scheduler::Schedule': 'Name',
  'AWS::SES::ReceiptRuleSet': 'RuleSetName',
  'AWS::DynamoDB::GlobalTable': 'TableName',
  'AWS::Logs::LogGroup': 'LogGroupName',
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::IAM::Role': 'RoleName',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::SQS::Queue': 'QueueName',
  'AWS::SNS::Topic': 'TopicName',
  'AWS::WAFv2::WebACL': 'Name',
};

/** Checks that resources retained after a rollback or removal do not keep names that the next deployment needs. */
export const deploymentsAreRepeatable: TemplateRule = {
  name: 'DeploymentsAreRepeatable',
  explanation:
    'The resource is retained and has an explicit name, so the next deployment fails because the name is taken',
  findViolations: (templates) =>
    Object.entries(nameProperties).flatMap(([type, property]) =>
      findResources(templates, type)
        .filter(({ resource: { Properties, DeletionPolicy = 'Delete' } }) => {
          return valueAt(Properties, property) !== undefined && DeletionPolicy !== 'Delete';
        })
        .map(formatLocation),
    ),
};
