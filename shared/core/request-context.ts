import type { Role } from './roles';
import type { Scope } from './scopes';

/**
 * Who is behind a request follows from the way in, and from nothing else: an API key is a machine's, an OAuth token was
 * lent to whoever asks for somebody, and a session is a person's who signed in to the dashboard (docs/decisions/0038).
 */
export type CredentialKind = 'key' | 'token' | 'session';

/** Who asks. What a request reads and writes stays inside `workspaceId`, but for who else uses a domain. */
export interface Credential {
  kind: CredentialKind;
  /** The API key's id, the token's subject, or the user's id. */
  id: string;
  workspaceId: string;
  scopes: readonly Scope[];
  guardrails: Guardrails;
  /** An OAuth token made or changed it, or a key of which that is so (K-35). */
  isOfToken?: boolean;
  /** The keys that made this one, and those that made them: what is sent counts for their daily limits too (K-30). */
  ancestorKeyIds?: readonly string[];
  /** Requests a minute that this credential may make. */
  requestsPerMinute: number;
  /** Who signed in, of a session. */
  user?: { email: string; role: Role };
}

/** Whoever has it may be a program that a token was lent to: it speaks for no person. */
export const actsForToken = ({ kind, isOfToken = false }: Credential): boolean =>
  kind === 'token' || isOfToken;

/** Limits on a key (K-25 to K-34). Nobody else has any. */
export interface Guardrails {
  dailySendLimit: number | null;
  allowedRecipients: readonly string[];
  requiresApproval: boolean;
}

export const noGuardrails: Guardrails = {
  dailySendLimit: null,
  allowedRecipients: [],
  requiresApproval: false,
};

export const hasGuardrail = (limits: Guardrails): boolean =>
  limits.dailySendLimit !== null || limits.allowedRecipients.length > 0 || limits.requiresApproval;

/** Who asks, and what they may do once: for domain functions that need more than the workspace. */
export interface RequestContext {
  workspaceId: string;
  credential: Credential;
  operation: Operation;
  /** Until the function is stopped, wherever it is. */
  remainingMs: () => number;
}

/**
 * The one thing that this request may create or send. A retry with the same Idempotency-Key after an
 * unknown outcome gets the same id, so it can find out what became of the first attempt.
 */
export interface Operation {
  id: string;
  isRetry: boolean;
}
