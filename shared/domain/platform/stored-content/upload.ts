import { all, any, atMost, attributeNotExists, ifPresent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { deleteWrite, updateWrite, writeTransaction, type TransactionWrite } from '../../../db/transaction';
import { invalidRequest } from '../../../core/errors';
import { minuteMs, now } from '../../../core/time';
import type { StoredContent } from '../../../db/records/content';
import { expectOwnWorkspace } from '../workspaces/find';
import { objectKeysOf, planDeletionWrite } from './plan-deletion';

/** 2 GB. */
const storedBytesMaxDefault = 2 * 1024 ** 3;

/** Longer than a request can take. */
const uploadTimeMaxMs = 10 * minuteMs;

interface ContentObject {
  key: string;
  gzipped: Uint8Array;
  /** The size before compression. */
  bytes: number;
}

/** The objects of an email or campaign. */
export interface ContentObjects {
  content?: ContentObject;
  attachments?: ContentObject;
}

export interface UploadedContent {
  storedContent: StoredContent;
  /** The write that begins the use of the objects. */
  useWrite: TransactionWrite;
}

/**
 * Charges the workspace for the objects and uploads them. The caller makes the returned write in the transaction that
 * stores their names. Without that transaction, the objects are deleted after ten minutes. `replacedBytes` is the size
 * of the content whose use ends in the same transaction.
 */
export async function uploadContent(
  workspaceId: string,
  id: string,
  { content, attachments }: ContentObjects,
  replacedBytes = 0,
): Promise<UploadedContent> {
  const storedContent: StoredContent = {
    id,
    bytes: (content?.bytes ?? 0) + (attachments?.bytes ?? 0),
    ...(content && { contentKey: content.key }),
    ...(attachments && { attachmentsKey: attachments.key }),
  };
  await chargeStoredBytes(workspaceId, storedContent, replacedBytes);
  const { putContent } = await import('../../../aws/content-bucket.lazy');
  const objects = [content, attachments].flatMap((object) => object ?? []);
  await Promise.all(objects.map(({ key, gzipped }) => putContent(key, gzipped)));
  return { storedContent, useWrite: deleteWrite(keys.contentDeletion(workspaceId, id), ifPresent) };
}

/**
 * Refuses with 422 if the workspace would exceed its maximum. The write itself checks the maximum, so concurrent
 * requests cannot exceed it together.
 */
async function chargeStoredBytes(
  workspaceId: string,
  content: StoredContent,
  replacedBytes: number,
): Promise<void> {
  const { bytes } = content;
  const { storedBytesMax } = await expectOwnWorkspace(workspaceId);
  const max = storedBytesMax ?? storedBytesMaxDefault;
  const storedBefore = max + replacedBytes - bytes;
  const isCharged =
    storedBefore >= 0 &&
    (await writeTransaction([
      planDeletionWrite(workspaceId, content, objectKeysOf(content), now() + uploadTimeMaxMs),
      updateWrite(
        keys.workspace(workspaceId),
        { add: { storedBytes: bytes } },
        all(ifPresent, any(attributeNotExists('storedBytes'), atMost('storedBytes', storedBefore))),
      ),
    ]));
  if (!isCharged)
    throw invalidRequest(
      `attachments: With these ${bytes} bytes, the drafts, scheduled emails and campaigns of the workspace would ` +
        `exceed ${max} bytes. Decide drafts, cancel scheduled emails or delete campaigns, or ask the operator for more`,
    );
}
