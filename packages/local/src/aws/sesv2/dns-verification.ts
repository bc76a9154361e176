import { isRecordAbsent } from '../../network/resolver';

export type VerificationStatus = 'PENDING' | 'SUCCESS' | 'FAILED' | 'TEMPORARY_FAILURE';

/** A verdict on DNS records, and since when they have been missing. */
export interface DnsState {
  status: VerificationStatus;
  missingSince: number;
}

/** SES gives up on records that it has not found for this long. */
const verificationTimeoutMs = 72 * 3_600_000;

/** What DNS says now; `unknown` when it did not answer. */
export type LookupResult = 'found' | 'missing' | 'unknown';

export async function lookUpRecords(check: () => Promise<boolean>): Promise<LookupResult> {
  try {
    return (await check()) ? 'found' : 'missing';
  } catch (error) {
    return isRecordAbsent(error) ? 'missing' : 'unknown';
  }
}

/** The state after a look at DNS. What was verified once is doubted for a while before it fails. */
export function nextDnsState(state: DnsState, lookupResult: LookupResult, now: number): DnsState {
  if (lookupResult === 'found') return { status: 'SUCCESS', missingSince: now };
  if (state.status === 'FAILED') return state;
  if (state.status === 'SUCCESS') return { status: 'TEMPORARY_FAILURE', missingSince: now };
  if (lookupResult === 'missing' && now - state.missingSince > verificationTimeoutMs)
    return { ...state, status: 'FAILED' };
  return state;
}
