import type { ProviderIdentity } from '../../../aws/identities';
import { hourMs } from '../../../core/time';
import type { Domain, DomainStatus, SetupStatus } from '../../../db/records/domains';

/** The domain at SES. `gone`: SES has no identity that this service created. `unreachable`: SES did not respond. */
export type ProviderView = ProviderIdentity | 'gone' | 'unreachable';

const statusByDkimStatus: Record<NonNullable<ProviderIdentity['dkimStatus']>, DomainStatus> = {
  SUCCESS: 'verified',
  PENDING: 'pending',
  NOT_STARTED: 'pending',
  TEMPORARY_FAILURE: 'temporary_failure',
  FAILED: 'failed',
};

export function nextDomainStatus(currentStatus: DomainStatus, view: ProviderView): DomainStatus {
  if (view === 'unreachable') return currentStatus;
  if (view === 'gone') return 'failed';
  return view.dkimStatus ? statusByDkimStatus[view.dkimStatus] : currentStatus;
}

/**
 * How long the Return-Path stays pending after the creation of the domain, regardless of when the Return-Path was set
 * up.
 */
const mailFromPollingMs = 72 * hourMs;

export function nextMailFromStatus(
  { createdAt, mailFrom }: Pick<Domain, 'createdAt' | 'mailFrom'>,
  view: ProviderView,
  at: number,
): SetupStatus {
  if (view === 'unreachable') return mailFrom.status;
  if (view === 'gone') return 'failed';
  if (view.mailFromStatus === 'SUCCESS') return 'active';
  if (view.mailFromStatus === 'FAILED') return 'failed';
  // The Return-Path worked before, and SES is checking it again.
  if (view.mailFromStatus === 'TEMPORARY_FAILURE') return 'pending';
  return at - Date.parse(createdAt) < mailFromPollingMs ? 'pending' : 'failed';
}

export const needsMailFromRestart = (view: ProviderView): boolean =>
  typeof view === 'object' && view.mailFromStatus === 'FAILED';
