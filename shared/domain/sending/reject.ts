import type { Ctx } from '../../ctx';
import { statusKey } from '../../db/keys';
import type { Message } from '../emails/message';
import { newEmail } from '../emails/new-email';
import type { Email } from '../emails/record';
import { storeEmail } from '../emails/store';

/** Nobody is left in `to`: that is an outcome, not an error, and the log has it (core.md, "Order of checks" 11). */
export async function reject(ctx: Ctx, message: Message, reason: string): Promise<Email> {
  const rejected: Email = {
    ...newEmail(ctx, message, { threadId: null, joins: false }),
    status: 'rejected',
    statusKey: statusKey(ctx.workspaceId, 'rejected'),
    skippedBecause: reason,
  };
  await storeEmail(rejected, { html: message.html ?? null, text: message.text ?? null });
  return rejected;
}
