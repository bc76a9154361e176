import { isAbsent } from '../../network/resolver';

export type Verdict = 'PENDING' | 'SUCCESS' | 'FAILED' | 'TEMPORARY_FAILURE';

/** A verdict on DNS records, and since when they have been missing. */
export interface DnsState {
  status: Verdict;
  missingSince: number;
}

/** SES gives up on records that it has not found for this long. */
const patienceMs = 72 * 3_600_000;

/** What DNS says now; `unknown` when it did not answer. */
export type Finding = 'found' | 'missing' | 'unknown';

export async function lookFor(check: () => Promise<boolean>): Promise<Finding> {
  try {
    return (await check()) ? 'found' : 'missing';
  } catch (error) {
    return isAbsent(error) ? 'missing' : 'unknown';
  }
}

/** The state after a look at DNS. What was verified once is doubted for a while before it fails. */
export function judge(state: DnsState, finding: Finding, now: number): DnsState {
  if (finding === 'found') return { status: 'SUCCESS', missingSince: now };
  if (state.status === 'FAILED') return state;
  if (state.status === 'SUCCESS') return { status: 'TEMPORARY_FAILURE', missingSince: now };
  if (finding === 'missing' && now - state.missingSince > patienceMs) return { ...state, status: 'FAILED' };
  return state;
}
