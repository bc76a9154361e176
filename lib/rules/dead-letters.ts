import type { TemplateRule } from './rule';
import { at, everywhere, referent, type Templates } from './template';

/** SQS moves dead letters back to the one queue that they came from. */
export const deadLettersCanBeRedriven: TemplateRule = {
  name: 'DeadLettersCanBeRedriven',
  says: 'More than one source writes to these dead letters: SQS does not move them back to where they came from',
  findIn: (templates) => {
    const sources = [
      ...deadLetterQueues(templates, 'AWS::SQS::Queue'),
      ...deadLetterQueues(templates, 'AWS::SNS::Subscription'),
    ];
    return [...new Set(sources.filter((queue, index) => sources.indexOf(queue) !== index))];
  },
};

const deadLetterQueues = (templates: Templates, type: string): string[] =>
  everywhere(templates, type).flatMap(({ stack, resource }) => {
    const queue = referent(templates, stack, resource.Properties?.RedrivePolicy?.deadLetterTargetArn);
    return queue ? [at(queue)] : [];
  });
