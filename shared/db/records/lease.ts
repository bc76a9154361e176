/** The worker that owns a record, and the time (ms) at which the lease ends, even if the worker has crashed. */
export interface LeaseFields {
  leaseOwner?: string;
  leaseUntil?: number;
}
