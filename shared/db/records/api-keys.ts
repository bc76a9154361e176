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

/** An API key. The table never contains the key itself, only its SHA-256 (`hash`). */
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
  /** The ids of the keys through which this key was created. The direct creator is last. Copied to the credential. */
  ancestorKeyIds: readonly string[];
  /** Incremented by each update. An update applies only to the revision that it has read. */
  revision: number;
}

/**
 * The record that authentication reads by the key's hash. Each change of the key also changes this record, in the same
 * transaction.
 */
export interface CredentialRecord extends Credential {
  revokedAt: string | null;
}
