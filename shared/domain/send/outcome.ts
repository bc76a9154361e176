import type { Email } from '../../db/records/emails';

/** What became of a send, none of it an error (E-41, E-42). */
export interface SendOutcome {
  kind: 'sent' | 'scheduled' | 'held' | 'rejected';
  email: Email;
}
