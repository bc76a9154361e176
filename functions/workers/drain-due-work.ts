import { drainDueWork } from '../../shared/domain/due/drain';
import { logger } from '../../shared/logger';

/** However many alarms rang, one drain finds everything. What it cannot finish is tried again with the messages. */
export async function handler(): Promise<void> {
  for (const [lane, drained] of await drainDueWork())
    if (drained !== 'done') logger.info('due work is left', { lane, drained });
}
