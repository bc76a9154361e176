import { chunksOf } from '../../core/chunks';
import type { InboundMessage } from '../../db/records/inbound';

/**
 * Deletes raw messages from S3, where SES chose the object keys. A message that other workspaces also received is kept
 * for them and expires after 30 days.
 */
export async function deleteOwnRawMail(
  messages: readonly Partial<Pick<InboundMessage, 'rawKey' | 'isRawShared'>>[],
): Promise<void> {
  const ownKeys = messages.flatMap(({ rawKey, isRawShared }) => (rawKey && !isRawShared ? rawKey : []));
  if (ownKeys.length === 0) return;
  const { deleteRawMail } = await import('../../aws/raw-mail');
  for (const chunk of chunksOf(ownKeys, 1_000)) await deleteRawMail(chunk);
}
