import type { Ctx } from '../../ctx';
import { ApiError } from '../../errors';
import { logger } from '../../logger';
import { domainOf } from '../../text/mailbox';
import { partId } from '../../time';
import { undeliverableDomains } from '../checks/deliverable';
import type { SendOutcome } from './outcome';
import type { SendRequest } from './request';
import { sendEmail } from './send';

/** What an entry needs that is handed over without trouble. One that has trouble is found again by a retry. */
const entryMs = 6_000;

/** One entry of a batch, or why it cannot be read: then it fails alone. */
export type BatchEntry = SendRequest | ApiError;

/** What became of an entry. */
export type EntryOutcome = SendOutcome | ApiError;

/** Sends each entry on its own, in their order (core.md, "Batch"). */
export async function sendBatch(ctx: Ctx, entries: readonly BatchEntry[]): Promise<EntryOutcome[]> {
  // One look-up for all of them: domains that do not answer would else hold up each entry in turn.
  await undeliverableDomains(entries.flatMap(domainsOf));
  const outcomes: EntryOutcome[] = [];
  for (const [index, entry] of entries.entries()) {
    outcomes.push(ctx.remainingMs() < entryMs ? notTried() : await sendEntry(ctx, index, entry));
  }
  return outcomes;
}

const domainsOf = (entry: BatchEntry): string[] =>
  entry instanceof ApiError
    ? []
    : [...entry.to, ...entry.cc, ...entry.bcc].map(({ address }) => domainOf(address));

/** Under an id that a retry of the batch derives again, so that it finds what was sent. */
async function sendEntry(ctx: Ctx, index: number, entry: BatchEntry): Promise<EntryOutcome> {
  if (entry instanceof ApiError) return entry;
  const { id, isRetry } = ctx.operation;
  try {
    return await sendEmail({ ...ctx, operation: { id: partId(id, index), isRetry } }, entry);
  } catch (error) {
    // Whether this entry left is known in ten minutes: until then the batch has no answer that could be stored.
    if (error instanceof ApiError && error.type === 'idempotency_in_progress') throw error;
    if (error instanceof ApiError) return error;
    logger.error('batch entry failed', { error });
    return failed();
  }
}

const failed = () =>
  new ApiError('internal_error', 'Something went wrong here. Check the log before you send this again.');

const notTried = () =>
  new ApiError('service_unavailable', 'The batch took too long: this entry was not tried. Send it again.');
