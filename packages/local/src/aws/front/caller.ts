import type { FunctionRunner } from '../../lambda/runner';

/** Who makes a call. The operator holds a trusted key without a role: its calls are neither checked nor recorded. */
export type CallerIdentity =
  { kind: 'operator' } | { kind: 'role'; functionName: string; roleArn: string; requestId: string };

/** Undefined for a key that nobody was given. */
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
