import { all, is } from '../../../../db/condition';
import { change, writeTogether } from '../../../../db/transaction';
import { runPaced } from '../../../../async/run-paced';
import { bareAddress } from '../../../../text/mailbox';
import { nowIso } from '../../../../core/time';
import { automationsWithIds } from '../find';
import type { Automation } from '../../../../db/records/automations';
import { countWrite } from './counts';
import { activeEnrolmentsOf, enrolmentKey } from './find';
import type { CancelReason, Enrolment, EnrolmentStatus } from '../../../../db/records/enrollments';

/** What ends an enrolment. */
export type Ending = Partial<Enrolment> & { status: Exclude<EnrolmentStatus, 'active'> };

export const canceled = (cancelReason: CancelReason): Ending => ({
  status: 'canceled',
  cancelReason,
  canceledAt: nowIso(),
});

/**
 * Ends an enrolment, where it is still active, and counts it as what it is now. False: it had ended. Its turn stays
 * due, and is taken out when it comes: that is cheaper here, where somebody waits.
 */
export const endEnrolment = (enrolment: Enrolment, ending: Ending): Promise<boolean> =>
  writeTogether([
    change(enrolmentKey(enrolment), { set: ending }, all(is('id', enrolment.id), is('status', 'active'))),
    countWrite(enrolment, { from: 'active', to: ending.status }),
  ]);

/** Somebody is to leave what they are in. */
export interface Exit {
  /** Why; of some automations only, where it depends on them. */
  reason: CancelReason | ((automation: Automation) => CancelReason | undefined);
  /** When it happened, ISO 8601: it ends nothing that began afterwards. Now, unless given. */
  at?: string;
}

/** The parts of a batch that run at once share 50 connections. */
const pace = { atOnceMax: 6, perSecondMax: Infinity };

/** Ends what the addresses are in. An address that is in nothing costs one query. Twice is as good as once. */
export const endEnrolments = (workspaceId: string, addresses: readonly string[], exit: Exit): Promise<void> =>
  runPaced(addresses, pace, (address) => endOf(workspaceId, bareAddress(address), exit));

async function endOf(workspaceId: string, address: string, { reason, at = nowIso() }: Exit): Promise<void> {
  const begun = (await activeEnrolmentsOf(workspaceId, address)).filter(({ enrolledAt }) => enrolledAt <= at);
  const reasonFor = typeof reason === 'string' ? () => reason : await reasonsBy(workspaceId, begun, reason);
  await Promise.all(
    begun.map(async (enrolment) => {
      const own = reasonFor(enrolment);
      if (own) await endEnrolment(enrolment, canceled(own));
    }),
  );
}

async function reasonsBy(
  workspaceId: string,
  enrolments: readonly Enrolment[],
  reasonOf: (automation: Automation) => CancelReason | undefined,
) {
  const ids = enrolments.map(({ automationId }) => automationId);
  const automations = await automationsWithIds(workspaceId, ids);
  return ({ automationId }: Enrolment): CancelReason | undefined => {
    const automation = automations.get(automationId);
    return automation && reasonOf(automation);
  };
}
