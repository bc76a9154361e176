import type { Email } from '../emails/record';

/** What became of a send, none of it an error (core.md, "Outcomes returned as 202"). */
export interface SendOutcome {
  kind: 'sent' | 'scheduled' | 'held' | 'rejected';
  email: Email;
}
