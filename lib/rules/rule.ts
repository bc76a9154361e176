import type { Templates } from './template';

/**
 * A check for faults that cdk-nag and the validator do not find: templates that deploy, or seem to deploy, but do not
 * work.
 */
export interface TemplateRule {
  name: string;
  /** What happens on AWS if the rule is violated. */
  explanation: string;
  /** The locations of the violations: `Api/logicalId`. */
  findViolations(templates: Templates): string[];
}
