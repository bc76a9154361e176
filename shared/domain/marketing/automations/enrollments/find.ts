import { keys } from '../../../../db/keys';
import { partitionQuery } from '../../../../db/query';
import { getItem, queryAll } from '../../../../db/table';
import type { Enrollment } from '../../../../db/records/enrollments';

/** Where the enrollment stands while it is the address's last one in the automation. */
export const enrollmentKey = ({
  workspaceId,
  email,
  automationId,
}: Pick<Enrollment, 'workspaceId' | 'email' | 'automationId'>) =>
  keys.enrollment(workspaceId, email, automationId);

/** Where it stands once the address was enrolled again. */
export const pastEnrollmentKey = ({
  workspaceId,
  email,
  automationId,
  id,
}: Pick<Enrollment, 'workspaceId' | 'email' | 'automationId' | 'id'>) =>
  keys.pastEnrollment(workspaceId, email, automationId, id);

/** The enrollment with this id, as it is or was. */
export async function findEnrollment(
  enrollmentRef: Pick<Enrollment, 'workspaceId' | 'email' | 'automationId' | 'id'>,
): Promise<Enrollment | undefined> {
  const latest = await getItem(enrollmentKey(enrollmentRef));
  return latest?.id === enrollmentRef.id ? latest : getItem(pastEnrollmentKey(enrollmentRef));
}

/** All that the address is in. */
export async function listActiveEnrollments(workspaceId: string, address: string): Promise<Enrollment[]> {
  const { pk } = keys.enrollment(workspaceId, address, '');
  const enrollments = await queryAll<Enrollment>(partitionQuery(pk));
  return enrollments.filter(({ status }) => status === 'active');
}
