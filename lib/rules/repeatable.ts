import { valueAt } from '../parts/template';
import type { TemplateRule } from './rule';
import { formatLocation, findResources } from './template';

/** The property with which a template names a resource itself, where that is not the type's last part and `Name`. */
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

/** What stays after a rollback or a removal must leave its name to the next deployment. */
export const deploymentsAreRepeatable: TemplateRule = {
  name: 'DeploymentsAreRepeatable',
  explanation:
    'It has a name of its own and is retained: the deployment after a removal, or after one that failed, finds the name taken',
  findViolations: (templates) =>
    Object.entries(nameProperties).flatMap(([type, property]) =>
      findResources(templates, type)
        .filter(({ resource: { Properties, DeletionPolicy = 'Delete' } }) => {
          return valueAt(Properties, property) !== undefined && DeletionPolicy !== 'Delete';
        })
        .map(formatLocation),
    ),
};
