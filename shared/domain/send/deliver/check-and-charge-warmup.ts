import { chargeWarmup } from '../../platform/domains/warmup';
import { allRecipients } from '../emails/message';
import { refuseSuspended, refuseWithoutPostalAddress } from '../policy/refusals';
import type { OutgoingEmail } from './outgoing-email';
import type { RefundableCharge } from './refundable-charge';

/**
 * Makes the last checks before the submission to SES: suspension and postal address, as they were when the recipients
 * were charged. Then charges the warm-up allowance (E-34). A refusal refunds the earlier charge.
 */
export async function checkAndChargeWarmup(
  { message, domain }: Pick<OutgoingEmail, 'message' | 'domain'>,
  charge: RefundableCharge,
): Promise<RefundableCharge> {
  const { workspace, refund } = charge;
  try {
    refuseSuspended(workspace);
    refuseWithoutPostalAddress(message, workspace);
    if (message.riskClass === 'transactional') return charge;
    const refundWarmup = await chargeWarmup(domain, allRecipients(message).length);
    const refundBoth = async () => {
      await Promise.all([refund(), refundWarmup()]);
    };
    return { workspace, refund: refundBoth };
  } catch (error) {
    await refund();
    throw error;
  }
}
