import { absent, all, ifPresent, is } from '../../../../db/condition';
import { heldTurnsKey, keys, type Key } from '../../../../db/keys';
import { updateItem } from '../../../../db/table';
import { dueAtTime, dueAttributes } from '../../../platform/scheduler/due-at';
import { setAlarm } from '../../../platform/scheduler/set-alarm';
import { nowIso } from '../../../../core/time';
import type { Enrolment, Turn } from '../../../../db/records/enrollments';

type Whose = Pick<Enrolment, 'workspaceId' | 'automationId' | 'id'>;

export const turnKey = ({ workspaceId, automationId, id }: Whose): Key =>
  keys.turn(workspaceId, automationId, id);

export const newTurn = ({ workspaceId, automationId, id, email, nextDueAt }: Enrolment): Turn => ({
  id,
  workspaceId,
  automationId,
  email,
  recipientCount: 1,
  writtenAt: nowIso(),
  ...dueAtTime(id, 'sendStep', Date.parse(nextDueAt)),
});

/** Has the step looked at then, in ms. */
export async function setTurn(whose: Whose, atMs: number): Promise<void> {
  await updateItem<Turn>(
    turnKey(whose),
    { set: dueAtTime(whose.id, 'sendStep', atMs), remove: ['waitingKey', 'waitingAt'] },
    ifPresent,
  );
  await setAlarm(atMs);
}

/** Nothing of it is due any more. */
export async function endTurn(whose: Whose): Promise<void> {
  await updateItem<Turn>(
    turnKey(whose),
    { remove: [...dueAttributes, 'waitingKey', 'waitingAt'] },
    ifPresent,
  );
}

/** Keeps the turn for when the automation is active again. */
export async function holdTurn({ nextDueAt, ...whose }: Enrolment): Promise<void> {
  await updateItem<Turn>(
    turnKey(whose),
    {
      set: { waitingKey: heldTurnsKey(whose.workspaceId, whose.automationId), waitingAt: nextDueAt },
      remove: dueAttributes,
    },
    all(ifPresent, absent('waitingKey')),
  );
}

/** Makes a held turn due when it was. */
export async function releaseTurn({ waitingAt = '', ...turn }: Turn): Promise<void> {
  await updateItem<Turn>(
    turnKey(turn),
    { set: dueAtTime(turn.id, 'sendStep', Date.parse(waitingAt)), remove: ['waitingKey', 'waitingAt'] },
    is('waitingAt', waitingAt),
  );
}
