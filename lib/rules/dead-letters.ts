import { valueAt } from '../parts/template';
import type { TemplateRule } from './rule';
import { formatLocation, findResources, resolveReference, type Templates } from './template';

/** SQS moves dead letters back to the one queue that they came from. */
export const deadLettersCanBeRedriven: TemplateRule = {
  name: 'DeadLettersCanBeRedriven',
  explanation:
    'More than one source writes to these dead letters: SQS does not move them back to where they came from',
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
