import { keys } from '../../../db/keys';
import { updateWrite, type TransactionWrite } from '../../../db/transaction';
import { now } from '../../../core/time';
import type { StoredContent } from '../../../db/records/content';
import { dueAttributes } from '../scheduler/due-attributes';

/**
 * Plans the deletion of objects, for the transaction that ends their use. The bytes count until the objects are
 * deleted.
 */
export const planDeletionWrite = (
  workspaceId: string,
  { id, bytes }: StoredContent,
  objectKeys: readonly string[],
  atMs = now(),
): TransactionWrite =>
  updateWrite(keys.contentDeletion(workspaceId, id), {
    set: { id, workspaceId, bytes, objectKeys, ...dueAttributes(id, 'deleteContent', atMs) },
  });

export const objectKeysOf = ({ contentKey, attachmentsKey }: StoredContent): string[] =>
  [contentKey, attachmentsKey].flatMap((key) => key ?? []);
