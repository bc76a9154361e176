import { cursor, pageSize, text } from '../../../shared/http/parameters';
import type { Route } from '../../../shared/http/route';
import {
  CreatedInboxSchema,
  DeletedInboxSchema,
  InboxChangesRequestSchema,
  InboxListSchema,
  InboxSchema,
  NewInboxRequestSchema,
} from './shapes';

export const inboxRoutes = {
  listInboxes: {
    method: 'GET',
    path: '/v1/inboxes',
    summary: 'List inboxes, newest first',
    isAddition: true,
    description: 'Returns the inboxes of the workspace, or the inbox with this `client_id`.',
    scope: 'domains:read',
    query: { client_id: text, limit: pageSize(50, 100), cursor: cursor('id') },
    needs: ['table:GetItem', 'table:Query'],
    responses: { 200: InboxListSchema },
  },
  createInbox: {
    method: 'POST',
    path: '/v1/inboxes',
    summary: 'Create an inbox',
    isAddition: true,
    description:
      'Creates an address with a name and conversations of its own. Without `username`, the service chooses ' +
      'one. Without `domain`, the address is on the oldest verified transactional domain. If an inbox has ' +
      'the same `client_id`, the response is 200 with that inbox. If an inbox has the address, the response ' +
      'is 409 `conflict`. `key` also creates an API key that can do nothing outside the inbox.',
    scope: 'domains:write',
    body: NewInboxRequestSchema,
    isBodyOptional: true,
    // A repeated `client_id` responds with the existing inbox before the body is validated.
    hasDeferredBody: true,
    unstored: { field: 'key' },
    needs: [
      'table:GetItem',
      'table:BatchGetItem',
      'table:Query',
      'table:PutItem',
      'table:UpdateItem',
      'table:DeleteItem',
      'credentials:PutItem',
      'credentials:UpdateItem',
    ],
    responses: { 200: CreatedInboxSchema, 201: CreatedInboxSchema },
    refuses: ['no_verified_identity', 'conflict'],
  },
  getInbox: {
    method: 'GET',
    path: '/v1/inboxes/{id}',
    summary: 'Get an inbox',
    isAddition: true,
    description: 'Returns an inbox.',
    scope: 'domains:read',
    needs: ['table:GetItem'],
    responses: { 200: InboxSchema },
    refuses: ['not_found'],
  },
  updateInbox: {
    method: 'PATCH',
    path: '/v1/inboxes/{id}',
    summary: 'Change the name or the metadata of an inbox',
    isAddition: true,
    description: 'Changes only the fields that you send. `metadata` replaces all pairs.',
    scope: 'domains:write',
    body: InboxChangesRequestSchema,
    // The handler checks for 404 before it validates the body.
    hasDeferredBody: true,
    needs: ['table:GetItem', 'table:UpdateItem'],
    responses: { 200: InboxSchema },
    refuses: ['not_found'],
  },
  deleteInbox: {
    method: 'DELETE',
    path: '/v1/inboxes/{id}',
    summary: 'Delete an inbox',
    isAddition: true,
    description:
      'Cancels the scheduled emails of the inbox, rejects its drafts that wait for approval, deletes its feeds, ' +
      'and revokes its API keys. `keys_revoked` counts the keys that this request revoked. The conversations stay. If the ' +
      'request fails, repeat it to finish the deletion.',
    scope: 'domains:write',
    needs: [
      'table:GetItem',
      'table:Query',
      'table:UpdateItem',
      'table:DeleteItem',
      'credentials:UpdateItem',
      'index:byStatus',
      'queue:background-jobs',
    ],
    responses: { 200: DeletedInboxSchema },
    refuses: ['not_found'],
    timeoutSeconds: 29,
  },
} satisfies Record<string, Route>;
