import type { UnsubscribeLink } from '../audience/unsubscribe/token';
import { handleTopicChoices, handleUnsubscribe } from './consent-events';

/** Unsubscribes the address of the link from its topic, or from all marketing email. Idempotent. */
export async function unsubscribeByLink({ workspaceId, address, topicKey }: UnsubscribeLink): Promise<void> {
  if (topicKey === null) await handleUnsubscribe(workspaceId, [address]);
  else await handleTopicChoices(workspaceId, address, { [topicKey]: false }, { mayBeGone: true });
}
