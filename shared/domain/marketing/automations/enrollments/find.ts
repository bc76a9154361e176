import { keys } from '../../../../db/keys';
import { partitionQuery } from '../../../../db/query';
import { getItem, queryAll } from '../../../../db/table';
import type { Enrollment } from '../../../../db/records/enrollments';

/** The key of an address's latest enrollment in an automation. */
export const enrollmentKey = ({
  workspaceId,
  email,
  automationId,
}: Pick<Enrollment, 'workspaceId' | 'email' | 'automationId'>) =>
  keys.enrollment(workspaceId, email, automationId);

/** The key to which an enrollment moves when the address is enrolled again. */
export const pastEnrollmentKey = ({
  workspaceId,
  email,
  automationId,
  id,
}: Pick<Enrollment, 'workspaceId' | 'email' | 'automationId' | 'id'>) =>
  keys.pastEnrollment(workspaceId, email, automationId, id);

/** Finds an enrollment by id, whether it is the latest or an earlier one. */
export async function findEnrollment(
  enrollmentRef: Pick<Enrollment, 'workspaceId' | 'email' | 'automationId' | 'id'>,
): Promise<Enrollment | undefined> {
  const latest = await getItem(enrollmentKey(enrollmentRef));
  return latest?.id === enrollmentRef.id ? latest : getItem(pastEnrollmentKey(enrollmentRef));
}

export async function listActiveEnrollments(workspaceId: string, address: string): Promise<Enrollment[]> {
  const { pk } = keys.enrollment(workspaceId, address, '');
  const enrollments = await queryAll<Enrollment>(partitionQuery(pk));
  return enrollments.filter(({ status }) => status === 'active');
}
