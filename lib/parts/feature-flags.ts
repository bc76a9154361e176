/**
 * The CDK's feature flags that affect the templates of the service. Each stack of the service sets them for itself, so
 * that the flags of the surrounding app change nothing here, and these flags change nothing in the app's other stacks.
 */
export const featureFlags: Readonly<Record<string, unknown>> = {
  // Uses Fn::GetStackOutput instead of exports (docs/decisions/0001-stacks-under-500-resources.md).
  '@aws-cdk/core:defaultCrossStackReferences': 'weak',
  '@aws-cdk/aws-ecs-patterns:uniqueTargetGroupId': true,
  '@aws-cdk/aws-ecs:disableExplicitDeploymentControllerForCircuitBreaker': true,
  '@aws-cdk/aws-ecs:removeDefaultDeploymentAlarm': true,
  '@aws-cdk/aws-iam:minimizePolicies': true,
};
