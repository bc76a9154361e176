import { z } from 'zod';
import type { Cloud } from '../cloud';
import type { QueuePolicySpec, QueueSpec, SubscriptionSpec, TopicSpec } from '../deployment';
import { where } from '../scope';
import { TemplateError } from '../template-error';
import { flag } from './flag';
import { Document } from './roles';

const seconds = z.coerce.number();

const QueueProperties = z.object({
  VisibilityTimeout: seconds.default(30),
  DelaySeconds: seconds.default(0),
  MessageRetentionPeriod: seconds.default(345_600),
  RedrivePolicy: z.object({ deadLetterTargetArn: z.string(), maxReceiveCount: z.coerce.number() }).optional(),
  FifoQueue: flag.default(false),
});

export function readQueues(cloud: Cloud): QueueSpec[] {
  return cloud.resources('AWS::SQS::Queue').map((resource) => {
    const properties = cloud.read(resource, QueueProperties);
    if (properties.FifoQueue) throw new TemplateError(where(resource), 'FIFO queues are not known here');
    const name = cloud.name(resource);
    const redrive = properties.RedrivePolicy;
    return {
      name,
      arn: cloud.arn(resource),
      url: cloud.options.queueUrl(name),
      visibilityTimeoutMs: properties.VisibilityTimeout * 1000,
      delayMs: properties.DelaySeconds * 1000,
      retentionMs: properties.MessageRetentionPeriod * 1000,
      ...(redrive && {
        redrive: { deadLetterArn: redrive.deadLetterTargetArn, receivesMax: redrive.maxReceiveCount },
      }),
    };
  });
}

const QueuePolicyProperties = z.object({ Queues: z.array(z.string()), PolicyDocument: Document });

export function readQueuePolicies(cloud: Cloud): QueuePolicySpec[] {
  return cloud.resources('AWS::SQS::QueuePolicy').map((resource) => {
    const { Queues, PolicyDocument } = cloud.read(resource, QueuePolicyProperties);
    return { queueUrls: Queues, document: PolicyDocument };
  });
}

export function readTopics(cloud: Cloud): TopicSpec[] {
  return cloud
    .resources('AWS::SNS::Topic')
    .map((resource) => ({ name: cloud.name(resource), arn: cloud.arn(resource) }));
}

const SubscriptionProperties = z.object({
  TopicArn: z.string(),
  Protocol: z.string(),
  Endpoint: z.string(),
  RawMessageDelivery: flag.default(false),
});

export function readSubscriptions(cloud: Cloud): SubscriptionSpec[] {
  return cloud.resources('AWS::SNS::Subscription').map((resource) => {
    const { TopicArn, Protocol, Endpoint, RawMessageDelivery } = cloud.read(resource, SubscriptionProperties);
    return {
      topicArn: TopicArn,
      protocol: Protocol,
      endpoint: Endpoint,
      rawMessageDelivery: RawMessageDelivery,
    };
  });
}
