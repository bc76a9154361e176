import { stackName, type StackPart } from '../../../../lib/parts/stack-names';
import { awsCommand } from '../doctor/aws-command';
import type { DoctorContext } from '../doctor/context';
import { contextOf } from '../doctor/stacks';
import { importSettings, type Change } from './compare-templates';

/**
 * Returns the command to run before a deployment that loses the data of this resource. After the deployment, the stack no
 * longer knows the name of the resource.
 */
export function describeSaving(ctx: DoctorContext, change: Change): string | undefined {
  if (change.data === undefined) return undefined;
  const stackCtx = contextOf(ctx, change.stack as StackPart);
  const showName = awsCommand(
    stackCtx,
    `cloudformation describe-stack-resource --stack-name ${stackName(ctx.stage, change.stack as StackPart)} --logical-resource-id ${change.id} ` +
      '--query StackResourceDetail.PhysicalResourceId --output text',
  );
  if (change.data === 'retained') return `${describeRetained(change)}: ${showName}`;
  const saving = savings[change.type];
  if (!saving) throw new Error(`There is no command to save ${change.type}`);
  const command = saving.command
    ? awsCommand(stackCtx, saving.command(`"$(${showName})"`, change.id))
    : showName;
  return `${saving.purpose}: ${command}`;
}

function describeRetained({ id, type }: Change): string {
  const setting = importSettings[id] ?? settingsByType[type];
  const use = setting ? `To use it again later, set ${setting} to this name` : 'Note its name';
  return `Its data stays in the account. ${use}`;
}

/** The settings that import a resource with another logical ID. Two settings import buckets. */
const settingsByType: Readonly<Record<string, string>> = {
  'AWS::Cognito::UserPool': 'adopt.userPool',
  'AWS::DynamoDB::GlobalTable': 'restoredTable',
  'AWS::KMS::Key': 'adopt.webhookSecretsKey',
};

interface Saving {
  purpose: string;
  /** The arguments of the AWS CLI, with the name, ARN or URL of the resource in shell syntax. By default, prints the name. */
  command?: (name: string, id: string) => string;
}

/** How to save data that CloudFormation deletes, by type (lib/parts/stateful-types.ts). */
const savings: Readonly<Record<string, Saving>> = {
  'AWS::Cognito::UserPool': {
    purpose: 'Save the list of users, whom you then invite again',
    command: (name) => `cognito-idp list-users --user-pool-id ${name}`,
  },
  'AWS::DynamoDB::GlobalTable': {
    purpose: 'Save the records in a backup, from which you can restore a table',
    command: (name, id) => `dynamodb create-backup --backup-name ${id} --table-name ${name}`,
  },
  'AWS::KMS::Key': {
    purpose:
      'AWS deletes the key after a waiting period. To keep it, run aws kms cancel-key-deletion and aws kms enable-key after the deployment, each with --key-id and this ID',
  },
  'AWS::S3::Bucket': {
    purpose: 'Copy the objects to a new folder',
    command: (name, id) => `s3 sync "s3://"${name} ${id}`,
  },
  'AWS::SNS::Topic': {
    purpose: 'Save the list of subscriptions, of which you then create again those that no stack creates',
    command: (name) => `sns list-subscriptions-by-topic --topic-arn ${name}`,
  },
  'AWS::SQS::Queue': {
    purpose: 'Wait until this prints only zeros (move or save dead letters: docs/runbook.md#dead-letters)',
    command: (name) =>
      `sqs get-queue-attributes --queue-url ${name} --attribute-names ApproximateNumberOfMessages ` +
      "ApproximateNumberOfMessagesNotVisible ApproximateNumberOfMessagesDelayed --query 'values(Attributes)'",
  },
};
