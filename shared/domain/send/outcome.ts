import type { Email } from '../../db/records/emails';

/** The outcome of a send that did not fail (E-41, E-42). */
export interface SendOutcome {
  kind: 'sent' | 'scheduled' | 'held' | 'rejected';
  email: Email;
}
