import { attributeNotExists, all, any, ifPresent, lessThan, type Condition } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { requestLeaseMs } from '../../../db/lease';
import { updateItem } from '../../../db/table';
import { now } from '../../../core/time';
import type { Email, ReconciledEngagement } from '../../../db/records/emails';
import type { HeldEngagement } from './hold-engagement';
import { isInRange } from './reconciliation-range';

export const isLeased = ({ engagement: { leaseUntil = 0 } }: Email): boolean => leaseUntil >= now();

/** Whether a worker with a lease has processed the event since its hold ended. */
export const isReconciled = (
  { engagement: { reconciled } }: Email,
  { occurredAt, classifyAt }: HeldEngagement,
): boolean =>
  reconciled !== undefined &&
  occurredAt !== undefined &&
  reconciled.at >= classifyAt &&
  isInRange(reconciled, occurredAt);

export async function acquireEngagementLease({ workspaceId, id }: Email): Promise<boolean> {
  const set = { 'engagement.leaseUntil': now() + requestLeaseMs };
  const isFree: Condition<Email> = any(
    attributeNotExists('engagement.leaseUntil'),
    lessThan('engagement.leaseUntil', now()),
  );
  return (await updateItem(keys.email(workspaceId, id), { set }, all(ifPresent, isFree))) !== undefined;
}

/** Ends the lease, and records what the worker has processed. */
export async function releaseEngagementLease(
  { workspaceId, id }: Email,
  reconciled: ReconciledEngagement | undefined,
): Promise<void> {
  const set = { 'engagement.reconciled': reconciled, 'engagement.leaseUntil': 0 };
  await updateItem(keys.email(workspaceId, id), { set }, ifPresent);
}
