import { keys, type Key } from '../../../db/keys';
import { loadItemLookup } from '../../../db/table';
import { expectNotDeleted } from '../../platform/workspaces/find';
import type { RenderContext } from '../deliver/compose';
import { parentKeys, parentOf } from '../threading/parent';
import type { Draft } from './compose-draft';

/** Reads the data for composing the drafts in one round trip. */
export async function loadRenderContexts(
  workspaceId: string,
  drafts: readonly Draft[],
): Promise<(draft: Draft) => RenderContext> {
  const workspaceKey = keys.workspace(workspaceId);
  const keysOf = ({ content: { message } }: Draft) => ({
    topic: message?.topic === undefined ? undefined : keys.topic(workspaceId, message.topic),
    ...parentKeys(workspaceId, message?.replyToMessageId),
  });
  const recordKeys = [workspaceKey, ...drafts.flatMap((draft) => Object.values(keysOf(draft)))];
  const lookUp = await loadItemLookup(recordKeys.filter((key) => key !== undefined));
  const findRecord = <T>(key: Key<T> | undefined): T | undefined => key && lookUp(key);
  const workspace = expectNotDeleted(findRecord(workspaceKey));
  return (draft) => {
    const { topic, sent, received } = keysOf(draft);
    return {
      workspace,
      topic: findRecord(topic),
      parent: parentOf(findRecord(sent), findRecord(received)),
    };
  };
}
