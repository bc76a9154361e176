import { all, is } from '../../../../db/condition';
import { updateWrite, writeTransaction } from '../../../../db/transaction';
import { forEachRateLimited } from '../../../../async/for-each-rate-limited';
import { normalizeAddress } from '../../../../text/mailbox';
import { nowIso } from '../../../../core/time';
import { findAutomationsById } from '../find';
import type { Automation } from '../../../../db/records/automations';
import { countChangeWrite } from './counts';
import { listActiveEnrollments, enrollmentKey } from './find';
import type { CancelReason, Enrollment, EnrollmentStatus } from '../../../../db/records/enrollments';

/** What ends an enrollment. */
export type EnrollmentEnding = Partial<Enrollment> & { status: Exclude<EnrollmentStatus, 'active'> };

export const buildCancellation = (cancelReason: CancelReason): EnrollmentEnding => ({
  status: 'canceled',
  cancelReason,
  canceledAt: nowIso(),
});

/**
 * Ends an enrollment, where it is still active, and counts it as what it is now. False: it had ended. Its turn stays
 * due, and is taken out when it comes: that is cheaper here, where somebody waits.
 */
export const endEnrollment = (enrollment: Enrollment, ending: EnrollmentEnding): Promise<boolean> =>
  writeTransaction([
    updateWrite(
      enrollmentKey(enrollment),
      { set: ending },
      all(is('id', enrollment.id), is('status', 'active')),
    ),
    countChangeWrite(enrollment, { from: 'active', to: ending.status }),
  ]);

/** Somebody is to leave what they are in. */
export interface Exit {
  /** Why; of some automations only, where it depends on them. */
  reason: CancelReason | ((automation: Automation) => CancelReason | undefined);
  /** When it happened, ISO 8601: it ends nothing that began afterwards. Now, unless given. */
  at?: string;
}

/** The parts of a batch that run at once share 50 connections. */
const rateLimit = { concurrencyMax: 6, perSecondMax: Infinity };

/** Ends what the addresses are in. An address that is in nothing costs one query. Twice is as good as once. */
export const endEnrollmentsOf = (
  workspaceId: string,
  addresses: readonly string[],
  exit: Exit,
): Promise<void> =>
  forEachRateLimited(addresses, rateLimit, (address) =>
    endEnrollmentsOfAddress(workspaceId, normalizeAddress(address), exit),
  );

async function endEnrollmentsOfAddress(
  workspaceId: string,
  address: string,
  { reason, at = nowIso() }: Exit,
): Promise<void> {
  const active = (await listActiveEnrollments(workspaceId, address)).filter(
    ({ enrolledAt }) => enrolledAt <= at,
  );
  const reasonFor =
    typeof reason === 'string' ? () => reason : await loadExitReasons(workspaceId, active, reason);
  await Promise.all(
    active.map(async (enrollment) => {
      const exitReason = reasonFor(enrollment);
      if (exitReason) await endEnrollment(enrollment, buildCancellation(exitReason));
    }),
  );
}

async function loadExitReasons(
  workspaceId: string,
  enrollments: readonly Enrollment[],
  reasonOf: (automation: Automation) => CancelReason | undefined,
) {
  const ids = enrollments.map(({ automationId }) => automationId);
  const automations = await findAutomationsById(workspaceId, ids);
  return ({ automationId }: Enrollment): CancelReason | undefined => {
    const automation = automations.get(automationId);
    return automation && reasonOf(automation);
  };
}
