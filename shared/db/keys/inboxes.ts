import type { Inbox, InboxAddress } from '../records/inboxes';
import { workspace, type Key } from './key';

export const inboxKeys = {
  /** Which inboxes does the workspace have, newest last? */
  inbox: (ws: string, id: string): Key<Inbox> => ({ pk: `${workspace(ws)}#INBOXES`, sk: id }),
  /** Which inbox of which workspace has this address? */
  inboxAddress: (address: string): Key<InboxAddress> => ({ pk: `INBOX#${address}`, sk: 'INBOX' }),
  /** Which inbox has this `client_id`? */
  inboxClient: (ws: string, clientId: string): Key<Pick<InboxAddress, 'inboxId'>> => ({
    pk: `${workspace(ws)}#INBOX-CLIENT#${clientId}`,
    sk: 'INBOX',
  }),
};
