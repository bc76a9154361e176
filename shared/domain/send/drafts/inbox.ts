import { isObject } from '../../../core/is-object';
import { keys } from '../../../db/keys';
import { loadItemLookup } from '../../../db/table';
import { isProblem, normalizeAddress, parseMailbox, type Mailbox } from '../../../text/mailbox';
import type { Viewer } from '../../platform/api-keys/inbox-limit';
import { inboxIdIn, limitedToKey } from '../policy/policy-context';
import { refuseBeyondInbox } from '../policy/refusals';

/**
 * Returns the inbox of a draft with these fields, which need not be valid yet. A draft without `from` has no inbox.
 * Refuses a sender or a Reply-To other than the inbox that the key is limited to (IB-26).
 */
export async function findDraftInbox(viewer: Viewer, fields: unknown): Promise<string | undefined> {
  const { from, reply_to: replyTo } = isObject(fields) ? fields : {};
  const sender = findMailbox(from);
  const addressKey = sender && keys.inboxAddress(normalizeAddress(sender.address));
  const limitKey = limitedToKey(viewer);
  const lookUp = await loadItemLookup([addressKey, limitKey].filter((key) => key !== undefined));
  const inboxId = inboxIdIn(viewer.workspaceId, addressKey && lookUp(addressKey));
  const limitedTo = limitKey && lookUp(limitKey);
  refuseBeyondInbox(viewer.credential, { inboxId, replyTo: findMailbox(replyTo) }, { limitedTo });
  return inboxId;
}

/** Returns undefined for an invalid mailbox, which the validation of the request refuses. */
function findMailbox(text: unknown): Mailbox | undefined {
  const mailbox = typeof text === 'string' ? parseMailbox(text) : undefined;
  return mailbox && !isProblem(mailbox) ? mailbox : undefined;
}
