import type { Credential, Page } from '@carrier-nest/sdk';
import { requestJson } from './request-json';
import { credentialHeaders } from './credential-headers';
import { serviceUrl } from './urls';
import type { Session } from '../session/session';

/**
 * The OpenAPI document omits the API key operations, so that agents do not use them. The SDK therefore has no methods
 * for API keys.
 */
export interface ApiKey {
  id: string;
  name: string;
  last4: string;
  scopes: string[];
  daily_send_limit: number | null;
  allowed_recipients: string[];
  requires_approval: boolean;
  created_at: string;
  last_used_at: string | null;
  revoked_at: string | null;
}

export interface NewApiKey {
  name: string;
  scopes: string[];
  daily_send_limit: number | null;
  allowed_recipients: string[];
  requires_approval: boolean;
}

export const scopes = [
  'emails:send',
  'emails:read',
  'threads:read',
  'domains:read',
  'domains:write',
  'contacts:read',
  'contacts:write',
  'broadcasts:read',
  'broadcasts:write',
  'webhooks:read',
  'webhooks:write',
  'templates:read',
  'templates:write',
] as const satisfies readonly Credential['scopes'][number][];

export const listKeys = (session: Session, cursor?: string): Promise<Page<ApiKey>> =>
  requestJson(`${serviceUrl}/v1/api-keys${cursor ? `?${new URLSearchParams({ cursor })}` : ''}`, {
    credentialHeaders: credentialHeaders(session),
  });

export const createKey = (session: Session, newKey: NewApiKey): Promise<ApiKey & { key: string }> =>
  requestJson(`${serviceUrl}/v1/api-keys`, {
    method: 'POST',
    body: newKey,
    credentialHeaders: credentialHeaders(session),
  });

export const revokeKey = (session: Session, id: string): Promise<ApiKey> =>
  requestJson(`${serviceUrl}/v1/api-keys/${encodeURIComponent(id)}`, {
    method: 'DELETE',
    credentialHeaders: credentialHeaders(session),
  });
