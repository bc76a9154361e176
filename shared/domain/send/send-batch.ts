import type { RequestContext } from '../../core/request-context';
import { ApiError } from '../../core/errors';
import { logger } from '../../core/logger';
import { loadMaxSendRate } from '../../aws/send-quota';
import { domainOf, type Mailbox } from '../../text/mailbox';
import { now, derivePartId } from '../../core/time';
import { mapStaggered } from '../../async/map-staggered';
import { findUndeliverableDomains } from './policy/undeliverable-domains';
import type { SendOutcome } from './outcome';
import type { SendRequest } from './request';
import { sendEmail } from './send-email';

/**
 * The minimum time that must remain to start an entry, which is enough if SES accepts the email without delay. If the
 * function times out first, a retry of the batch continues the entry.
 */
const entryTimeMinMs = 6_000;

/**
 * An entry of a batch, or the error if the entry cannot be read. An unreadable entry does not affect the other entries.
 */
export type BatchEntry = SendRequest | ApiError;

/** The outcome of an entry. */
export type EntryOutcome = SendOutcome | ApiError;

/** SES takes a fifth of a second for each email, so several emails are submitted concurrently. */
const concurrencyMax = 10;

/**
 * Sends each entry independently (B-5). Entries are checked, charged and claimed in order. The submissions to SES
 * overlap, at the account's send rate.
 */
export async function sendBatch(
  ctx: RequestContext,
  entries: readonly BatchEntry[],
): Promise<EntryOutcome[]> {
  // Look up the domains of all entries together. Otherwise each entry would wait for domains that do not respond.
  await findUndeliverableDomains(entries.flatMap(listRecipientDomains));
  const rateLimiter = new SendRateLimiter();
  return mapStaggered(entries, concurrencyMax, async ({ item: entry, index, startNext }) => {
    if (ctx.remainingMs() - rateLimiter.waitMs() < entryTimeMinMs) return entryNotTriedError();
    await rateLimiter.wait();
    const onBeforeSubmit = () =>
      void rateLimiter.reserve(recipientsOf(entry).length).then(startNext, logUnknownRate);
    return sendEntry(ctx, { index, entry }, onBeforeSubmit);
  });
}

/** Limits the submissions of this batch to the account's send rate. */
class SendRateLimiter {
  private nextAt = 0;

  waitMs(): number {
    return Math.max(0, this.nextAt - now());
  }

  async wait(): Promise<void> {
    const waitMs = this.waitMs();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
  }

  async reserve(recipients: number): Promise<void> {
    const perRecipientMs = 1_000 / (await loadMaxSendRate());
    this.nextAt = Math.max(now(), this.nextAt) + recipients * perRecipientMs;
  }
}

/** If the send rate is unknown, the next entry starts when this entry has ended. */
const logUnknownRate = (error: unknown) => logger.warn('send rate of the account unknown', { error });

const listRecipientDomains = (entry: BatchEntry): string[] =>
  recipientsOf(entry).map(({ address }) => domainOf(address));

const recipientsOf = (entry: BatchEntry): Mailbox[] =>
  entry instanceof ApiError ? [] : [...entry.to, ...entry.cc, ...entry.bcc];

interface IndexedEntry {
  index: number;
  entry: BatchEntry;
}

/** Sends an entry. A retry of the batch derives the same id, and so finds the email of the first attempt. */
async function sendEntry(
  ctx: RequestContext,
  { index, entry }: IndexedEntry,
  onBeforeSubmit: () => void,
): Promise<EntryOutcome> {
  if (entry instanceof ApiError) return entry;
  const { id, isRetry } = ctx.operation;
  try {
    return await sendEmail({ ...ctx, operation: { id: derivePartId(id, index), isRetry } }, entry, {
      onBeforeSubmit,
    });
  } catch (error) {
    // The outcome of this entry is known within ten minutes. Until then, the batch has no result to store.
    if (error instanceof ApiError && error.type === 'idempotency_in_progress') throw error;
    if (error instanceof ApiError) return error;
    logger.error('batch entry failed', { error });
    return entryFailedError();
  }
}

const entryFailedError = () =>
  new ApiError(
    'internal_error',
    'An internal error occurred. Check the email log before you send this email again.',
  );

const entryNotTriedError = () =>
  new ApiError(
    'service_unavailable',
    'The batch ran out of time before this entry was tried. Send the entry again.',
  );
