import type { Email } from '../../db/records/emails';

/** What became of a send, none of it an error (core.md, "Outcomes returned as 202"). */
export interface SendOutcome {
  kind: 'sent' | 'scheduled' | 'held' | 'rejected';
  email: Email;
}
