import { runSimulation } from '@cloud-copilot/iam-simulate';
import type { Need, Principal } from '../../packages/local/src/aws/iam/iam';
import type { ProtectedResource, RoleSpec } from '../../packages/local/src/template/deployment';

type Context = NonNullable<Need['context']>;

/** The decisions of `iam-simulate`, an independent implementation of IAM. It knows the actions and condition keys of AWS. */
export class ReferenceIam {
  constructor(
    private readonly roles: RoleSpec[],
    private readonly protectedResources: ProtectedResource[] = [],
  ) {}

  /** Returns `invalid` if AWS has no such action or if the action does not apply to such a resource. */
  async decide(
    principal: Principal,
    { action, resource, context }: Need,
  ): Promise<'allowed' | 'denied' | 'invalid'> {
    const [name, arn] =
      typeof principal === 'string' ? [principal, principal] : [principal.service, principal.sourceArn];
    const accountId = arn.split(':')[4] ?? '';
    const serviceContext: Context =
      name === arn ? {} : { 'aws:SourceArn': arn, 'aws:SourceAccount': accountId };
    const result = await runSimulation(
      {
        request: {
          principal: name,
          action,
          resource: { resource, accountId },
          contextVariables: {
            'aws:SecureTransport': 'true',
            ...withoutEmptySets(context),
            ...serviceContext,
          },
        },
        identityPolicies: this.roles
          .filter((role) => role.arn === principal)
          .flatMap(({ policies }) =>
            policies.map((policy) => ({ name: policy.name, policy: policy.document })),
          ),
        resourcePolicy: this.protectedResources.find((candidate) => candidate.arn === resource)?.policy,
        serviceControlPolicies: [],
        resourceControlPolicies: [],
      },
      {},
    );
    if (result.resultType === 'error') return 'invalid';
    return result.overallResult === 'Allowed' ? 'allowed' : 'denied';
  }
}

/**
 * For `iam-simulate`, a key with an empty set exists. For AWS, such a key is missing: the operator `Null` excludes keys
 * with empty values.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition_examples-multi-valued-context-keys.html
 */
const withoutEmptySets = (context: Context = {}): Context =>
  Object.fromEntries(
    Object.entries(context).filter(([, values]) => !Array.isArray(values) || values.length > 0),
  );
