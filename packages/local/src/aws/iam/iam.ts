import { runSimulation } from '@cloud-copilot/iam-simulate';
import type { Guarded, PolicyDocument, RoleSpec } from '../../template/deployment';
import type { AwsCall } from '../service';
import { Conditions } from './conditions';
import { Resources } from './resources';

export type Need = AwsCall['needs'][number];

/** A service of AWS, and the resource of the account for which it acts: SES for a receipt rule, SNS for a topic. */
export interface ServicePrincipal {
  /** `ses.amazonaws.com` */
  service: string;
  sourceArn: string;
}

/** A role by its ARN, or a service. */
export type Principal = string | ServicePrincipal;

/** A need that no policy allows, or that one denies, and why if that is not plain. */
export interface Denial {
  need: Need;
  reason: string | undefined;
}

type Answer = { isAllowed: true } | { isAllowed: false; reason: string | undefined };

interface Actor {
  /** A role's ARN, or a service's name. */
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

// Some questions are unique, as those of policies with variables: without a bound the answers would pile up.
const answersMax = 20_000;

const noConditions = new Conditions([]);
const noResources = new Resources([]);

/** Answers whether a role of the template, or a service, may do something, as IAM would. */
export class Iam {
  private readonly roles: Map<string, Actor>;
  private readonly resourcePolicies: Map<string, ResourcePolicy>;
  private readonly answers = new Map<string, Answer>();

  /** `guarded`: what has a policy of its own. A service has none: it may do what that of the resource allows. */
  constructor(roles: RoleSpec[], guarded: Guarded[] = []) {
    this.roles = new Map(roles.map((role) => [role.arn, actorOfRole(role)]));
    this.resourcePolicies = new Map(
      guarded.flatMap(({ arn, policy }): [string, ResourcePolicy][] =>
        policy ? [[arn, { document: policy, conditions: new Conditions([policy]) }]] : [],
      ),
    );
  }

  /** The first need that is not allowed, or undefined. */
  async findDenial(principal: Principal, needs: Need[]): Promise<Denial | undefined> {
    for (const need of needs) {
      const answer = await this.answer(principal, need);
      if (!answer.isAllowed) return { need, reason: answer.reason };
    }
    return undefined;
  }

  private async answer(principal: Principal, { action, resource, context }: Need): Promise<Answer> {
    const actor = typeof principal === 'string' ? this.roles.get(principal) : actorOfService(principal);
    if (!actor) return { isAllowed: false, reason: 'the template has no such role' };

    const need = { action, resource, context: { ...context, ...actor.context } };
    const guarded = this.resourcePolicies.get(resource);
    const asked = guarded ? resource : actor.resources.marks(resource);
    const marks = [actor.conditions, guarded?.conditions].map((conditions) =>
      conditions?.marks(need.context),
    );
    const question = [actor.name, action, asked, ...marks].join(' ');
    const known = this.answers.get(question);
    if (known) return known;
    const answer = await this.simulate(actor, need);
    if (this.answers.size >= answersMax) this.answers.clear();
    this.answers.set(question, answer);
    return answer;
  }

  private async simulate(actor: Actor, need: Need): Promise<Answer> {
    const resourcePolicy = this.resourcePolicies.get(need.resource)?.document;
    const result = await runSimulation(
      {
        request: {
          principal: actor.name,
          action: need.action,
          resource: { resource: need.resource, accountId: actor.accountId },
          contextVariables: { 'aws:SecureTransport': 'true', ...need.context },
        },
        identityPolicies: actor.policies.map(({ name, document }) => ({ name, policy: document })),
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
    return { isAllowed: false, reason: actor.isService ? whyNotLetIn(resourcePolicy) : undefined };
  }
}

const whyNotLetIn = (policy: PolicyDocument | undefined): string =>
  policy ? 'no statement of its policy allows it' : 'it has no policy';

/** As AWS words it. */
export function describeDenial(principal: Principal, { need, reason }: Denial): string {
  const who = typeof principal === 'string' ? principal : `${principal.service} for ${principal.sourceArn}`;
  const because = reason ? ` (${reason})` : '';
  return `${who} is not authorized to perform: ${need.action} on resource: ${need.resource}${because}`;
}

function actorOfRole({ arn, policies }: RoleSpec): Actor {
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

function actorOfService({ service, sourceArn }: ServicePrincipal): Actor {
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
