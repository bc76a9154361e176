import * as z from 'zod/mini';
import {
  NewWebhookEndpointSchema,
  WebhookEndpointChangesSchema,
} from '../../../shared/domain/webhooks/endpoint-request';
import {
  DeletedWebhookEndpointSchema,
  NewWebhookEndpointAnswerSchema,
  WebhookDeliverySchema,
  WebhookEndpointSchema,
} from '../../../shared/domain/webhooks/present';
import type { Route } from '../../../shared/http/route';
import { listOf } from '../../../shared/http/schemas';

const page = z.object({ limit: z.optional(z.string()), cursor: z.optional(z.string()) });

export const webhookEndpointRoutes = {
  listWebhookEndpoints: {
    method: 'GET',
    path: '/v1/webhook-endpoints',
    summary: 'List webhook endpoints, newest first, without their secrets',
    scope: 'webhooks:read',
    query: page,
    needs: ['table:Query'],
    answers: { 200: listOf(WebhookEndpointSchema) },
  },
  createWebhookEndpoint: {
    method: 'POST',
    path: '/v1/webhook-endpoints',
    summary: 'Create a webhook endpoint; the answer shows its signing secret once',
    scope: 'webhooks:write',
    body: NewWebhookEndpointSchema,
    idempotency: 'never-stored',
    needs: ['table:Query', 'webhook-secrets:Encrypt'],
    answers: { 201: NewWebhookEndpointAnswerSchema },
  },
  updateWebhookEndpoint: {
    method: 'PATCH',
    path: '/v1/webhook-endpoints/{id}',
    summary: 'Change the URL or the events of a webhook endpoint, disable or enable it',
    scope: 'webhooks:write',
    body: WebhookEndpointChangesSchema,
    needs: ['queue:due-work'],
    answers: { 200: WebhookEndpointSchema },
  },
  deleteWebhookEndpoint: {
    method: 'DELETE',
    path: '/v1/webhook-endpoints/{id}',
    summary: 'Delete a webhook endpoint; what is still owed to it is not delivered',
    scope: 'webhooks:write',
    needs: ['table:DeleteItem'],
    answers: { 200: DeletedWebhookEndpointSchema },
  },
  listWebhookDeliveries: {
    method: 'GET',
    path: '/v1/webhook-endpoints/{id}/events',
    summary: 'List what was delivered to a webhook endpoint, newest first, each with its latest attempt',
    scope: 'webhooks:read',
    query: page,
    needs: ['table:Query'],
    answers: { 200: listOf(WebhookDeliverySchema) },
  },
} satisfies Record<string, Route>;
