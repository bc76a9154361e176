import { z } from 'zod';
import type { Cloud } from '../cloud';
import type { QueueSpec, SubscriptionSpec, TopicSpec } from '../deployment';
import { resourcePath, type Resource } from '../scope';
import { TemplateError } from '../template-error';
import { cfnBoolean } from './cfn-boolean';
import { readResourcePolicies } from './policies';

const seconds = z.coerce.number();

const QueueProperties = z.object({
  VisibilityTimeout: seconds.default(30),
  DelaySeconds: seconds.default(0),
  MessageRetentionPeriod: seconds.default(345_600),
  RedrivePolicy: z.object({ deadLetterTargetArn: z.string(), maxReceiveCount: z.coerce.number() }).optional(),
  FifoQueue: cfnBoolean.default(false),
  KmsMasterKeyId: z.string().optional(),
});

export function readQueues(cloud: Cloud): QueueSpec[] {
  const policies = readResourcePolicies(cloud, 'AWS::SQS::QueuePolicy', 'Queues');
  return cloud.resources('AWS::SQS::Queue').map((resource) => {
    const properties = cloud.read(resource, QueueProperties);
    if (properties.FifoQueue)
      throw new TemplateError(resourcePath(resource), 'FIFO queues are not supported by the local runtime');
    const name = cloud.name(resource);
    const url = cloud.options.queueUrl(name);
    const redrive = properties.RedrivePolicy;
    return {
      name,
      arn: cloud.arn(resource),
      url,
      policy: policies.get(url),
      keyArn: keyArnOf(cloud, resource, properties.KmsMasterKeyId),
      visibilityTimeoutMs: properties.VisibilityTimeout * 1000,
      delayMs: properties.DelaySeconds * 1000,
      retentionMs: properties.MessageRetentionPeriod * 1000,
      ...(redrive && {
        redrive: { deadLetterArn: redrive.deadLetterTargetArn, receivesMax: redrive.maxReceiveCount },
      }),
    };
  });
}

const TopicProperties = z.object({ KmsMasterKeyId: z.string().optional() });

export function readTopics(cloud: Cloud): TopicSpec[] {
  const policies = readResourcePolicies(cloud, 'AWS::SNS::TopicPolicy', 'Topics');
  return cloud.resources('AWS::SNS::Topic').map((resource) => {
    const arn = cloud.arn(resource);
    const { KmsMasterKeyId } = cloud.read(resource, TopicProperties);
    const keyArn = keyArnOf(cloud, resource, KmsMasterKeyId);
    return { name: cloud.name(resource), arn, policy: policies.get(arn), keyArn };
  });
}

/** Refuses AWS managed keys (`alias/aws/sns`), because their fixed policies allow no service. */
function keyArnOf(cloud: Cloud, resource: Resource, keyId: string | undefined): string | undefined {
  if (keyId === undefined) return undefined;
  const key = cloud
    .resources('AWS::KMS::Key')
    .find((candidate) => [cloud.name(candidate), cloud.arn(candidate)].includes(keyId));
  if (key) return cloud.arn(key);
  throw new TemplateError(
    `${resourcePath(resource)}.KmsMasterKeyId`,
    `${keyId} is not a key of the template`,
  );
}

const SubscriptionProperties = z.object({
  TopicArn: z.string(),
  Protocol: z.string(),
  Endpoint: z.string(),
  RawMessageDelivery: cfnBoolean.default(false),
  RedrivePolicy: z.object({ deadLetterTargetArn: z.string() }).optional(),
});

export function readSubscriptions(cloud: Cloud): SubscriptionSpec[] {
  return cloud.resources('AWS::SNS::Subscription').map((resource) => {
    const properties = cloud.read(resource, SubscriptionProperties);
    return {
      topicArn: properties.TopicArn,
      protocol: properties.Protocol,
      endpoint: properties.Endpoint,
      rawMessageDelivery: properties.RawMessageDelivery,
      deadLetterArn: properties.RedrivePolicy?.deadLetterTargetArn,
    };
  });
}
