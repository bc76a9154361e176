/**
 * The types of the resources that keep data: records, objects, users, messages, and subscriptions that a person has
 * confirmed. CloudFormation replaces such a resource with an empty one.
 */
export const statefulTypes: readonly string[] = [
  'AWS::Cognito::UserPool',
  'AWS::DynamoDB::GlobalTable',
  'AWS::KMS::Key',
  'AWS::S3::Bucket',
  'AWS::SNS::Topic',
  'AWS::SQS::Queue',
];

export const isStateful = (type: string): boolean => statefulTypes.includes(type);
