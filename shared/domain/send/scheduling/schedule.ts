import type { Ctx } from '../../../core/ctx';
import { statusKey } from '../../../db/keys';
import { iso, now } from '../../../core/time';
import { dueAtTime } from '../../platform/scheduler/due-at';
import { setAlarm } from '../../platform/scheduler/set-alarm';
import type { Email } from '../../../db/records/emails';
import { keepForLater, type Later } from './keep';

/** The email is stored with all that it takes to send it, and is due at `dueAt`, in ms (core.md, "Order of checks" 13). */
export async function scheduleEmail(ctx: Ctx, later: Later, dueAt: number): Promise<Email> {
  const email = await keepForLater(ctx, later, {
    set: {
      status: 'scheduled',
      statusKey: statusKey(ctx.workspaceId, 'scheduled'),
      scheduledAt: iso(dueAt),
      // A time long past is no way past those who wait.
      ...dueAtTime(ctx.operation.id, 'sendEmail', Math.max(dueAt, now())),
    },
  });
  await setAlarm(dueAt);
  return email;
}
