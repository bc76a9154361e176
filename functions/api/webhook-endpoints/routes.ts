import { pageSize, cursor } from '../../../shared/http/parameters';
import type { Route } from '../../../shared/http/route';
import {
  DeletedWebhookEndpointSchema,
  NewWebhookEndpointRequestSchema,
  WebhookDeliveryListSchema,
  WebhookEndpointChangesRequestSchema,
  WebhookEndpointListSchema,
  WebhookEndpointSchema,
  WebhookEndpointWithSecretSchema,
} from './shapes';

export const webhookEndpointRoutes = {
  listWebhookEndpoints: {
    method: 'GET',
    path: '/v1/webhook-endpoints',
    summary: 'List webhook endpoints, newest first, without their secrets',
    scope: 'webhooks:read',
    query: { limit: pageSize(50, 100), cursor: cursor('id') },
    needs: ['table:Query'],
    answers: { 200: WebhookEndpointListSchema },
  },
  createWebhookEndpoint: {
    method: 'POST',
    path: '/v1/webhook-endpoints',
    summary: 'Create a webhook endpoint; the answer shows its signing secret once',
    scope: 'webhooks:write',
    body: NewWebhookEndpointRequestSchema,
    idempotency: 'never-stored',
    needs: ['table:Query', 'table:PutItem', 'webhook-secrets:Encrypt'],
    answers: { 201: WebhookEndpointWithSecretSchema },
  },
  updateWebhookEndpoint: {
    method: 'PATCH',
    path: '/v1/webhook-endpoints/{id}',
    summary: 'Change the URL or the events of a webhook endpoint, disable or enable it',
    scope: 'webhooks:write',
    body: WebhookEndpointChangesRequestSchema,
    // Whether there is such an endpoint comes before.
    isBodyLate: true,
    needs: ['table:GetItem', 'table:UpdateItem', 'queue:due-work'],
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
    query: { limit: pageSize(50, 200) },
    needs: ['table:GetItem', 'table:Query'],
    answers: { 200: WebhookDeliveryListSchema },
  },
} satisfies Record<string, Route>;
