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

/** The changes that end an enrollment. */
export type EnrollmentEnding = Partial<Enrollment> & { status: Exclude<EnrollmentStatus, 'active'> };

export const buildCancellation = (cancelReason: CancelReason): EnrollmentEnding => ({
  status: 'canceled',
  cancelReason,
  canceledAt: nowIso(),
});

/**
 * Ends an active enrollment and updates the counts. Returns false if the enrollment had already ended. The schedule
 * entry stays due until `sendStep` unschedules it, which saves a write while the client waits.
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

/** Why and when the enrollments of an address end. */
export interface Exit {
  /** The reason, or a function that decides per automation whether its enrollment ends. */
  reason: CancelReason | ((automation: Automation) => CancelReason | undefined);
  /** When the cause occurred, in ISO 8601. Does not affect later enrollments. Defaults to now. */
  at?: string;
}

/** Up to eight batches of addresses run concurrently and share the 50 connections of the DynamoDB client. */
const rateLimit = { concurrencyMax: 6, perSecondMax: Infinity };

/** Ends the active enrollments of the addresses. Idempotent. An address without enrollments costs one query. */
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
