import type { IUserPool } from 'aws-cdk-lib/aws-cognito';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { QueueName } from '../../shared/core/needs';
import type { QueueWithDeadLetters } from './queue-with-dead-letters';
import type { SchedulingStack } from '../stacks/scheduling';

/** The resources of other stacks to which needs give access. */
export interface Resources {
  stage: string;
  table: ITableV2;
  contentBucket: IBucket;
  parkedBucket: IBucket;
  inboundBucket: IBucket;
  eventsTopic: ITopic;
  deadLetters: IQueue;
  /** The messages that a topic could not deliver to a queue. */
  undelivered: IQueue;
  inboundQueue: QueueWithDeadLetters | undefined;
  /** The queues that functions send to. */
  queues: Record<QueueName, QueueWithDeadLetters>;
  /** The customer-managed key; undefined if a parameter contains the data key for webhook secrets. */
  webhookSecretsKey: IKey | undefined;
  scheduling: SchedulingStack;
  /** The host name to which the CNAME of a tracking host points. */
  trackingTarget: string;
  /** Without a trailing slash. */
  publicUrl: string;
  /** From `receivingDomainsText`. */
  receivingDomains: string;
  approvalExpiryHours: number;
  identityCallsPerSecond: number;
  webhooksPerSecondByHost: number;
  /** The number of requests that may wait for an event at the same time. */
  waitSlots: number;
  oauth: Record<string, string>;
  /** The user pool of the dashboard; undefined if users do not sign in. */
  userPool: IUserPool | undefined;
  signIn: Record<string, string>;
}

/** The resources that exist before the functions. The stacks of the functions add the rest. */
export type FunctionResources = Omit<Resources, 'oauth' | 'publicUrl' | 'signIn'>;
