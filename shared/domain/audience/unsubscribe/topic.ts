import { findTopic } from '../topics/find';
import type { Topic } from '../../../db/records/topics';
import type { UnsubscribeLink } from './token';

/** The topic that the link is about: undefined when it is about all marketing mail, null when it is gone. */
export const findLinkTopic = async ({
  workspaceId,
  topicKey,
}: UnsubscribeLink): Promise<Topic | null | undefined> =>
  topicKey === null ? undefined : ((await findTopic(workspaceId, topicKey)) ?? null);
