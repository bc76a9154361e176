import type { FunctionRunner } from '../../lambda/runner';

/**
 * The caller behind an access key. The operator has no role, and the operator's calls are neither authorized nor
 * recorded.
 */
export type CallerIdentity =
  { kind: 'operator' } | { kind: 'role'; functionName: string; roleArn: string; requestId: string };

/** Returns undefined for an unknown access key. */
export function identifyCaller(
  accessKeyId: string,
  runner: Pick<FunctionRunner, 'caller'>,
  trustedKeys: Map<string, string | null>,
): CallerIdentity | undefined {
  const trustedRole = trustedKeys.get(accessKeyId);
  if (trustedRole === null) return { kind: 'operator' };
  if (trustedRole !== undefined) {
    const roleName = trustedRole.slice(trustedRole.lastIndexOf('/') + 1);
    return { kind: 'role', functionName: roleName, roleArn: trustedRole, requestId: '' };
  }
  const caller = runner.caller(accessKeyId);
  return caller && { kind: 'role', ...caller };
}
