import { keys } from '../../../../db/keys';
import { inPartition } from '../../../../db/query';
import { getItem, queryAll } from '../../../../db/table';
import type { Enrolment } from '../../../../db/records/enrollments';

/** Where the enrolment stands while it is the address's last one in the automation. */
export const enrolmentKey = ({
  workspaceId,
  email,
  automationId,
}: Pick<Enrolment, 'workspaceId' | 'email' | 'automationId'>) =>
  keys.enrolment(workspaceId, email, automationId);

/** Where it stands once the address was enrolled again. */
export const pastKey = ({
  workspaceId,
  email,
  automationId,
  id,
}: Pick<Enrolment, 'workspaceId' | 'email' | 'automationId' | 'id'>) =>
  keys.pastEnrolment(workspaceId, email, automationId, id);

/** The enrolment with this id, as it is or was. */
export async function findEnrolment(
  wanted: Pick<Enrolment, 'workspaceId' | 'email' | 'automationId' | 'id'>,
): Promise<Enrolment | undefined> {
  const last = await getItem<Enrolment>(enrolmentKey(wanted));
  return last?.id === wanted.id ? last : getItem<Enrolment>(pastKey(wanted));
}

/** All that the address is in. */
export async function activeEnrolmentsOf(workspaceId: string, address: string): Promise<Enrolment[]> {
  const { pk } = keys.enrolment(workspaceId, address, '');
  const all = await queryAll<Enrolment>(inPartition(pk));
  return all.filter(({ status }) => status === 'active');
}
