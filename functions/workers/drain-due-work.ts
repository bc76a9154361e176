import { drainDueWork } from '../../shared/domain/due/drain';
import { logger } from '../../shared/logger';

/** However many alarms rang, one drain finds everything. What it cannot finish is tried again with the messages. */
export async function handler(): Promise<void> {
  const isDone = await drainDueWork();
  if (!isDone) logger.info('due work waits for the sending rate');
}
