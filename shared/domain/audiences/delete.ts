import { ifPresent } from '../../db/condition';
import { keys, memberPartitions } from '../../db/keys';
import { inPartition } from '../../db/query';
import { deleteItem, deleteItems, getItem, queryAll, queryPages, updateItem } from '../../db/table';
import { erase, put, writeTogether } from '../../db/transaction';
import { notFound } from '../../errors';
import { logger } from '../../logger';
import { runPaced } from '../../run-paced';
import { iso, minuteMs, now, nowIso } from '../../time';
import type { Contact } from '../contacts/record';
import { dueAtTime } from '../due/due-at';
import type { Due } from '../due/registry';
import { setAlarm } from '../due/set-alarm';
import { followUp } from '../follow-ups/follow-up';
import { expectAudience } from './find';
import type { DeletedAudience, Member } from './record';

/** Requests that are under way may still put people on it; afterwards nobody does. */
const quietAfterMs = 2 * minuteMs;

/**
 * Deletes an audience: at once for everybody who reads (contract.md, D55), and then off its people one by one. The
 * table knows that it has yet to be done; the message only has it begin now.
 */
export async function deleteAudience(workspaceId: string, audienceId: string): Promise<void> {
  const { id } = await expectAudience(workspaceId, audienceId);
  const lookAgainAt = now() + quietAfterMs;
  const deleted: DeletedAudience & Due = {
    id,
    workspaceId,
    deletedAt: nowIso(),
    ...dueAtTime(id, 'emptyAudience', lookAgainAt),
  };
  const isDeleted = await writeTogether([
    erase(keys.audience(workspaceId, id), ifPresent),
    put({ ...keys.deletedAudience(workspaceId, id), ...deleted }),
  ]);
  if (!isDeleted) throw notFound('audience');
  await setAlarm(lookAgainAt);
  await followUp({ job: 'emptyAudience', workspaceId, id }).catch((error: unknown) => {
    logger.warn('an audience is emptied later', { audienceId: id, error });
  });
}

/** The ids of audiences that are gone for everybody, and may still stand on contacts. */
export async function deletedAudiences(workspaceId: string): Promise<ReadonlySet<string>> {
  const deleted = await queryAll<DeletedAudience>(inPartition(keys.deletedAudience(workspaceId, '').pk));
  return new Set(deleted.map(({ sk }) => sk));
}

/** One run takes so many off, and hands the rest to the next. */
const peopleMax = 1_000;

/** A new table takes 4,000 writes a second until its traffic grows: one takes two. */
const pace = { atOnceMax: 20, perSecondMax: 1_500 };

/** Takes everybody off an audience that was deleted, at the latest when nobody can join it any more. */
export async function emptyAudience(workspaceId: string, id: string): Promise<void> {
  const key = keys.deletedAudience(workspaceId, id);
  const [beganAt, deleted] = [now(), await getItem<DeletedAudience>(key)];
  if (!deleted) return;
  if (!(await takeAllOff(workspaceId, id))) return followUp({ job: 'emptyAudience', workspaceId, id });
  const quietAt = Date.parse(deleted.deletedAt) + quietAfterMs;
  if (beganAt >= quietAt) return void (await deleteItem(key));
  await updateItem<Due>(key, { set: { dueAt: iso(quietAt) } }, ifPresent);
  await setAlarm(quietAt);
}

/** False: there are more. */
async function takeAllOff(workspaceId: string, audienceId: string): Promise<boolean> {
  let left = peopleMax;
  for (const pk of memberPartitions(workspaceId, audienceId)) {
    for await (const members of queryPages<Member>(inPartition(pk, { pageSize: 500 }))) {
      await runPaced(members, pace, async ({ contactId }) => {
        await updateItem<Contact>(
          keys.contact(workspaceId, contactId),
          { takeOut: { audiences: new Set([audienceId]) } },
          ifPresent,
        );
      });
      // Last: whoever stands here has yet to be told.
      await deleteItems(members);
      left -= members.length;
      if (left <= 0) return false;
    }
  }
  return true;
}
