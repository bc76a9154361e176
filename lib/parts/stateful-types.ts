/**
 * The types of the resources that keep data: records, objects, users, messages, and subscriptions that a person has
 * confirmed. The values are the properties whose change makes CloudFormation replace the resource with an empty one:
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/aws-template-resource-type-ref.html
 */
export const statefulTypes: Readonly<Record<string, readonly string[]>> = {
  'AWS::Cognito::UserPool': [],
  'AWS::DynamoDB::GlobalTable': ['KeySchema', 'LocalSecondaryIndexes', 'TableName'],
  'AWS::KMS::Key': [],
  'AWS::S3::Bucket': ['BucketName', 'BucketNamePrefix', 'BucketNamespace', 'ObjectLockEnabled'],
  'AWS::SNS::Topic': ['FifoTopic', 'TopicName'],
  'AWS::SQS::Queue': ['FifoQueue', 'QueueName'],
};
