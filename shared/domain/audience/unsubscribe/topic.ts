import { findTopic } from '../topics/find';
import type { Topic } from '../../../db/records/topics';
import type { UnsubscribeLink } from './token';

/**
 * Returns the topic of the link, undefined if the link is for all marketing email, or null if the topic was deleted.
 */
export const findLinkTopic = async ({
  workspaceId,
  topicKey,
}: UnsubscribeLink): Promise<Topic | null | undefined> =>
  topicKey === null ? undefined : ((await findTopic(workspaceId, topicKey)) ?? null);
