import type { IUserPool } from 'aws-cdk-lib/aws-cognito';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { QueueName } from '../../shared/core/needs';
import type { QueueWithDeadLetters } from './queue-with-dead-letters';
import type { SchedulingStack } from '../stacks/scheduling';

/** What functions may be granted: the other stacks' resources, by the names that needs use. */
export interface Resources {
  stage: string;
  table: ITableV2;
  contentBucket: IBucket;
  parkedBucket: IBucket;
  inboundBucket: IBucket;
  eventsTopic: ITopic;
  inboundQueue: QueueWithDeadLetters | undefined;
  /** What functions fill for others. */
  queues: Record<QueueName, QueueWithDeadLetters>;
  webhookSecretsKey: IKey;
  scheduling: SchedulingStack;
  /** Without a slash at its end. */
  publicUrl: string;
  approvalExpiryHours: number;
  identityCallsPerSecond: number;
  webhooksPerSecondByHost: number;
  oauth: Record<string, string>;
  /** Where people sign in to the dashboard; nothing where they do not. */
  userPool: IUserPool | undefined;
  signIn: Record<string, string>;
}
