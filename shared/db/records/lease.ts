/** The worker that owns a record, and the time (ms) at which its lease ends, even if the worker crashed. */
export interface LeaseFields {
  leaseOwner?: string;
  leaseUntil?: number;
}
