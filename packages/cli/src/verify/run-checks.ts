import { ApiError, ConnectionError, TimeoutError } from '../../../sdk/src';
import { CheckFailure, CheckSkipped, type Check, type Result } from './check';
import { contextOf, type VerifyRun } from './context';
import { Interrupted } from './record-fetch';

/**
 * Runs the checks at the same time and returns their results in order. A check waits for the checks that it needs, and
 * is skipped if one of them did not pass.
 */
export async function runChecks(
  checks: readonly Check[],
  run: VerifyRun,
  onResult: (result: Result) => void,
): Promise<Result[]> {
  const running = new Map<string, Promise<Result>>();
  for (const check of checks) {
    const result = runAfterNeeds(check, run, running);
    running.set(check.id, result);
    void result.then(onResult, () => undefined);
  }
  return Promise.all(running.values());
}

async function runAfterNeeds(
  check: Check,
  run: VerifyRun,
  running: ReadonlyMap<string, Promise<Result>>,
): Promise<Result> {
  if (run.options.skipped.includes(check.id)) return skipped(check, 'left out by --skip');
  for (const id of check.needs ?? []) {
    const needed = await running.get(id);
    if (needed?.outcome !== 'passed') return skipped(check, `needs ${id}`);
  }
  const startedMs = performance.now();
  const outcome = await attempt(check, run);
  return { check, ...outcome, ms: Math.round(performance.now() - startedMs) };
}

const skipped = (check: Check, seen: string): Result => ({ check, outcome: 'skipped', seen, ms: 0 });

async function attempt(check: Check, run: VerifyRun): Promise<Pick<Result, 'outcome' | 'seen' | 'failure'>> {
  try {
    return { outcome: 'passed', seen: await check.run(contextOf(run, check.id)) };
  } catch (error) {
    if (run.signal.aborted || error instanceof Interrupted)
      return { outcome: 'skipped', seen: 'interrupted' };
    if (error instanceof CheckSkipped) return { outcome: 'skipped', seen: error.message };
    const failure = error instanceof CheckFailure ? error : failureOf(error, check, run);
    return { outcome: 'failed', seen: failure.seen, failure };
  }
}

/** Converts an error of the SDK or of `fetch`. Other errors are faults of this program. */
function failureOf(error: unknown, { id }: Check, { evidence }: VerifyRun): CheckFailure {
  const exchange = evidence.lastRefusal(id);
  const request = exchange ? `${exchange.method} ${exchange.route}` : 'a request';
  if (error instanceof ApiError) {
    const symptom = error.type === 'unknown' ? 'foreign-response' : 'refused';
    const detail = typeof error.body === 'string' ? error.body : error.summary;
    return new CheckFailure(symptom, `${request}: ${error.status} ${error.message}`, { detail }, exchange);
  }
  const code = findCode(error);
  if (error instanceof ConnectionError || error instanceof TimeoutError || code !== undefined)
    return new CheckFailure(
      'unreachable',
      `${request}: ${messageOf(error)}`,
      { detail: code ?? 'TIMEOUT' },
      exchange,
    );
  throw error;
}

interface ErrorLike {
  name?: string;
  message?: string;
  code?: unknown;
  cause?: unknown;
}

const isErrorLike = (value: unknown): value is ErrorLike => typeof value === 'object' && value !== null;

/** The code of the innermost cause, such as `ENOTFOUND`. */
function findCode(error: unknown): string | undefined {
  if (!isErrorLike(error)) return undefined;
  if (error.name === 'TimeoutError') return 'TIMEOUT';
  return findCode(error.cause) ?? (typeof error.code === 'string' ? error.code : undefined);
}

/** The message of the innermost cause. */
function messageOf(error: unknown): string {
  if (!isErrorLike(error)) return String(error);
  return isErrorLike(error.cause) ? messageOf(error.cause) : error.message || (findCode(error) ?? 'failed');
}
