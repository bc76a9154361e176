import type { Templates } from './template';

/** Something that deploys well, or seems to, and does not work: what neither cdk-nag nor the validator looks at. */
export interface TemplateRule {
  name: string;
  /** What happens on AWS where it is broken. */
  explanation: string;
  /** Where it is broken: `Api/logicalId`. */
  findViolations(templates: Templates): string[];
}
