import { cursor, pageSize, seconds, text } from '../../../shared/http/parameters';
import type { Route } from '../../../shared/http/route';
import {
  DeletedFeedSchema,
  FeedEventListSchema,
  FeedListSchema,
  FeedSchema,
  NewFeedRequestSchema,
} from './shapes';

export const feedRoutes = {
  listFeeds: {
    method: 'GET',
    path: '/v1/feeds',
    summary: 'List feeds, newest first',
    isAddition: true,
    description: 'Returns the feeds of the workspace, of which there are at most ten.',
    scope: 'webhooks:read',
    inboxAccess: 'filtered',
    query: { limit: pageSize(50, 100), cursor: cursor('id') },
    needs: ['table:Query'],
    responses: { 200: FeedListSchema },
  },
  createFeed: {
    method: 'POST',
    path: '/v1/feeds',
    summary: 'Create a feed, which keeps events for clients without a public URL',
    isAddition: true,
    description:
      'The feed collects the events of these types from now on; with `inbox_id`, only those of that inbox. The payloads ' +
      'are those of webhooks. A workspace can have ten feeds.',
    scope: 'webhooks:write',
    body: NewFeedRequestSchema,
    needs: ['table:Query', 'table:PutItem', 'table:UpdateItem'],
    responses: { 201: FeedSchema },
  },
  deleteFeed: {
    method: 'DELETE',
    path: '/v1/feeds/{id}',
    summary: 'Delete a feed',
    isAddition: true,
    description: 'The feed can no longer be read. Its stored events are deleted within 22 days.',
    scope: 'webhooks:write',
    needs: ['table:GetItem', 'table:DeleteItem'],
    responses: { 200: DeletedFeedSchema },
    refuses: ['not_found'],
  },
  getFeedEvents: {
    method: 'GET',
    path: '/v1/feeds/{id}/events',
    summary: 'List or wait for the events of a feed, oldest first',
    isAddition: true,
    description:
      'Returns the events of the last 7 days after `after`, in the order in which they were recorded. Pass ' +
      '`next_cursor`, which is never null, as the next `after`: a reader then sees each event once. With ' +
      '`wait`, an empty page is returned only after that many seconds. If too many requests are waiting, it ' +
      'is returned at once, with `Retry-After`. An `after` that is older than 7 days is refused with 410.',
    scope: 'webhooks:read',
    inboxAccess: 'own',
    query: { after: text, wait: seconds(25), limit: pageSize(50, 100) },
    needs: [
      'table:GetItem',
      'table:BatchGetItem',
      'table:Query',
      'table:UpdateItem',
      'webhook-payloads:GetObject',
      'environment:wait-slots',
    ],
    responses: { 200: FeedEventListSchema },
    refuses: ['not_found', 'gone', 'invalid_request'],
    memoryMb: 256,
  },
} satisfies Record<string, Route>;
