import { listAt, valueAt } from '../parts/template';
import { allowsService } from './policies';
import type { TemplateRule } from './rule';
import {
  formatLocation,
  findResources,
  resolveReference,
  type ResourceLocation,
  type Templates,
} from './template';

/** Checks the topic of each alarm, the policy of the topic, and the key of an encrypted topic. */
export const alarmsReachTopics: TemplateRule = {
  name: 'AlarmsReachTopics',
  explanation:
    'CloudWatch may not publish to the topic. The alarm then notifies no subscriber, and only the history of the alarm shows the failure',
  findViolations: (templates) =>
    findResources(templates, 'AWS::CloudWatch::Alarm')
      .filter(({ stack, resource }) => {
        const actions = listAt(resource.Properties, 'AlarmActions');
        return actions.length === 0 || !actions.every((action) => canPublish(templates, stack, action));
      })
      .map(formatLocation),
};

function canPublish(templates: Templates, stack: string, action: unknown): boolean {
  const topic = resolveReference(templates, stack, action);
  if (topic?.resource.Type !== 'AWS::SNS::Topic') return false;
  const publish = {
    service: 'cloudwatch.amazonaws.com',
    action: 'sns:Publish',
    sourceCondition: 'aws:SourceAccount',
  } as const;
  return allowsService(policyOf(templates, topic), publish) && mayUseKeyOf(templates, topic, publish.service);
}

/**
 * Checks that SES may publish received mail and email events to topics, and that topics may deliver to queues and
 * dead-letter queues.
 */
export const messagesAreDeliverable: TemplateRule = {
  name: 'MessagesAreDeliverable',
  explanation:
    'The policy of the target does not allow the service to write messages, so every message is lost',
  findViolations: (templates) => [
    ...findResources(templates, 'AWS::SES::ReceiptRule')
      .filter((rule) => !canNotifyOfMail(templates, rule))
      .map(formatLocation),
    ...findResources(templates, 'AWS::SNS::Subscription')
      .filter((subscription) => !canDeliver(templates, subscription))
      .map(formatLocation),
  ],
};

const sourceCondition = 'aws:SourceAccount';

function canNotifyOfMail(templates: Templates, { stack, resource }: ResourceLocation): boolean {
  const actions = listAt(resource.Properties, 'Rule', 'Actions');
  const ses = {
    service: 'ses.amazonaws.com',
    action: 'sns:Publish',
    sourceCondition: 'aws:SourceArn',
  } as const;
  return actions.every((action) => {
    const topic = resolveReference(templates, stack, valueAt(action, 'S3Action', 'TopicArn'));
    return (
      topic && allowsService(policyOf(templates, topic), ses) && mayUseKeyOf(templates, topic, ses.service)
    );
  });
}

function canDeliver(templates: Templates, { stack, resource }: ResourceLocation): boolean {
  const { Properties } = resource;
  if (valueAt(Properties, 'Protocol') !== 'sqs') return true;
  const sns = {
    service: 'sns.amazonaws.com',
    action: 'sqs:SendMessage',
    sourceCondition: 'aws:SourceArn',
  } as const;
  const targets = [
    valueAt(Properties, 'Endpoint'),
    valueAt(Properties, 'RedrivePolicy', 'deadLetterTargetArn'),
  ];
  return targets.every((target) => {
    const queue = resolveReference(templates, stack, target);
    return (
      queue && allowsService(policyOf(templates, queue), sns) && mayUseKeyOf(templates, queue, sns.service)
    );
  });
}

/**
 * Whether the policy of the topic's key allows the service. AWS services need access through the key policy, because
 * the permissions of a role do not apply to services.
 */
function mayUseKeyOf(templates: Templates, { stack, resource }: ResourceLocation, service: string): boolean {
  const keyId = valueAt(resource.Properties, 'KmsMasterKeyId');
  if (keyId === undefined) return true;
  const key = resolveReference(templates, stack, keyId);
  const statements = listAt(key?.resource.Properties, 'KeyPolicy', 'Statement');
  return ['kms:Decrypt', 'kms:GenerateDataKey'].every((action) =>
    allowsService(statements, { service, action, sourceCondition }),
  );
}

const policyTypes = [
  ['AWS::SNS::TopicPolicy', 'Topics'],
  ['AWS::SQS::QueuePolicy', 'Queues'],
] as const;

const policyOf = (templates: Templates, of: ResourceLocation): unknown[] =>
  policyTypes.flatMap(([type, targets]) =>
    findResources(templates, type)
      .filter(({ stack, resource }) =>
        listAt(resource.Properties, targets).some((target) => {
          const found = resolveReference(templates, stack, target);
          return found !== undefined && formatLocation(found) === formatLocation(of);
        }),
      )
      .flatMap(({ resource }) => listAt(resource.Properties, 'PolicyDocument', 'Statement')),
  );
