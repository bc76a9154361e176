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
      'Returns endpoints. A secret cannot be read again. To replace a secret, add a second endpoint and ' +
      'delete the first endpoint.',
    scope: 'webhooks:read',
    query: { limit: pageSize(50, 100), cursor: cursor('id') },
    needs: ['table:Query'],
    responses: { 200: WebhookEndpointListSchema },
  },
  createWebhookEndpoint: {
    method: 'POST',
    path: '/v1/webhook-endpoints',
    summary: 'Create a webhook endpoint and return its signing secret once',
    description:
      'Creates an endpoint. `url` must be `http` or `https`. Its port must be 80, 443 or above 1023, and ' +
      'its host must have only public addresses. The `secret` in the response signs every delivery and is ' +
      'never shown again. The response is not stored for an `Idempotency-Key`, so repeating the request ' +
      'creates another endpoint.',
    scope: 'webhooks:write',
    body: NewWebhookEndpointRequestSchema,
    unstored: 'response',
    needs: ['table:Query', 'table:PutItem', 'webhook-secrets:Encrypt'],
    responses: { 201: WebhookEndpointWithSecretSchema },
  },
  updateWebhookEndpoint: {
    method: 'PATCH',
    path: '/v1/webhook-endpoints/{id}',
    summary: 'Change the URL or events of a webhook endpoint, or enable or disable it',
    description:
      'Changes only the fields that you send. `events` replaces the whole list. While `enabled` is false, ' +
      'nothing is delivered. Once the endpoint is enabled again, deliveries that have had fewer than six ' +
      'attempts are retried. The secret does not change.',
    scope: 'webhooks:write',
    body: WebhookEndpointChangesRequestSchema,
    // The handler checks for 404 before it validates the body.
    hasDeferredBody: true,
    needs: ['table:GetItem', 'table:UpdateItem', 'queue:due-work'],
    responses: { 200: WebhookEndpointSchema },
    refuses: ['not_found'],
  },
  deleteWebhookEndpoint: {
    method: 'DELETE',
    path: '/v1/webhook-endpoints/{id}',
    summary: 'Delete a webhook endpoint and drop its pending deliveries',
    description:
      'Deletes the endpoint. Pending deliveries are dropped, and past deliveries are no longer listed.',
    scope: 'webhooks:write',
    needs: ['table:DeleteItem'],
    responses: { 200: DeletedWebhookEndpointSchema },
    refuses: ['not_found'],
  },
  listWebhookDeliveries: {
    method: 'GET',
    path: '/v1/webhook-endpoints/{id}/events',
    summary: 'List the deliveries to a webhook endpoint and their latest attempts, newest first',
    description:
      'Returns one row per event of the last 30 days. The list has no further pages. `has_more` means ' +
      'that the page is full. A `failed` delivery is retried until it has had six attempts.',
    scope: 'webhooks:read',
    query: { limit: pageSize(50, 200) },
    needs: ['table:GetItem', 'table:Query'],
    responses: { 200: WebhookDeliveryListSchema },
    refuses: ['not_found'],
  },
} satisfies Record<string, Route>;
