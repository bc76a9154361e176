import { pageSize, text } from '../../../shared/http/parameters';
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

/** Looking through a million contacts takes a request's whole time, and a whole processor. */
const fullScanLimits = { timeoutSeconds: 29, memoryMb: 1769 };

export const segmentRoutes = {
  listSegments: {
    method: 'GET',
    path: '/v1/segments',
    summary: 'List segments, by name',
    description: 'All of them, up to 500.',
    scope: 'contacts:read',
    needs: ['table:Query'],
    responses: { 200: SegmentListSchema },
  },
  createSegment: {
    method: 'POST',
    path: '/v1/segments',
    summary: 'Save a filter over an audience',
    description:
      'It keeps rules, not people: each use asks anew who keeps all of them, is on the audience and has not ' +
      'unsubscribed. Suppressions are not looked at. A property that no contact has is not refused.',
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
    description: 'Given its name or key instead of the id, the 404 says the id.',
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
      'Each field that is sent replaces the stored one whole: `[]` clears a list, `null` a window, `""` the ' +
      'topic. The key stays for good.',
    scope: 'contacts:write',
    body: UpdateSegmentRequestSchema,
    // A key is refused before anything else is looked at.
    hasDeferredBody: true,
    needs: ['table:GetItem', 'table:Query', 'table:UpdateItem'],
    responses: { 200: SegmentSchema },
    refuses: ['not_found', 'unknown_topic'],
  },
  deleteSegment: {
    method: 'DELETE',
    path: '/v1/segments/{id}',
    summary: 'Delete a segment',
    description: 'Its contacts stay as they are. Campaigns that still name it are for nobody.',
    scope: 'contacts:write',
    needs: ['table:GetItem', 'table:Query', 'table:DeleteItem'],
    responses: { 200: DeletedSegmentSchema },
    refuses: ['not_found'],
  },
  countSegment: {
    method: 'GET',
    path: '/v1/segments/{id}/metrics',
    summary: 'Count whom a segment matches',
    description: 'Counted anew on each call.',
    scope: 'contacts:read',
    needs: ['table:GetItem', 'table:BatchGetItem', 'table:Query'],
    responses: { 200: SegmentMetricsSchema },
    refuses: ['not_found', 'service_unavailable'],
    ...fullScanLimits,
  },
  countRules: {
    method: 'POST',
    path: '/v1/segments/count',
    summary: 'Count whom rules match that are not saved',
    description:
      'As a segment with these rules would be counted now. Nothing is saved, and an `Idempotency-Key` is not ' +
      'needed: with one that was used, the count of then is answered again.',
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
    summary: 'List the addresses that a segment matches, newest contact first',
    description:
      'As it matches now, page by page. A page can be shorter than `limit`, or empty, and still have more ' +
      'after it.',
    scope: 'contacts:read',
    query: { limit: pageSize(200, 1000), cursor: text },
    needs: ['table:GetItem', 'table:BatchGetItem', 'table:Query'],
    responses: { 200: SegmentContactListSchema },
    refuses: ['not_found'],
    ...fullScanLimits,
  },
} satisfies Record<string, Route>;
