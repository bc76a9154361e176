import { isRecordAbsent } from '../../network/resolver';

export type VerificationStatus = 'PENDING' | 'SUCCESS' | 'FAILED' | 'TEMPORARY_FAILURE';

/** The verification status of DNS records, and the time at which they went missing. */
export interface DnsState {
  status: VerificationStatus;
  missingSince: number;
}

/** SES stops looking for records that have been missing for this long. */
const verificationTimeoutMs = 72 * 3_600_000;

/** The result of a DNS lookup; `unknown` if the resolver failed. */
export type LookupResult = 'found' | 'missing' | 'unknown';

export async function lookUpRecords(check: () => Promise<boolean>): Promise<LookupResult> {
  try {
    return (await check()) ? 'found' : 'missing';
  } catch (error) {
    return isRecordAbsent(error) ? 'missing' : 'unknown';
  }
}

/**
 * The state after a lookup. If the lookup does not find records that were verified, the status becomes
 * `TEMPORARY_FAILURE`. The status becomes `FAILED` only if the records are still missing after the timeout.
 */
export function nextDnsState(state: DnsState, lookupResult: LookupResult, now: number): DnsState {
  if (lookupResult === 'found') return { status: 'SUCCESS', missingSince: now };
  if (state.status === 'FAILED') return state;
  if (state.status === 'SUCCESS') return { status: 'TEMPORARY_FAILURE', missingSince: now };
  if (lookupResult === 'missing' && now - state.missingSince > verificationTimeoutMs)
    return { ...state, status: 'FAILED' };
  return state;
}
