import { runSimulation } from '@cloud-copilot/iam-simulate';
import type { ProtectedResource, PolicyDocument, RoleSpec } from '../../template/deployment';
import type { AwsCall } from '../stand-in';
import { Conditions } from './conditions';
import { Resources } from './resources';

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

type Decision = { isAllowed: true } | { isAllowed: false; reason: string | undefined };

interface ResolvedPrincipal {
  /** The role's ARN or the service's name. */
  name: string;
  isService: boolean;
  accountId: string;
  policies: RoleSpec['policies'];
  conditions: Conditions;
  resources: Resources;
  context: Record<string, string>;
}

interface ResourcePolicy {
  document: PolicyDocument;
  conditions: Conditions;
}

// The cache needs a limit, because policies with variables make each request unique.
const decisionsMax = 20_000;

const noConditions = new Conditions([]);
const noResources = new Resources([]);

/** Decides, as IAM does, whether a role of the template or a service may perform an action on a resource. */
export class Iam {
  private readonly roles: Map<string, ResolvedPrincipal>;
  private readonly resourcePolicies: Map<string, ResourcePolicy>;
  private readonly decisions = new Map<string, Decision>();

  /** `protectedResources` have resource policies. For services, only these policies apply. */
  constructor(roles: RoleSpec[], protectedResources: ProtectedResource[] = []) {
    this.roles = new Map(roles.map((role) => [role.arn, principalOfRole(role)]));
    this.resourcePolicies = new Map(
      protectedResources.flatMap(({ arn, policy }): [string, ResourcePolicy][] =>
        policy ? [[arn, { document: policy, conditions: new Conditions([policy]) }]] : [],
      ),
    );
  }

  /** The first denied need; undefined if all needs are allowed. */
  async findDenial(principal: Principal, needs: Need[]): Promise<Denial | undefined> {
    for (const need of needs) {
      const response = await this.response(principal, need);
      if (!response.isAllowed) return { need, reason: response.reason };
    }
    return undefined;
  }

  private async response(principal: Principal, { action, resource, context }: Need): Promise<Decision> {
    const resolvedPrincipal =
      typeof principal === 'string' ? this.roles.get(principal) : principalOfService(principal);
    if (!resolvedPrincipal) return { isAllowed: false, reason: 'the template does not define this role' };

    const need = { action, resource, context: { ...context, ...resolvedPrincipal.context } };
    const protectedResources = this.resourcePolicies.get(resource);
    const resourceFingerprint = protectedResources
      ? resource
      : resolvedPrincipal.resources.fingerprint(resource);
    const contextFingerprints = [resolvedPrincipal.conditions, protectedResources?.conditions].map(
      (conditions) => conditions?.fingerprint(need.context),
    );
    const cacheKey = [resolvedPrincipal.name, action, resourceFingerprint, ...contextFingerprints].join(' ');
    const cachedDecision = this.decisions.get(cacheKey);
    if (cachedDecision) return cachedDecision;
    const response = await this.simulate(resolvedPrincipal, need);
    if (this.decisions.size >= decisionsMax) this.decisions.clear();
    this.decisions.set(cacheKey, response);
    return response;
  }

  private async simulate(resolvedPrincipal: ResolvedPrincipal, need: Need): Promise<Decision> {
    const resourcePolicy = this.resourcePolicies.get(need.resource)?.document;
    const result = await runSimulation(
      {
        request: {
          principal: resolvedPrincipal.name,
          action: need.action,
          resource: { resource: need.resource, accountId: resolvedPrincipal.accountId },
          contextVariables: { 'aws:SecureTransport': 'true', ...need.context },
        },
        identityPolicies: resolvedPrincipal.policies.map(({ name, document }) => ({
          name,
          policy: document,
        })),
        resourcePolicy,
        serviceControlPolicies: [],
        resourceControlPolicies: [],
      },
      {},
    );
    if (result.resultType === 'error') return { isAllowed: false, reason: JSON.stringify(result.errors) };
    if (result.overallResult === 'Allowed') return { isAllowed: true };
    if (result.overallResult === 'ExplicitlyDenied')
      return { isAllowed: false, reason: 'a statement denies it' };
    return {
      isAllowed: false,
      reason: resolvedPrincipal.isService ? serviceDenialReason(resourcePolicy) : undefined,
    };
  }
}

const serviceDenialReason = (policy: PolicyDocument | undefined): string =>
  policy ? 'no statement in its policy allows it' : 'it has no policy';

/** The denial in the wording of AWS. */
export function describeDenial(principal: Principal, { need, reason }: Denial): string {
  const principalName =
    typeof principal === 'string' ? principal : `${principal.service} for ${principal.sourceArn}`;
  const reasonSuffix = reason ? ` (${reason})` : '';
  return `${principalName} is not authorized to perform: ${need.action} on resource: ${need.resource}${reasonSuffix}`;
}

function principalOfRole({ arn, policies }: RoleSpec): ResolvedPrincipal {
  const documents = policies.map(({ document }) => document);
  const [conditions, resources] = [new Conditions(documents), new Resources(documents)];
  return {
    name: arn,
    isService: false,
    accountId: accountOf(arn),
    policies,
    conditions,
    resources,
    context: {},
  };
}

function principalOfService({ service, sourceArn }: ServicePrincipal): ResolvedPrincipal {
  const accountId = accountOf(sourceArn);
  const context = { 'aws:SourceArn': sourceArn, 'aws:SourceAccount': accountId };
  return {
    name: service,
    isService: true,
    accountId,
    policies: [],
    conditions: noConditions,
    resources: noResources,
    context,
  };
}

const accountOf = (arn: string): string => arn.split(':')[4] ?? '';
