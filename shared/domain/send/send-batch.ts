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

/** What an entry needs that is handed over without trouble. One that has trouble is found again by a retry. */
const entryTimeMinMs = 6_000;

/** One entry of a batch, or why it cannot be read: then it fails alone. */
export type BatchEntry = SendRequest | ApiError;

/** What became of an entry. */
export type EntryOutcome = SendOutcome | ApiError;

/** The provider takes a fifth of a second for each: so many are on their way to it at once. */
const concurrencyMax = 10;

/**
 * Sends each entry on its own (B-5): in their order it is checked, counted and claimed. The hand-overs to
 * the provider overlap, at the pace that it allows the account.
 */
export async function sendBatch(
  ctx: RequestContext,
  entries: readonly BatchEntry[],
): Promise<EntryOutcome[]> {
  // One look-up for all of them: domains that do not answer would else hold up each entry in turn.
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

/** What the provider allows the account, as far as this batch knows. */
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

/** Without it the next one waits until this one has ended. */
const logUnknownRate = (error: unknown) => logger.warn('the rate of the account is not known', { error });

const listRecipientDomains = (entry: BatchEntry): string[] =>
  recipientsOf(entry).map(({ address }) => domainOf(address));

const recipientsOf = (entry: BatchEntry): Mailbox[] =>
  entry instanceof ApiError ? [] : [...entry.to, ...entry.cc, ...entry.bcc];

interface IndexedEntry {
  index: number;
  entry: BatchEntry;
}

/** Under an id that a retry of the batch derives again, so that it finds what was sent. */
async function sendEntry(
  ctx: RequestContext,
  { index, entry }: IndexedEntry,
  onBeforeSubmit: () => void,
): Promise<EntryOutcome> {
  if (entry instanceof ApiError) return entry;
  const { id, isRetry } = ctx.operation;
  try {
    return await sendEmail(
      { ...ctx, operation: { id: derivePartId(id, index), isRetry } },
      entry,
      onBeforeSubmit,
    );
  } catch (error) {
    // Whether this entry left is known in ten minutes: until then the batch has no answer that could be stored.
    if (error instanceof ApiError && error.type === 'idempotency_in_progress') throw error;
    if (error instanceof ApiError) return error;
    logger.error('batch entry failed', { error });
    return entryFailedError();
  }
}

const entryFailedError = () =>
  new ApiError('internal_error', 'Something went wrong here. Check the log before you send this again.');

const entryNotTriedError = () =>
  new ApiError('service_unavailable', 'The batch took too long: this entry was not tried. Send it again.');
