import type { UnsubscribeLink } from '../audience/unsubscribe/token';
import { handleTopicChoices, handleUnsubscribe } from './consent-events';

/** Stops what the link is about: mail about its topic, or all marketing mail. Twice is as good as once. */
export async function unsubscribeByLink({ workspaceId, address, topicKey }: UnsubscribeLink): Promise<void> {
  if (topicKey === null) await handleUnsubscribe(workspaceId, [address]);
  else await handleTopicChoices(workspaceId, address, { [topicKey]: false }, { mayBeGone: true });
}
