import { changing } from '../../db/changing';
import { keys } from '../../db/keys';
import { ifPresent, updateItem } from '../../db/table';
import type { Email } from '../emails/record';
import { sentMailPayload } from '../webhooks/payload';
import { tellWebhooks } from '../webhooks/tell';
import { judgedAtIso, type Engagement } from './record';

/** Tells webhooks of each click and of the one open that was chosen, once. */
export async function tellOfReaders(email: Email, readers: readonly Engagement[]): Promise<void> {
  const wanted = readers.filter(({ type, id }) => type === 'click' || id === email.toldOpenId);
  await Promise.all(wanted.filter(({ isTold }) => !isTold).map((one) => tell(email, one)));
}

/** A death in between tells it again, and it is the same delivery. */
async function tell(email: Email, one: Engagement): Promise<void> {
  await tellWebhooks({
    id: one.id,
    workspaceId: email.workspaceId,
    at: judgedAtIso(one),
    payload: sentMailPayload(email, { ...one, link: one.detail }),
  });
  const key = keys.engagement(email.workspaceId, email.id, one.occurredAt, one.id);
  await updateItem<Engagement>(key, changing({ set: { isTold: true } }, ifPresent));
}
