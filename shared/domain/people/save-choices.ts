import { ApiError } from '../../errors';
import { allTopics } from '../topics/find';
import { chose } from './happenings';

/** `chose`, for who cannot know that a topic is gone: there is nothing left to choose about it. */
export async function saveChoices(
  workspaceId: string,
  address: string,
  choices: Readonly<Record<string, boolean>>,
): Promise<void> {
  try {
    await chose(workspaceId, address, choices);
  } catch (error) {
    if (!(error instanceof ApiError && error.type === 'unknown_topic')) throw error;
    const standing = new Set((await allTopics(workspaceId)).map(({ key }) => key));
    const left = Object.entries(choices).filter(([key]) => standing.has(key));
    await saveChoices(workspaceId, address, Object.fromEntries(left));
  }
}
