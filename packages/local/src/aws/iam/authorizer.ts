import { AwsError } from '../stand-in';
import { describeDenial, type Iam, type Need, type Principal } from './iam';

/**
 * Authorizes actions that an AWS service performs without a signed call, as itself or under a role. No caller receives
 * a refusal of such an action, so the authorizer logs each refusal.
 */
export class Authorizer {
  constructor(
    private readonly iam: Iam,
    private readonly log: (line: string) => void,
  ) {}

  /** Throws `AwsError('AccessDenied')` for the first need that is denied. */
  refuseUnauthorized(principal: Principal, needs: Need[]): void {
    const denial = this.iam.findDenial(principal, needs);
    if (!denial) return;
    const line = describeDenial(principal, denial);
    this.log(line);
    throw new AwsError('AccessDenied', line, 403);
  }
}
