import { logger } from '../core/logger';

/** Waits for a refund. Logs a failure instead of throwing, so that the failure does not replace the caller's result. */
export async function tryToRefund(refund: Promise<unknown>): Promise<void> {
  await refund.catch((error: unknown) => {
    logger.warn('refund failed', { error });
  });
}
