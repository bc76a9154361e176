import type { LeaseFields } from './lease';

/** What became of the request with one Idempotency-Key (I-6, I-7). */
export interface IdempotencyRecord extends Required<LeaseFields> {
  bodyHash: string;
  /**
   * `running` until its lease ends · `done` with an answer to replay · `released` free for anybody ·
   * `unknown` free, but the first attempt may have acted under `operationId`.
   */
  state: 'running' | 'done' | 'released' | 'unknown';
  operationId: string;
  /** 24 hours after the claim. */
  endsAt: number;
  expiresAt: number;
  status?: number;
  body?: string;
  /** In so many pieces stands a body that is too large for a record. */
  bodyPieces?: number;
}

/** A piece of an answer, compressed. */
export interface ResponsePiece {
  bytes: Uint8Array;
  expiresAt: number;
}
