import { keys } from '../../../db/keys';
import { deleteItem } from '../../../db/table';
import { notFound } from '../../../core/errors';
import { isTopicKey } from '../../../text/topic-key';

/** Deletes the topic. Choices refer to the topic's id, so existing choices have no further effect. */
export async function deleteTopic(workspaceId: string, key: string): Promise<void> {
  if (!isTopicKey(key) || !(await deleteItem(keys.topic(workspaceId, key)))) throw notFound('topic');
}
