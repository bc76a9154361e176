import type { FunctionRunner } from '../../lambda/runner';

/**
 * The caller behind an access key. The operator has no role. The runtime does not check permissions for the operator's
 * calls and does not record the calls.
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
