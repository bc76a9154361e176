import { logger } from '../core/logger';

/** Waits for a refund. One that is lost is logged: what the caller has to say matters more. */
export async function tryToRefund(refund: Promise<unknown>): Promise<void> {
  await refund.catch((error: unknown) => {
    logger.warn('not refunded', { error });
  });
}
