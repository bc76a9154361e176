import type { Templates } from './template';

/**
 * A check for faults that deploy, or seem to deploy, and do not work. Neither cdk-nag nor the validator checks them.
 */
export interface TemplateRule {
  name: string;
  /** What happens on AWS if the rule is violated. */
  explanation: string;
  /** The locations of the violations: `Api/logicalId`. */
  findViolations(templates: Templates): string[];
}
