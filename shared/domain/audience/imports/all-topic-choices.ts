import { loadTopicChoicesByAddress, syncTopicChoices, type TopicChoices } from '../contacts/topic-choices';
import { listTopics } from '../topics/find';

/** Loads the choices that addresses made, for any topic, before they had a contact. */
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

/** Copies to new contacts the choices that their addresses made while the contacts were being created. */
export async function syncAllTopicChoices(workspaceId: string, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return;
  const topics = await listTopics(workspaceId);
  await syncTopicChoices(
    workspaceId,
    addresses,
    topics.map(({ key }) => key),
  );
}
