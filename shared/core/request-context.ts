import type { Role } from './roles';
import type { Scope } from './scopes';

/**
 * The kind of the credential, which determines the kind of caller. An API key belongs to a program, an OAuth token to a
 * program that acts for a user, and a session to a user who signed in to the dashboard (docs/decisions/0038).
 */
export type CredentialKind = 'key' | 'token' | 'session';

/**
 * The authenticated caller. A request reads and writes only the workspace `workspaceId`, except to check whether
 * another workspace uses a domain.
 */
export interface Credential {
  kind: CredentialKind;
  /** The API key's id, the token's subject, or the user's id. */
  id: string;
  workspaceId: string;
  scopes: readonly Scope[];
  guardrails: Guardrails;
  /** Whether an OAuth token created or changed this key, directly or through another key (K-35). */
  isOfToken?: boolean;
  /**
   * The keys through which this key was created. Emails sent with this key also count toward the daily limits of these
   * keys (K-30).
   */
  ancestorKeyIds?: readonly string[];
  /**
   * When the key last got its first guardrail or lost its last one (ms), which moved its idempotency keys to another
   * space. Absent if that never happened.
   */
  idempotencySpaceChangedAt?: number;
  /** The maximum number of requests that this credential may make in a minute. */
  requestsPerMinute: number;
  /** The signed-in user. Set only for a session. */
  user?: { email: string; role: Role };
}

/**
 * Whether the credential is an OAuth token or comes from one. The holder of a token may be a program that acts without
 * the user.
 */
export const actsForToken = ({ kind, isOfToken = false }: Credential): boolean =>
  kind === 'token' || isOfToken;

/** Limits on an API key (K-25 to K-34). Tokens and sessions have no guardrails. */
export interface Guardrails {
  dailySendLimit: number | null;
  allowedRecipients: readonly string[];
  requiresApproval: boolean;
  /**
   * Whether the key may change templates although it requires approval or has an allowlist (K-39). Only an unguarded
   * caller sets this.
   */
  templatesUnguarded?: boolean;
  /** The only inbox that the key may use. Null if the limit was removed (IB-15). */
  inboxId?: string | null;
}

export const noGuardrails: Guardrails = {
  dailySendLimit: null,
  allowedRecipients: [],
  requiresApproval: false,
};

export const hasGuardrail = (limits: Guardrails): boolean =>
  limits.dailySendLimit !== null || restrictsMail(limits);

/** Whether a person decides on the key's mail, a list limits its recipients, or an inbox limits its senders. */
export const restrictsMail = ({ requiresApproval, allowedRecipients, inboxId }: Guardrails): boolean =>
  requiresApproval || allowedRecipients.length > 0 || isLimitedToInbox({ inboxId });

const isLimitedToInbox = ({ inboxId }: Pick<Guardrails, 'inboxId'>): boolean => typeof inboxId === 'string';

/** The caller and the operation, for domain functions that need more than the workspace. */
export interface RequestContext {
  workspaceId: string;
  credential: Credential;
  operation: Operation;
  /** Returns the number of milliseconds until Lambda or the local runtime stops the function. */
  remainingMs: () => number;
}

/**
 * The single create or send operation of this request. If the outcome of an attempt is unknown, a retry with the same
 * Idempotency-Key gets the same operation id, so that the retry can look up the result of the first attempt.
 */
export interface Operation {
  id: string;
  isRetry: boolean;
}
