import type { ProviderIdentity } from '../../aws/identities';
import { hourMs } from '../../time';
import type { Domain, DomainStatus, PartStatus } from './record';

/** The provider's view of a domain. `gone`: it has no such domain; `unreachable`: nobody knows. */
export type Verdict = ProviderIdentity | 'gone' | 'unreachable';

const statuses: Record<NonNullable<ProviderIdentity['dkimStatus']>, DomainStatus> = {
  SUCCESS: 'verified',
  PENDING: 'pending',
  NOT_STARTED: 'pending',
  TEMPORARY_FAILURE: 'temporary_failure',
  FAILED: 'failed',
};

export function statusAfter(before: DomainStatus, verdict: Verdict): DomainStatus {
  if (verdict === 'unreachable') return before;
  if (verdict === 'gone') return 'failed';
  return verdict.dkimStatus ? statuses[verdict.dkimStatus] : before;
}

/** From the day the domain was added, whenever its Return-Path was set. */
const mailFromPollingMs = 72 * hourMs;

export function mailFromAfter(
  { createdAt, mailFrom }: Pick<Domain, 'createdAt' | 'mailFrom'>,
  verdict: Verdict,
  at: number,
): PartStatus {
  if (verdict === 'unreachable') return mailFrom.status;
  if (verdict === 'gone') return 'failed';
  if (verdict.mailFromStatus === 'SUCCESS') return 'active';
  if (verdict.mailFromStatus === 'FAILED') return 'failed';
  // It worked before, and the provider still looks.
  if (verdict.mailFromStatus === 'TEMPORARY_FAILURE') return 'pending';
  return at - Date.parse(createdAt) < mailFromPollingMs ? 'pending' : 'failed';
}

export const needsMailFromRestart = (verdict: Verdict): boolean =>
  typeof verdict === 'object' && verdict.mailFromStatus === 'FAILED';
