import { logger } from '../../../core/logger';
import type { StoredContent } from '../../../db/records/content';
import { enqueueBackgroundJobs } from '../background-jobs/enqueue-jobs';

/**
 * Starts the deletion of content whose use may have ended. If it has not ended, no deletion is planned and the job does
 * nothing.
 */
export async function startContentDeletion({
  workspaceId,
  storedContent,
}: {
  workspaceId: string;
  storedContent?: StoredContent;
}): Promise<void> {
  if (!storedContent) return;
  const { id } = storedContent;
  await enqueueBackgroundJobs({ job: 'deleteContent', workspaceId, id }).catch((error: unknown) => {
    logger.warn('content deletion not queued; the deletion starts when it is due', { id, error });
  });
}
