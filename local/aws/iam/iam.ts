import { runSimulation } from '@cloud-copilot/iam-simulate';
import type { KeySpec, PolicyDocument, RoleSpec } from '../../template/deployment';
import type { AwsCall } from '../service';
import { Conditions } from './conditions';

export type Need = AwsCall['needs'][number];

/** A need that the role's policies do not allow, and why if that is not plain. */
export interface Denial {
  need: Need;
  reason: string | undefined;
}

type Answer = { isAllowed: true } | { isAllowed: false; reason: string | undefined };

interface Role extends RoleSpec {
  conditions: Conditions;
}

// Object keys make most questions unique: without a bound the answers would pile up.
const answersMax = 20_000;

/** Answers whether a role of the template may do something, as IAM would. */
export class Iam {
  private readonly roles: Map<string, Role>;
  private readonly keyPolicies: Map<string, PolicyDocument>;
  private readonly answers = new Map<string, Answer>();

  constructor(roles: RoleSpec[], keys: KeySpec[] = []) {
    this.keyPolicies = new Map(keys.map((key) => [key.arn, key.policy]));
    this.roles = new Map(roles.map((role) => [role.arn, { ...role, conditions: this.conditionsOf(role) }]));
  }

  /** The first need that is not allowed, or undefined. */
  async findDenial(roleArn: string, needs: Need[]): Promise<Denial | undefined> {
    for (const need of needs) {
      const answer = await this.answer(roleArn, need);
      if (!answer.isAllowed) return { need, reason: answer.reason };
    }
    return undefined;
  }

  private conditionsOf(role: RoleSpec): Conditions {
    return new Conditions([...role.policies.map(({ document }) => document), ...this.keyPolicies.values()]);
  }

  private async answer(roleArn: string, need: Need): Promise<Answer> {
    const role = this.roles.get(roleArn);
    if (!role) return { isAllowed: false, reason: 'the template has no such role' };

    const question = `${roleArn} ${need.action} ${need.resource} ${role.conditions.marks(need.context)}`;
    const known = this.answers.get(question);
    if (known) return known;
    const answer = await this.simulate(role, need);
    if (this.answers.size >= answersMax) this.answers.clear();
    this.answers.set(question, answer);
    return answer;
  }

  private async simulate(role: Role, need: Need): Promise<Answer> {
    const accountId = role.arn.split(':')[4] ?? '';
    const result = await runSimulation(
      {
        request: {
          principal: role.arn,
          action: need.action,
          resource: { resource: need.resource, accountId },
          contextVariables: { 'aws:SecureTransport': 'true', ...need.context },
        },
        identityPolicies: role.policies.map(({ name, document }) => ({ name, policy: document })),
        resourcePolicy: this.keyPolicies.get(need.resource),
        serviceControlPolicies: [],
        resourceControlPolicies: [],
      },
      {},
    );
    if (result.resultType === 'error') return { isAllowed: false, reason: JSON.stringify(result.errors) };
    return result.overallResult === 'Allowed' ? { isAllowed: true } : { isAllowed: false, reason: undefined };
  }
}
