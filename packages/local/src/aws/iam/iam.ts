import type { ProtectedResource, RoleSpec } from '../../template/deployment';
import type { AwsCall } from '../stand-in';
import type { Context } from './conditions';
import { accountPrincipal, compilePolicy, type Statement } from './policy';

export type Need = AwsCall['needs'][number];

/** An AWS service and the resource for which the service acts, such as SES for a receipt rule or SNS for a topic. */
export interface ServicePrincipal {
  /** `ses.amazonaws.com` */
  service: string;
  sourceArn: string;
}

/** A role's ARN, or a service. */
export type Principal = string | ServicePrincipal;

/** A denied need. `reason` is undefined if no policy allows the role to perform the action. */
export interface Denial {
  need: Need;
  reason: string | undefined;
}

interface Caller {
  /** The principals that stand for the caller: `*`, and the role's ARN or the service's name. */
  principals: string[];
  /** The principal that stands for the role's account. Services have no account. */
  account?: string;
  /** The statements of the role's policies. */
  statements: Statement[];
  context: Context;
}

/** Decides, as IAM does, whether a role of the template or a service may perform an action on a resource. */
export class Iam {
  private readonly roles: Map<string, Caller>;
  private readonly resourcePolicies: Map<string, Statement[]>;

  /** `protectedResources` have resource policies. For services, only these policies apply. */
  constructor(roles: RoleSpec[], protectedResources: ProtectedResource[] = []) {
    this.roles = new Map(roles.map((role) => [role.arn, callerOfRole(role)]));
    this.resourcePolicies = new Map(
      protectedResources.flatMap(({ arn, policy }): [string, Statement[]][] =>
        policy ? [[arn, compilePolicy(policy, 'resource', `the policy of ${arn}`)]] : [],
      ),
    );
  }

  /** The first denied need; undefined if all needs are allowed. */
  findDenial(principal: Principal, needs: Need[]): Denial | undefined {
    const caller = typeof principal === 'string' ? this.roles.get(principal) : callerOfService(principal);
    for (const need of needs) {
      const denial = caller
        ? this.findDenialOf(caller, need)
        : { need, reason: 'the template does not define this role' };
      if (denial) return denial;
    }
    return undefined;
  }

  private findDenialOf(caller: Caller, need: Need): Denial | undefined {
    const context = { 'aws:SecureTransport': 'true', ...need.context, ...caller.context };
    const covers = (statement: Statement) => statement.covers({ ...need, context });
    const policy = this.resourcePolicies.get(need.resource);
    const [own, forCaller, forAccount] = [
      caller.statements.filter(covers),
      (policy ?? []).filter((statement) => isFor(statement, caller.principals) && covers(statement)),
      (policy ?? []).filter((statement) => isFor(statement, [caller.account]) && covers(statement)),
    ];
    if ([...own, ...forCaller, ...forAccount].some(({ effect }) => effect === 'Deny'))
      return { need, reason: 'a statement denies it' };
    // The policies of roles apply to a key only if the key's policy allows the account.
    // https://docs.aws.amazon.com/kms/latest/developerguide/key-policy-default.html
    const ownApply = forAccount.length > 0 || !need.action.startsWith('kms:');
    if (forCaller.length > 0 || (ownApply && own.length > 0)) return undefined;
    return { need, reason: caller.account === undefined ? serviceDenialReason(policy) : undefined };
  }
}

const isFor = (statement: Statement, principals: (string | undefined)[]): boolean =>
  statement.principals.some((principal) => principals.includes(principal));

const serviceDenialReason = (policy: Statement[] | undefined): string =>
  policy ? 'no statement in its policy allows it' : 'it has no policy';

/** The denial in the wording of AWS. */
export function describeDenial(principal: Principal, { need, reason }: Denial): string {
  const principalName =
    typeof principal === 'string' ? principal : `${principal.service} for ${principal.sourceArn}`;
  const reasonSuffix = reason ? ` (${reason})` : '';
  return `${principalName} is not authorized to perform: ${need.action} on resource: ${need.resource}${reasonSuffix}`;
}

const callerOfRole = ({ arn, policies }: RoleSpec): Caller => ({
  principals: ['*', arn],
  account: accountPrincipal(accountOf(arn)),
  statements: policies.flatMap(({ name, document }) =>
    compilePolicy(document, 'identity', `the policy ${name} of ${arn}`),
  ),
  context: {},
});

const callerOfService = ({ service, sourceArn }: ServicePrincipal): Caller => ({
  principals: ['*', service],
  statements: [],
  context: { 'aws:SourceArn': sourceArn, 'aws:SourceAccount': accountOf(sourceArn) },
});

const accountOf = (arn: string): string => arn.split(':')[4] ?? '';
