import type { Credential, Guardrails } from '../../core/request-context';
import type { Scope } from '../../core/scopes';

/** The permissions of a key. */
export interface Grant extends Guardrails {
  scopes: readonly Scope[];
}

/** The settings of a new key. */
export interface NewApiKey extends Grant {
  name: string;
}

/** The settings that an update changes. */
export type ApiKeyChanges = Partial<NewApiKey>;

/** An API key. The key itself is never stored. `hash` is its SHA-256. */
export interface ApiKey extends Grant {
  id: string;
  workspaceId: string;
  name: string;
  hash: string;
  last4: string;
  createdAt: string;
  lastUsedAt: string | null;
  revokedAt: string | null;
  /** Whether an OAuth token created or changed the key, directly or through another key. Copied to the credential. */
  isOfToken: boolean;
  /** The ids of the keys through which this key was created, the direct creator last. Copied to the credential. */
  ancestorKeyIds: readonly string[];
  /** Incremented by each update, which applies only to the revision that it read. */
  revision: number;
}

/** The record that authentication reads by the key's hash. This record changes in the same transaction as the key. */
export interface CredentialRecord extends Credential {
  revokedAt: string | null;
}
