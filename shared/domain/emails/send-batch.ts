import type { Ctx } from '../../ctx';
import { ApiError, invalidRequest, presentError, type ErrorDetail } from '../../errors';
import { logger } from '../../logger';
import { partId } from '../../time';
import { validate } from '../../validate';
import { BatchSchema } from './batch-request';
import type { SendResponse } from './present';
import { sendEmail } from './send';
import { hasTooManyRecipients, SendRequestSchema } from './send-request';

const outOfTimeMs = 22_000;

type Outcome = ({ ok: true } & SendResponse) | ({ ok: false } & ReturnType<typeof presentError>);

/** Sends each entry on its own, in their order (core.md, "Batch"). */
export async function sendBatch(ctx: Ctx, body: unknown): Promise<{ data: Outcome[]; failed: number }> {
  const entries = validate(BatchSchema, body);
  refuseInvalidEntries(entries);
  const startedAt = performance.now();
  const data: Outcome[] = [];
  for (const [index, entry] of entries.entries()) {
    const isOutOfTime = performance.now() - startedAt > outOfTimeMs;
    data.push(isOutOfTime ? failure(notTried()) : await sendEntry(ctx, index, entry));
  }
  return { data, failed: data.filter(({ ok }) => !ok).length };
}

/** One entry that is none refuses them all; one with too many recipients fails alone, unread. */
function refuseInvalidEntries(entries: readonly unknown[]): void {
  const details = entries.flatMap((entry, index) =>
    hasTooManyRecipients(entry)
      ? []
      : problemsOf(entry).map((one) => ({ ...one, path: [index, ...one.path] })),
  );
  if (details.length > 0) throw invalidRequest('Validation failed', details.slice(0, 100));
}

function problemsOf(entry: unknown): readonly ErrorDetail[] {
  try {
    validate(SendRequestSchema, entry);
    return [];
  } catch (error) {
    if (error instanceof ApiError && error.details) return error.details;
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
