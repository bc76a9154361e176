import { chargeWarmup } from '../../platform/domains/warmup';
import { allRecipients } from '../emails/message';
import { refuseSuspended, refuseWithoutPostalAddress } from '../policy/refusals';
import type { OutgoingEmail } from './outgoing-email';
import type { RefundableCharge } from './refundable-charge';

/**
 * The last check before SES: suspension and postal address, as they were when the recipients were charged, then the
 * warm-up allowance, which is charged as well (E-34). A refusal refunds the charge.
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
