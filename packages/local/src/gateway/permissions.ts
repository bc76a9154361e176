import type { PermissionSpec } from '../template/deployment';

/** Whether an `AWS::Lambda::Permission` lets API Gateway invoke the function for this method and resource. */
export function mayInvoke(permissions: PermissionSpec[], functionName: string, sourceArn: string): boolean {
  return permissions.some(
    (permission) =>
      permission.functionName === functionName &&
      permission.principal === 'apigateway.amazonaws.com' &&
      permission.action === 'lambda:InvokeFunction' &&
      (permission.sourceArn === undefined || arnLike(permission.sourceArn, sourceArn)),
  );
}

function arnLike(pattern: string, arn: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(arn);
}
