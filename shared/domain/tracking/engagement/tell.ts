import { ifPresent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { updateItem } from '../../../db/table';
import type { Email } from '../../../db/records/emails';
import { sentMailPayload } from '../../platform/webhooks/payload';
import { tellWebhooks } from '../../platform/webhooks/tell';
import { iso } from '../../../core/time';
import { judgedAt, type Engagement } from '../../../db/records/engagement';

/** So many are told in one run, which has its time. */
const toldMax = 100;

/** Tells webhooks of each click and of the one open that was chosen, once. False: there are more to tell of. */
export async function tellOfReaders(email: Email, readers: readonly Engagement[]): Promise<boolean> {
  const wanted = readers.filter(({ type, id }) => type === 'click' || id === email.readers.toldOpenId);
  const untold = wanted.filter(({ isTold }) => !isTold);
  await Promise.all(untold.slice(0, toldMax).map((one) => tell(email, one)));
  return untold.length <= toldMax;
}

/** A death in between tells it again, and it is the same delivery. */
async function tell(email: Email, one: Engagement): Promise<void> {
  await tellWebhooks({
    id: one.id,
    workspaceId: email.workspaceId,
    at: iso(judgedAt(one)),
    payload: sentMailPayload(email, { ...one, link: one.detail }),
  });
  const key = keys.engagement(email.workspaceId, email.id, one.occurredAt, one.id);
  await updateItem<Engagement>(key, { set: { isTold: true } }, ifPresent);
}
