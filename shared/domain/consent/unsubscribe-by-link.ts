import type { Link } from '../audience/unsubscribe/token';
import { chose, unsubscribed } from './happenings';

/** Stops what the link is about: mail about its topic, or all marketing mail. Twice is as good as once. */
export async function unsubscribeByLink({ workspaceId, address, topicKey }: Link): Promise<void> {
  if (topicKey === null) await unsubscribed(workspaceId, [address]);
  else await chose(workspaceId, address, { [topicKey]: false }, { mayBeGone: true });
}
