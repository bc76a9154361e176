import { valueAt } from '../parts/template';
import type { TemplateRule } from './rule';
import { formatLocation, findResources, resolveReference, type Templates } from './template';

/**
 * SQS moves dead letters back to the queues that they came from, but does not support dead letters of topics:
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_StartMessageMoveTask.html
 */
export const deadLettersCanBeRedriven: TemplateRule = {
  name: 'DeadLettersCanBeRedriven',
  explanation:
    'The dead-letter queue belongs to both queues and topics, so SQS cannot move all of its messages back to where they came from',
  findViolations: (templates) => {
    const queuesOfTopics = deadLetterQueues(templates, 'AWS::SNS::Subscription');
    const queuesOfQueues = new Set(deadLetterQueues(templates, 'AWS::SQS::Queue'));
    return [...new Set(queuesOfTopics.filter((queue) => queuesOfQueues.has(queue)))];
  },
};

const deadLetterQueues = (templates: Templates, type: string): string[] =>
  findResources(templates, type).flatMap(({ stack, resource }) => {
    const target = valueAt(resource.Properties, 'RedrivePolicy', 'deadLetterTargetArn');
    const queue = resolveReference(templates, stack, target);
    return queue ? [formatLocation(queue)] : [];
  });
