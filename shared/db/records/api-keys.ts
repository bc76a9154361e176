import type { Credential, Guardrails } from '../../core/request-context';
import type { Scope } from '../../core/scopes';

/** What a key may do. */
export interface Grant extends Guardrails {
  scopes: readonly Scope[];
}

/** A key that is to be made. */
export interface NewApiKey extends Grant {
  name: string;
}

/** What an update sends. */
export type ApiKeyChanges = Partial<NewApiKey>;

/** An API key. The key itself is never stored: `hash` is its SHA-256. */
export interface ApiKey extends Grant {
  id: string;
  workspaceId: string;
  name: string;
  hash: string;
  last4: string;
  createdAt: string;
  lastUsedAt: string | null;
  revokedAt: string | null;
  /** As its credential says. */
  isOfToken: boolean;
  /** As its credential says: ids, the one that made it last. */
  ancestorKeyIds: readonly string[];
  /** Counts the updates: one is decided on what it read, and must not land on anything else. */
  revision: number;
}

/** What authentication reads, under the key's hash: it changes in the same transaction as the key. */
export interface CredentialRecord extends Credential {
  revokedAt: string | null;
}
