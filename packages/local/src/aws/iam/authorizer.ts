import { AwsError } from '../stand-in';
import { describeDenial, type Iam, type Need, type Principal } from './iam';

/**
 * Asks IAM where no signed call comes in: for services, and for the roles under which they act. Nobody waits for their
 * answers, so each refusal is told in a line of its own.
 */
export class Authorizer {
  constructor(
    private readonly iam: Iam,
    private readonly log: (line: string) => void,
  ) {}

  /** Throws `AwsError('AccessDenied')` for the first need that is not allowed. */
  async refuseUnauthorized(principal: Principal, needs: Need[]): Promise<void> {
    const denial = await this.iam.findDenial(principal, needs);
    if (!denial) return;
    const line = describeDenial(principal, denial);
    this.log(line);
    throw new AwsError('AccessDenied', line, 403);
  }
}
