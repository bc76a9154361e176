import type * as z from 'zod/mini';
import type { Inbox } from '../../../shared/db/records/inboxes';
import { restoreProtoKey } from '../../../shared/http/preserve-proto-key';
import type { InboxSchema } from './shapes';

export const presentInbox = (inbox: Inbox): z.infer<typeof InboxSchema> => ({
  id: inbox.id,
  address: inbox.address,
  display_name: inbox.displayName,
  client_id: inbox.clientId,
  metadata: restoreProtoKey(inbox.metadata),
  policy: null,
  created_at: inbox.createdAt,
});
