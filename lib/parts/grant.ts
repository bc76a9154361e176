import type { Conditions } from 'aws-cdk-lib/aws-iam';

/** The permissions that a need grants, and the environment variables with the names of the resources. */
export interface Grant {
  actions: string[];
  resources: string[];
  environment: Record<string, string>;
  conditions?: Conditions;
}
