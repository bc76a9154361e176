import { choicesOf, showChoices, type Choices } from '../contacts/choices';
import { allTopics } from '../topics/find';

/** What the addresses of contacts that are about to be made chose before somebody knew them, about every topic. */
export async function allChoicesOf(
  workspaceId: string,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, Choices>> {
  if (addresses.length === 0) return new Map();
  const topics = await allTopics(workspaceId);
  return choicesOf(
    workspaceId,
    addresses,
    topics.map(({ key }) => key),
  );
}

/** Shows on new contacts what their addresses chose while they were made. */
export async function showAllChoices(workspaceId: string, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return;
  const topics = await allTopics(workspaceId);
  await showChoices(
    workspaceId,
    addresses,
    topics.map(({ key }) => key),
  );
}
