import { loadTopicChoicesByAddress, syncTopicChoices, type TopicChoices } from '../contacts/topic-choices';
import { listTopics } from '../topics/find';

/** What the addresses of contacts that are about to be made chose before somebody knew them, about every topic. */
export async function loadAllTopicChoices(
  workspaceId: string,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, TopicChoices>> {
  if (addresses.length === 0) return new Map();
  const topics = await listTopics(workspaceId);
  return loadTopicChoicesByAddress(
    workspaceId,
    addresses,
    topics.map(({ key }) => key),
  );
}

/** Shows on new contacts what their addresses chose while they were made. */
export async function syncAllTopicChoices(workspaceId: string, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return;
  const topics = await listTopics(workspaceId);
  await syncTopicChoices(
    workspaceId,
    addresses,
    topics.map(({ key }) => key),
  );
}
