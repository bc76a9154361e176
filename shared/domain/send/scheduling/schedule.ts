import type { RequestContext } from '../../../core/request-context';
import { statusKey } from '../../../db/keys';
import { toIso, now } from '../../../core/time';
import { dueAttributes } from '../../platform/scheduler/due-attributes';
import { scheduleWakeup } from '../../platform/scheduler/schedule-wakeup';
import type { Email } from '../../../db/records/emails';
import { storePending, type PendingEmail } from './store-pending';

/** Stores the email with all data for sending it at `dueAt`, in ms (S-4, S-6). */
export async function scheduleEmail(
  ctx: RequestContext,
  pending: PendingEmail,
  dueAt: number,
): Promise<Email> {
  const email = await storePending(ctx, pending, {
    set: {
      status: 'scheduled',
      statusKey: statusKey(ctx.workspaceId, 'scheduled'),
      scheduledAt: toIso(dueAt),
      // Emails are sent in the order of their due times. An email with a due time in the past must not be sent before
      // emails that are already due.
      ...dueAttributes(ctx.operation.id, 'sendEmail', Math.max(dueAt, now())),
    },
  });
  await scheduleWakeup(dueAt);
  return email;
}
