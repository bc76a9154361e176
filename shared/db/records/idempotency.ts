import type { LeaseFields } from './lease';

/** The state of the request with an Idempotency-Key (I-6, I-7). */
export interface IdempotencyRecord extends Required<LeaseFields> {
  bodyHash: string;
  /**
   * `running`: a request owns the key until the lease ends. `done`: the response can be replayed. `released`: the key
   * is free. `unknown`: the key is free, but the first attempt may have completed its work under `operationId`.
   */
  state: 'running' | 'done' | 'released' | 'unknown';
  operationId: string;
  /** The credential that claimed the key. Absent from records of earlier releases. */
  credentialId?: string;
  /** The inbox to which the credential was limited when it claimed the key. */
  inboxId?: string;
  /** When the key becomes free, 24 hours after the claim (ms). */
  endsAt: number;
  expiresAt: number;
  status?: number;
  body?: string;
  /** The number of pieces of a body that is too large for one record. */
  bodyPieces?: number;
}

/** A piece of a compressed response body. */
export interface ResponsePiece {
  bytes: Uint8Array;
  expiresAt: number;
}
