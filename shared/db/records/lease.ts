/** Who works on a record, and until when nobody else does, ms. One that dies holds it no longer than that. */
export interface LeaseFields {
  leaseOwner?: string;
  leaseUntil?: number;
}
