import { keys } from '../../../db/keys';
import { deleteItem } from '../../../db/table';
import { notFound } from '../../../core/errors';
import { isTopicKey } from '../../../text/topic-key';

/** Deletes the topic, and with its id every choice about it. */
export async function deleteTopic(workspaceId: string, key: string): Promise<void> {
  if (!isTopicKey(key) || !(await deleteItem(keys.topic(workspaceId, key)))) throw notFound('topic');
}
