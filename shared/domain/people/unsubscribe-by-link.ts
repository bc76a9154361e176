import type { Link } from '../links/token';
import { unsubscribed } from './happenings';
import { saveChoices } from './save-choices';

/** Stops what the link is about: mail about its topic, or all marketing mail. Twice is as good as once. */
export async function unsubscribeByLink({ workspaceId, address, topicKey }: Link): Promise<void> {
  if (topicKey === null) await unsubscribed(workspaceId, [address]);
  else await saveChoices(workspaceId, address, { [topicKey]: false });
}
