import { listAddressSuppressions } from '../suppressions/find';
import { loadTopicSubscriptions, type TopicSubscription } from '../topics/preferences';
import type { UnsubscribeLink } from './token';

/**
 * Loads the topic choices of the link's address, and whether the address receives marketing email. A suppression
 * overrides every choice.
 */
export async function findLinkPreferences({
  workspaceId,
  address,
}: UnsubscribeLink): Promise<{ choices: TopicSubscription[]; getsMarketing: boolean }> {
  const [choices, suppressions] = await Promise.all([
    loadTopicSubscriptions(workspaceId, address),
    listAddressSuppressions(workspaceId, address),
  ]);
  return { choices, getsMarketing: suppressions.every(({ scope }) => scope === 'transactional') };
}
