import { chunksOf } from '../../core/chunks';
import type { InboundMessage } from '../../db/records/inbound';

/** Raw mail stands under SES's names. What others received as well is theirs, and goes when its 30 days are over. */
export async function clearRawMail(
  messages: readonly Partial<Pick<InboundMessage, 'rawKey' | 'isRawShared'>>[],
): Promise<void> {
  const own = messages.flatMap(({ rawKey, isRawShared }) => (rawKey && !isRawShared ? rawKey : []));
  if (own.length === 0) return;
  const { deleteRawMail } = await import('../../aws/raw-mail');
  for (const some of chunksOf(own, 1_000)) await deleteRawMail(some);
}
