import { letsIn } from './policies';
import type { TemplateRule } from './rule';
import { at, everywhere, referent, type Place, type Templates } from './template';

/** From the alarm to its topic, the topic's policy, and the key of an encrypted one. */
export const alarmsReachSomebody: TemplateRule = {
  name: 'AlarmsReachSomebody',
  says: 'CloudWatch may not publish: the alarm rings, and its history alone says that nobody was told',
  findIn: (templates) =>
    everywhere(templates, 'AWS::CloudWatch::Alarm')
      .filter(({ stack, resource }) => {
        const actions: unknown[] = resource.Properties.AlarmActions ?? [];
        return actions.length === 0 || !actions.every((action) => isHeard(templates, stack, action));
      })
      .map(at),
};

function isHeard(templates: Templates, stack: string, action: unknown): boolean {
  const topic = referent(templates, stack, action);
  if (topic?.resource.Type !== 'AWS::SNS::Topic') return false;
  const publish = { service: 'cloudwatch.amazonaws.com', action: 'sns:Publish', provenBy } as const;
  return letsIn(policyOf(templates, topic), publish) && mayUseKeyOf(templates, topic, publish.service);
}

/** SES tells of mail and of what became of it on topics; topics fill queues, and the queue of what they could not deliver. */
export const messagesArrive: TemplateRule = {
  name: 'MessagesArrive',
  says: 'The one who writes is not let in by the policy of what it writes to: every message is lost',
  findIn: (templates) => [
    ...everywhere(templates, 'AWS::SES::ReceiptRule')
      .filter((rule) => !toldOfMail(templates, rule))
      .map(at),
    ...everywhere(templates, 'AWS::SNS::Subscription')
      .filter((subscription) => !isDelivered(templates, subscription))
      .map(at),
  ],
};

const provenBy = 'aws:SourceAccount';

function toldOfMail(templates: Templates, { stack, resource }: Place): boolean {
  const actions: { S3Action?: { TopicArn?: unknown } }[] = resource.Properties.Rule.Actions;
  const ses = { service: 'ses.amazonaws.com', action: 'sns:Publish', provenBy } as const;
  return actions.every(({ S3Action }) => {
    const topic = referent(templates, stack, S3Action?.TopicArn);
    return topic && letsIn(policyOf(templates, topic), ses) && mayUseKeyOf(templates, topic, ses.service);
  });
}

function isDelivered(templates: Templates, { stack, resource }: Place): boolean {
  const { Protocol, Endpoint, RedrivePolicy } = resource.Properties;
  if (Protocol !== 'sqs') return true;
  const sns = { service: 'sns.amazonaws.com', action: 'sqs:SendMessage', provenBy: 'aws:SourceArn' } as const;
  return [Endpoint, RedrivePolicy?.deadLetterTargetArn].every((target) => {
    const queue = referent(templates, stack, target);
    return queue && letsIn(policyOf(templates, queue), sns) && mayUseKeyOf(templates, queue, sns.service);
  });
}

/** A key's own policy decides for services: what a role may do does not count for them. */
function mayUseKeyOf(templates: Templates, { stack, resource }: Place, service: string): boolean {
  const keyId: unknown = resource.Properties?.KmsMasterKeyId;
  if (keyId === undefined) return true;
  const key = referent(templates, stack, keyId);
  const statements = key?.resource.Properties.KeyPolicy.Statement ?? [];
  return ['kms:Decrypt', 'kms:GenerateDataKey'].every((action) =>
    letsIn(statements, { service, action, provenBy }),
  );
}

const policyTypes = [
  ['AWS::SNS::TopicPolicy', 'Topics'],
  ['AWS::SQS::QueuePolicy', 'Queues'],
] as const;

const policyOf = (templates: Templates, of: Place) =>
  policyTypes.flatMap(([type, targets]) =>
    everywhere(templates, type)
      .filter(({ stack, resource }) =>
        resource.Properties[targets].some((target: unknown) => {
          const found = referent(templates, stack, target);
          return found !== undefined && at(found) === at(of);
        }),
      )
      .flatMap(({ resource }) => resource.Properties.PolicyDocument.Statement),
  );
