import { findTopic } from '../topics/find';
import type { Topic } from '../../../db/records/topics';
import type { UnsubscribeLink } from './token';

/** Finds the topic of the link: undefined if the link is for all marketing email, null if the topic was deleted. */
export const findLinkTopic = async ({
  workspaceId,
  topicKey,
}: UnsubscribeLink): Promise<Topic | null | undefined> =>
  topicKey === null ? undefined : ((await findTopic(workspaceId, topicKey)) ?? null);
