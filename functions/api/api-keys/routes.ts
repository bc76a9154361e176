import { cursor, pageSize } from '../../../shared/http/parameters';
import type { Route } from '../../../shared/http/route';
import {
  ApiKeyChangesRequestSchema,
  ApiKeyListSchema,
  ApiKeySchema,
  ApiKeyWithSecretSchema,
  NewApiKeyRequestSchema,
} from './shapes';

/**
 * The routes for operators and deployment tools. The OpenAPI document omits these routes, so agents do not see them.
 */
export const apiKeyRoutes = {
  listApiKeys: {
    method: 'GET',
    path: '/v1/api-keys',
    summary: 'List API keys, newest first, including revoked keys',
    scope: 'domains:write',
    query: { limit: pageSize(50, 100), cursor: cursor('id') },
    needs: ['table:Query'],
    responses: { 200: ApiKeyListSchema },
    undocumented: true,
  },
  createApiKey: {
    method: 'POST',
    path: '/v1/api-keys',
    summary: 'Create an API key, which is shown only in this response',
    scope: 'domains:write',
    body: NewApiKeyRequestSchema,
    unstored: 'response',
    needs: ['table:GetItem', 'table:UpdateItem', 'credentials:PutItem', 'credentials:UpdateItem'],
    responses: { 201: ApiKeyWithSecretSchema },
    undocumented: true,
  },
  updateApiKey: {
    method: 'PATCH',
    path: '/v1/api-keys/{id}',
    summary: 'Change the name, scopes or guardrails of an API key',
    scope: 'domains:write',
    body: ApiKeyChangesRequestSchema,
    needs: ['table:GetItem', 'table:UpdateItem', 'credentials:UpdateItem'],
    responses: { 200: ApiKeySchema },
    undocumented: true,
  },
  revokeApiKey: {
    method: 'DELETE',
    path: '/v1/api-keys/{id}',
    summary: 'Revoke an API key immediately and permanently',
    scope: 'domains:write',
    needs: ['table:GetItem', 'credentials:UpdateItem'],
    responses: { 200: ApiKeySchema },
    undocumented: true,
  },
} satisfies Record<string, Route>;
