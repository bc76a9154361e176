import { AwsError } from '../stand-in';
import { describeDenial, type Iam, type Need, type Principal } from './iam';

/**
 * Authorizes what AWS services do without a signed call, as themselves or under a role. No caller would see a refusal,
 * so each one is logged.
 */
export class Authorizer {
  constructor(
    private readonly iam: Iam,
    private readonly log: (line: string) => void,
  ) {}

  /** Throws `AwsError('AccessDenied')` for the first need that is denied. */
  async refuseUnauthorized(principal: Principal, needs: Need[]): Promise<void> {
    const denial = await this.iam.findDenial(principal, needs);
    if (!denial) return;
    const line = describeDenial(principal, denial);
    this.log(line);
    throw new AwsError('AccessDenied', line, 403);
  }
}
