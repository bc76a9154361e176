import * as z from 'zod/mini';
import { ApiKeyChangesSchema, NewApiKeySchema } from '../../../shared/domain/api-keys/key-request';
import { ApiKeySchema, IssuedKeySchema } from '../../../shared/domain/api-keys/present';
import type { Route } from '../../../shared/http/route';
import { listOf } from '../../../shared/http/schemas';

/** For people and deployment tooling: the OpenAPI document does not show them to agents. */
export const apiKeyRoutes = {
  listApiKeys: {
    method: 'GET',
    path: '/v1/api-keys',
    summary: 'List API keys, newest first, revoked ones too',
    scope: 'domains:write',
    query: z.object({ limit: z.optional(z.string()), cursor: z.optional(z.string()) }),
    needs: ['table:Query'],
    answers: { 200: listOf(ApiKeySchema) },
    undocumented: true,
  },
  createApiKey: {
    method: 'POST',
    path: '/v1/api-keys',
    summary: 'Create an API key; the answer shows it once',
    scope: 'domains:write',
    body: NewApiKeySchema,
    idempotency: 'never-stored',
    needs: [],
    answers: { 201: IssuedKeySchema },
    undocumented: true,
  },
  updateApiKey: {
    method: 'PATCH',
    path: '/v1/api-keys/{id}',
    summary: 'Change the name, scopes or guardrails of an API key',
    scope: 'domains:write',
    body: ApiKeyChangesSchema,
    needs: [],
    answers: { 200: ApiKeySchema },
    undocumented: true,
  },
  revokeApiKey: {
    method: 'DELETE',
    path: '/v1/api-keys/{id}',
    summary: 'Revoke an API key, at once and for good',
    scope: 'domains:write',
    needs: [],
    answers: { 200: ApiKeySchema },
    undocumented: true,
  },
} satisfies Record<string, Route>;
