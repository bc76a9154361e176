import { runSimulation } from '@cloud-copilot/iam-simulate';
import type { KeySpec, PolicyDocument, RoleSpec } from '../../template/deployment';
import type { AwsCall } from '../service';

export type Need = AwsCall['needs'][number];

/** A need that the role's policies do not allow, and why if that is not plain. */
export interface Denial {
  need: Need;
  reason: string | undefined;
}

// Object keys make most questions unique: without a bound the answers would pile up.
const answersMax = 20_000;

/** Answers whether a role of the template may do something, as IAM would. */
export class Iam {
  private readonly roles: Map<string, RoleSpec>;
  private readonly keyPolicies: Map<string, PolicyDocument>;
  private readonly answers = new Map<string, Denial | undefined>();

  constructor(roles: RoleSpec[], keys: KeySpec[] = []) {
    this.roles = new Map(roles.map((role) => [role.arn, role]));
    this.keyPolicies = new Map(keys.map((key) => [key.arn, key.policy]));
  }

  /** The first need that is not allowed, or undefined. */
  async findDenial(roleArn: string, needs: Need[]): Promise<Denial | undefined> {
    for (const need of needs) {
      const key = `${roleArn} ${need.action} ${need.resource} ${need.context ? JSON.stringify(need.context) : ''}`;
      let denial = this.answers.get(key);
      if (denial === undefined && !this.answers.has(key)) {
        denial = await this.simulate(roleArn, need);
        this.remember(key, denial);
      }
      if (denial) return denial;
    }
    return undefined;
  }

  private remember(key: string, denial: Denial | undefined): void {
    if (this.answers.size >= answersMax) this.answers.clear();
    this.answers.set(key, denial);
  }

  private async simulate(roleArn: string, need: Need): Promise<Denial | undefined> {
    const role = this.roles.get(roleArn);
    if (!role) return { need, reason: 'the template has no such role' };

    const accountId = roleArn.split(':')[4] ?? '';
    const result = await runSimulation(
      {
        request: {
          principal: roleArn,
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
    if (result.resultType === 'error') return { need, reason: JSON.stringify(result.errors) };
    return result.overallResult === 'Allowed' ? undefined : { need, reason: undefined };
  }
}
