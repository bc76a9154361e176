import { cursorText, pageSize } from '../../../shared/http/parameters';
import type { Route } from '../../../shared/http/route';
import {
  CountRulesRequestSchema,
  CreateSegmentRequestSchema,
  DeletedSegmentSchema,
  RulesMetricsSchema,
  SegmentContactListSchema,
  SegmentListSchema,
  SegmentMetricsSchema,
  SegmentSchema,
  UpdateSegmentRequestSchema,
} from './shapes';

/** A query over a million contacts needs the full request timeout and a full vCPU. */
const fullScanLimits = { timeoutSeconds: 29, memoryMb: 1769 };

export const segmentRoutes = {
  listSegments: {
    method: 'GET',
    path: '/v1/segments',
    summary: 'List segments by name',
    description: 'Returns all segments, up to 500.',
    scope: 'contacts:read',
    needs: ['table:Query'],
    responses: { 200: SegmentListSchema },
  },
  createSegment: {
    method: 'POST',
    path: '/v1/segments',
    summary: 'Create a segment',
    description:
      'Saves a filter over an audience. A segment stores rules, not contacts. Each use evaluates which ' +
      'contacts match all rules, are in the audience and have not unsubscribed. The segment also matches ' +
      'suppressed contacts. A filter may name a property that no contact has.',
    scope: 'contacts:write',
    body: CreateSegmentRequestSchema,
    needs: ['table:GetItem', 'table:Query', 'table:PutItem'],
    responses: { 201: SegmentSchema },
    refuses: ['conflict', 'unknown_topic'],
  },
  getSegment: {
    method: 'GET',
    path: '/v1/segments/{id}',
    summary: 'Get a segment',
    description:
      'Returns a segment. If you pass the name or key of a segment instead of its ID, the 404 response contains the ID.',
    scope: 'contacts:read',
    needs: ['table:GetItem', 'table:Query'],
    responses: { 200: SegmentSchema },
    refuses: ['not_found'],
  },
  updateSegment: {
    method: 'PATCH',
    path: '/v1/segments/{id}',
    summary: 'Change the rules of a segment',
    description:
      'Replaces the fields that you send. `[]` clears a list, `null` clears a number of days, and `""` ' +
      'clears the topic. The key cannot be changed.',
    scope: 'contacts:write',
    body: UpdateSegmentRequestSchema,
    // The handler refuses a `key` before it validates the body.
    hasDeferredBody: true,
    needs: ['table:GetItem', 'table:Query', 'table:UpdateItem'],
    responses: { 200: SegmentSchema },
    refuses: ['not_found', 'unknown_topic'],
  },
  deleteSegment: {
    method: 'DELETE',
    path: '/v1/segments/{id}',
    summary: 'Delete a segment',
    description:
      'Deletes the segment. Its contacts are unchanged. Campaigns that refer to the segment have no recipients.',
    scope: 'contacts:write',
    needs: ['table:GetItem', 'table:Query', 'table:DeleteItem'],
    responses: { 200: DeletedSegmentSchema },
    refuses: ['not_found'],
  },
  countSegment: {
    method: 'GET',
    path: '/v1/segments/{id}/metrics',
    summary: 'Count the contacts in a segment',
    description: 'Returns the number of contacts that match now. Each call counts again.',
    scope: 'contacts:read',
    needs: ['table:GetItem', 'table:BatchGetItem', 'table:Query'],
    responses: { 200: SegmentMetricsSchema },
    refuses: ['not_found', 'service_unavailable'],
    ...fullScanLimits,
  },
  countRules: {
    method: 'POST',
    path: '/v1/segments/count',
    summary: 'Count the contacts that match unsaved rules',
    description:
      'Returns the number of contacts that a segment with these rules would match now. Nothing is saved, ' +
      'so the request needs no `Idempotency-Key`. If you reuse a key, the response is the earlier count.',
    scope: 'contacts:read',
    body: CountRulesRequestSchema,
    needs: ['table:GetItem', 'table:BatchGetItem', 'table:Query'],
    responses: { 200: RulesMetricsSchema },
    refuses: ['unknown_topic', 'service_unavailable'],
    ...fullScanLimits,
  },
  listSegmentContacts: {
    method: 'GET',
    path: '/v1/segments/{id}/contacts',
    summary: 'List the addresses in a segment, newest contact first',
    description:
      'Returns the addresses that match now. The service evaluates the rules again for each page. A page can be shorter than `limit`, or empty, even if more pages follow.',
    scope: 'contacts:read',
    query: { limit: pageSize(200, 1000), cursor: cursorText('contact') },
    needs: ['table:GetItem', 'table:BatchGetItem', 'table:Query'],
    responses: { 200: SegmentContactListSchema },
    refuses: ['not_found'],
    ...fullScanLimits,
  },
} satisfies Record<string, Route>;
