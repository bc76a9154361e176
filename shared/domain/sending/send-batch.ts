import type { Ctx } from '../../ctx';
import { ApiError, invalidRequest, presentError, type ErrorDetail } from '../../errors';
import { logger } from '../../logger';
import { domainOf } from '../../text/mailbox';
import { partId } from '../../time';
import { validate } from '../../validate';
import { BatchSchema } from './batch-request';
import { undeliverableDomains } from '../checks/deliverable';
import type { SendResponse } from '../emails/present';
import { sendEmail } from './send';
import { hasTooManyRecipients, SendRequestSchema } from './send-request';

const outOfTimeMs = 22_000;

type Outcome = ({ ok: true } & SendResponse) | ({ ok: false } & ReturnType<typeof presentError>);

/** Sends each entry on its own, in their order (core.md, "Batch"). */
export async function sendBatch(ctx: Ctx, body: unknown): Promise<{ data: Outcome[]; failed: number }> {
  const entries = validate(BatchSchema, body);
  const domains = domainsOf(entries);
  // One look-up for all of them: domains that do not answer would else hold up each entry in turn.
  await undeliverableDomains(domains);
  const startedAt = performance.now();
  const data: Outcome[] = [];
  for (const [index, entry] of entries.entries()) {
    const isOutOfTime = performance.now() - startedAt > outOfTimeMs;
    data.push(isOutOfTime ? failure(notTried()) : await sendEntry(ctx, index, entry));
  }
  return { data, failed: data.filter(({ ok }) => !ok).length };
}

/**
 * The domains of all recipients. One entry that is none refuses them all; one with too many recipients fails alone,
 * unread.
 */
function domainsOf(entries: readonly unknown[]): string[] {
  const read = entries.map((entry) => (hasTooManyRecipients(entry) ? { domains: [] } : readEntry(entry)));
  const details = read.flatMap(({ problems = [] }, index) =>
    problems.map((problem) => ({ ...problem, path: [index, ...problem.path] })),
  );
  if (details.length > 0) throw invalidRequest('Validation failed', details.slice(0, 100));
  return read.flatMap(({ domains }) => domains);
}

function readEntry(entry: unknown): { domains: string[]; problems?: readonly ErrorDetail[] } {
  try {
    const { to, cc = [], bcc = [] } = validate(SendRequestSchema, entry);
    return { domains: [to, cc, bcc].flat().map(({ address }) => domainOf(address)) };
  } catch (error) {
    if (error instanceof ApiError && error.details) return { domains: [], problems: error.details };
    throw error;
  }
}

/** Under an id that a retry of the batch derives again, so that it finds what was sent. */
async function sendEntry(ctx: Ctx, index: number, entry: unknown): Promise<Outcome> {
  const { id, isRetry } = ctx.operation;
  try {
    const sent = await sendEmail({ ...ctx, operation: { id: partId(id, index), isRetry } }, entry);
    return { ok: true, ...sent };
  } catch (error) {
    // Whether this entry left is known in ten minutes: until then the batch has no answer that could be stored.
    if (error instanceof ApiError && error.type === 'idempotency_in_progress') throw error;
    return failure(error);
  }
}

function failure(error: unknown): Outcome {
  if (error instanceof ApiError) return { ok: false, ...presentError(error) };
  logger.error('batch entry failed', { error });
  return {
    ok: false,
    ...presentError(
      new ApiError('internal_error', 'Something went wrong here. Check the log before you send this again.'),
    ),
  };
}

const notTried = () =>
  new ApiError('service_unavailable', 'The batch took too long: this entry was not tried. Send it again.');
