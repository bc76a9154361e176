import { chunksOf } from '../../core/chunks';
import type { InboundMessage } from '../../db/records/inbound';

/** Raw mail stands under SES's names. What others received as well is theirs, and goes when its 30 days are over. */
export async function deleteOwnRawMail(
  messages: readonly Partial<Pick<InboundMessage, 'rawKey' | 'isRawShared'>>[],
): Promise<void> {
  const ownKeys = messages.flatMap(({ rawKey, isRawShared }) => (rawKey && !isRawShared ? rawKey : []));
  if (ownKeys.length === 0) return;
  const { deleteRawMail } = await import('../../aws/raw-mail');
  for (const chunk of chunksOf(ownKeys, 1_000)) await deleteRawMail(chunk);
}
