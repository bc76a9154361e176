import type { Templates } from './template';

/**
 * A check for templates that deploy, or seem to deploy, but do not work. cdk-nag and the validator miss these faults.
 */
export interface TemplateRule {
  name: string;
  /** What happens on AWS if the rule is violated. */
  explanation: string;
  /** The locations of the violations: `Api/logicalId`. */
  findViolations(templates: Templates): string[];
}
