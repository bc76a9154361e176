import { valueAt } from '../parts/template';
import type { TemplateRule } from './rule';
import { formatLocation, findResources, resolveReference, type Templates } from './template';

/** SQS can move messages back only if the dead-letter queue has a single source queue. */
export const deadLettersCanBeRedriven: TemplateRule = {
  name: 'DeadLettersCanBeRedriven',
  explanation:
    'The dead-letter queue has several source queues, so SQS cannot move messages back to their source queue',
  findViolations: (templates) => {
    const deadLetterTargets = [
      ...deadLetterQueues(templates, 'AWS::SQS::Queue'),
      ...deadLetterQueues(templates, 'AWS::SNS::Subscription'),
    ];
    return [
      ...new Set(deadLetterTargets.filter((queue, index) => deadLetterTargets.indexOf(queue) !== index)),
    ];
  },
};

const deadLetterQueues = (templates: Templates, type: string): string[] =>
  findResources(templates, type).flatMap(({ stack, resource }) => {
    const target = valueAt(resource.Properties, 'RedrivePolicy', 'deadLetterTargetArn');
    const queue = resolveReference(templates, stack, target);
    return queue ? [formatLocation(queue)] : [];
  });
