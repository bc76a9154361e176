import { attributeNotExists, all, ifPresent, is } from '../../../../db/condition';
import { belongsToWorkspace, keys, type Key } from '../../../../db/keys';
import { scanPage } from '../../../../db/scan';
import { deleteItems, getItem, updateItem } from '../../../../db/table';
import { isCredentialPartition } from '../../../../core/credential-partitions';
import { logger } from '../../../../core/logger';
import { now, nowIso } from '../../../../core/time';
import { contentObjectKey, contentKinds } from '../../content-store';
import { purgeDeleted } from '../../purge/purge-deleted';
import { deleteDomain } from '../../domains/delete';
import { listDomains } from '../../domains/find';
import { deleteOwnRawMail } from '../../delete-own-raw-mail';
import type { InboundMessage } from '../../../../db/records/inbound';
import { listUsers } from '../../users/find';
import { deleteUser } from '../../users/remove';
import { revokeWorkspaceAccess } from './delete-workspace';
import { scanSegments, type WorkspaceDeletion } from '../../../../db/records/workspace-deletions';

/** A run starts no further deletion after this time. The next run continues. */
const runMs = 20_000;

/** Deletes all data of a deleted workspace from SES, S3 and the table. */
export const clearWorkspace = (id: string): Promise<void> =>
  purgeDeleted('clearWorkspace', { workspaceId: id, id }, clearSome);

/**
 * Returns false if data remains. Deletes external resources before the records that name the resources, so that a run
 * after a crash finds the remaining resources.
 */
async function clearSome(id: string): Promise<boolean> {
  const deadlineMs = now() + runMs;
  await revokeWorkspaceAccess(id);
  for (const clear of [clearDomains, clearUsers, clearContents, clearRecords])
    if (!(await clear(id, deadlineMs))) return false;
  return true;
}

/** Deletes the domains. Keeps an SES identity that another workspace uses (DM-25). */
async function clearDomains(workspaceId: string, deadlineMs: number): Promise<boolean> {
  for (const { id } of await listDomains(workspaceId)) {
    if (now() > deadlineMs) return false;
    await deleteDomain(workspaceId, id);
  }
  return true;
}

/** Removes the users. A user without other workspaces can then no longer sign in. */
async function clearUsers(workspaceId: string, deadlineMs: number): Promise<boolean> {
  for (const user of await listUsers(workspaceId)) {
    if (now() > deadlineMs) return false;
    await deleteUser(user);
  }
  return true;
}

async function clearContents(id: string, deadlineMs: number): Promise<boolean> {
  const { listContents, deleteContents } = await import('../../../../aws/content-bucket.lazy');
  for (const kind of contentKinds) {
    for (;;) {
      const objectKeys = await listContents(contentObjectKey(kind, id, ''));
      if (objectKeys.length === 0) break;
      await deleteContents(objectKeys);
      await updateItem(keys.deletedWorkspace(id), { add: { objectsDeleted: objectKeys.length } }, ifPresent);
      if (now() > deadlineMs) return false;
    }
  }
  return true;
}

/** Scans the whole table, segment by segment, and thereby also finds records that remained after a crash. */
async function clearRecords(id: string, deadlineMs: number): Promise<boolean> {
  for (;;) {
    const deletion = await getItem(keys.deletedWorkspace(id));
    if (!deletion) return true;
    const { segment = 0, from } = deletion;
    const part = { segment, segments: scanSegments, startKey: from ?? undefined };
    const { items, lastKey } = await scanPage<InboundMessage>(
      part,
      belongsToWorkspace(id),
      rawMailAttributes,
    );
    await deleteOwnRawMail(items);
    await deleteRecords(items);
    await recordScanProgress(
      deletion,
      items.length,
      lastKey ? { segment, from: lastKey } : { segment: segment + 1 },
    );
    if (!lastKey && segment + 1 === scanSegments) return true;
    if (now() > deadlineMs) return false;
  }
}

/** IAM allows no batch with credentials and other records, because separate statements allow the two. */
async function deleteRecords(items: readonly Key[]): Promise<void> {
  await deleteItems(items.filter(({ pk }) => isCredentialPartition(pk)));
  await deleteItems(items.filter(({ pk }) => !isCredentialPartition(pk)));
}

const rawMailAttributes = ['rawKey', 'isRawShared'] as const;

type ScanPosition = Required<Pick<WorkspaceDeletion, 'segment'>> & Pick<WorkspaceDeletion, 'from'>;

/** Records the position where the scan continues, unless a concurrent run has recorded it. */
async function recordScanProgress(
  deletion: WorkspaceDeletion,
  records: number,
  next: ScanPosition,
): Promise<void> {
  const { id, parts, purgeStartedAt = nowIso() } = deletion;
  const isScanComplete = next.segment === scanSegments;
  const position = isScanComplete ? { segment: 0, from: null } : { from: null, ...next, purgeStartedAt };
  await updateItem(
    keys.deletedWorkspace(id),
    {
      set: position,
      add: { parts: 1, recordsDeleted: records, ...(isScanComplete && { scanPasses: 1 }) },
      ...(isScanComplete && { remove: ['purgeStartedAt'] }),
    },
    all(ifPresent, parts === undefined ? attributeNotExists('parts') : is('parts', parts)),
  );
  if (isScanComplete) logger.info('table scanned for a deleted workspace', { workspaceId: id });
}
