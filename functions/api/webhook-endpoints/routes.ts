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
    description:
      'Nobody can read a secret again: to replace one, add a second endpoint and delete the first.',
    scope: 'webhooks:read',
    query: { limit: pageSize(50, 100), cursor: cursor('id') },
    needs: ['table:Query'],
    responses: { 200: WebhookEndpointListSchema },
  },
  createWebhookEndpoint: {
    method: 'POST',
    path: '/v1/webhook-endpoints',
    summary: 'Create a webhook endpoint; the answer shows its signing secret once',
    description:
      '`url` is `http` or `https`, on port 80, 443 or above 1023, and its host has public addresses ' +
      'only. The `secret` of the answer signs every delivery and is never shown again. This answer is ' +
      'not stored for an `Idempotency-Key`: repeating the request makes another endpoint.',
    scope: 'webhooks:write',
    body: NewWebhookEndpointRequestSchema,
    idempotency: 'never-stored',
    needs: ['table:Query', 'table:PutItem', 'webhook-secrets:Encrypt'],
    responses: { 201: WebhookEndpointWithSecretSchema },
  },
  updateWebhookEndpoint: {
    method: 'PATCH',
    path: '/v1/webhook-endpoints/{id}',
    summary: 'Change the URL or the events of a webhook endpoint, disable or enable it',
    description:
      'What is left out stays; `events` is replaced as a whole. While `enabled` is false nothing is ' +
      'delivered; enabled again, what has attempts left is delivered after all. The secret stays.',
    scope: 'webhooks:write',
    body: WebhookEndpointChangesRequestSchema,
    // Whether there is such an endpoint comes before.
    hasDeferredBody: true,
    needs: ['table:GetItem', 'table:UpdateItem', 'queue:due-work'],
    responses: { 200: WebhookEndpointSchema },
    refuses: ['not_found'],
  },
  deleteWebhookEndpoint: {
    method: 'DELETE',
    path: '/v1/webhook-endpoints/{id}',
    summary: 'Delete a webhook endpoint; what is still owed to it is not delivered',
    description: 'What is owed to it is not delivered any more, and what was delivered is no longer listed.',
    scope: 'webhooks:write',
    needs: ['table:DeleteItem'],
    responses: { 200: DeletedWebhookEndpointSchema },
    refuses: ['not_found'],
  },
  listWebhookDeliveries: {
    method: 'GET',
    path: '/v1/webhook-endpoints/{id}/events',
    summary: 'List what was delivered to a webhook endpoint, newest first, each with its latest attempt',
    description:
      'One row for each event, of the last 30 days. There are no further pages; `has_more` says that ' +
      'the page is full. `failed` is tried again while there were fewer than six attempts.',
    scope: 'webhooks:read',
    query: { limit: pageSize(50, 200) },
    needs: ['table:GetItem', 'table:Query'],
    responses: { 200: WebhookDeliveryListSchema },
    refuses: ['not_found'],
  },
} satisfies Record<string, Route>;
