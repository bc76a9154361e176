import { absent, all, ifPresent, is } from '../../../../db/condition';
import { isOfWorkspace, keys } from '../../../../db/keys';
import { scanPage } from '../../../../db/scan';
import { deleteItems, getItem, updateItem } from '../../../../db/table';
import { logger } from '../../../../core/logger';
import { now, nowIso } from '../../../../core/time';
import { contentKey, contentKinds } from '../../content-store';
import { clearDeleted } from '../../purge/clear';
import { deleteDomain } from '../../domains/delete';
import { listDomains } from '../../domains/find';
import { clearRawMail } from '../../raw-mail';
import type { InboundMessage } from '../../../../db/records/inbound';
import { usersOf } from '../../users/find';
import { forgetUser } from '../../users/remove';
import { closeWorkspace } from './delete-workspace';
import { segments, type WorkspaceDeletion } from '../../../../db/records/workspace-deletions';

/** One run begins nothing more after so long, and hands the rest to the next. */
const runMs = 20_000;

/** Takes everything of a deleted workspace away: at SES, in S3, in the table. */
export const clearWorkspace = (id: string): Promise<void> =>
  clearDeleted('clearWorkspace', { workspaceId: id, id }, clearSome);

/** False: there is more. What names things elsewhere goes after them, so that whoever dies in between is followed. */
async function clearSome(id: string): Promise<boolean> {
  const until = now() + runMs;
  await closeWorkspace(id);
  for (const clear of [clearDomains, clearUsers, clearContents, clearRecords])
    if (!(await clear(id, until))) return false;
  return true;
}

/** An identity that another workspace uses stays (contract.md, D45). */
async function clearDomains(workspaceId: string, until: number): Promise<boolean> {
  for (const { id } of await listDomains(workspaceId)) {
    if (now() > until) return false;
    await deleteDomain(workspaceId, id);
  }
  return true;
}

/** Who has no other workspace can sign in no more. */
async function clearUsers(workspaceId: string, until: number): Promise<boolean> {
  for (const user of await usersOf(workspaceId)) {
    if (now() > until) return false;
    await forgetUser(user);
  }
  return true;
}

async function clearContents(id: string, until: number): Promise<boolean> {
  const { listContents, deleteContents } = await import('../../../../aws/contents.lazy');
  for (const kind of contentKinds) {
    for (;;) {
      const objectKeys = await listContents(contentKey(kind, id, ''));
      if (objectKeys.length === 0) break;
      await deleteContents(objectKeys);
      await updateItem(keys.deletedWorkspace(id), { add: { objectsDeleted: objectKeys.length } }, ifPresent);
      if (now() > until) return false;
    }
  }
  return true;
}

/** Looks the whole table through, a part after the other: that finds whatever there is, also what a death left behind. */
async function clearRecords(id: string, until: number): Promise<boolean> {
  for (;;) {
    const deletion = await getItem<WorkspaceDeletion>(keys.deletedWorkspace(id));
    if (!deletion) return true;
    const { segment = 0, from } = deletion;
    const part = { segment, segments, from: from ?? undefined };
    const { items, lastKey } = await scanPage<InboundMessage>(part, isOfWorkspace(id), rawMailOf);
    await clearRawMail(items);
    await deleteItems(items);
    await noteDone(deletion, items.length, lastKey ? { segment, from: lastKey } : { segment: segment + 1 });
    if (!lastKey && segment + 1 === segments) return true;
    if (now() > until) return false;
  }
}

const rawMailOf = ['rawKey', 'isRawShared'] as const;

type Place = Required<Pick<WorkspaceDeletion, 'segment'>> & Pick<WorkspaceDeletion, 'from'>;

/** Where to go on. Whoever did the same at the same time has noted it already. */
async function noteDone(deletion: WorkspaceDeletion, records: number, next: Place): Promise<void> {
  const { id, parts, lookingSince = nowIso() } = deletion;
  const isLookOver = next.segment === segments;
  const place = isLookOver ? { segment: 0, from: null } : { from: null, ...next, lookingSince };
  await updateItem<WorkspaceDeletion>(
    keys.deletedWorkspace(id),
    {
      set: place,
      add: { parts: 1, recordsDeleted: records, ...(isLookOver && { looks: 1 }) },
      ...(isLookOver && { remove: ['lookingSince'] }),
    },
    all(ifPresent, parts === undefined ? absent('parts') : is('parts', parts)),
  );
  if (isLookOver) logger.info('a deleted workspace was looked for everywhere', { workspaceId: id });
}
