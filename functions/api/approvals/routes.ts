import type { Route } from '../../../shared/http/route';
import * as z from '../../../shared/schema/schema';
import { cursor, pageSize } from '../../../shared/http/parameters';
import { ApprovalListSchema, ApprovalSchema, DecisionRequestSchema, DecisionSchema } from './shapes';

export const approvalRoutes = {
  listApprovals: {
    method: 'GET',
    path: '/v1/approvals',
    summary: 'List the drafts that wait for approval, oldest first',
    description:
      'Returns the emails of API keys with `requires_approval` that are neither decided nor expired, as their recipients would see them. The list cuts `html` and `text` to 20,000 characters and sets `truncated`. `GET /v1/approvals/{id}` returns the whole draft. A page can have fewer drafts than `limit`.',
    scope: 'emails:read',
    inboxAccess: 'filtered',
    query: { limit: pageSize(50, 100), cursor: cursor('id') },
    needs: ['index:byStatus', 'table:BatchGetItem', 'content:GetObject', 'environment:public-url'],
    responses: { 200: ApprovalListSchema },
    memoryMb: 1024,
  },
  getApproval: {
    method: 'GET',
    path: '/v1/approvals/{id}',
    summary: 'Read a held draft as its recipients would see it',
    description:
      'Returns the whole draft as the service would send it: all header fields, both parts with their footers, ' +
      'and the attachments. Personal unsubscribe links are replaced by links without effect. Also ' +
      'returns decided drafts; the content of a decided draft can be missing.',
    scope: 'emails:read',
    inboxAccess: 'own',
    needs: ['table:GetItem', 'table:BatchGetItem', 'content:GetObject', 'environment:public-url'],
    responses: { 200: ApprovalSchema },
    refuses: ['not_found'],
    isStreamed: true,
    memoryMb: 1024,
  },
  downloadDraftAttachment: {
    method: 'GET',
    path: '/v1/approvals/{id}/attachments/{index}',
    summary: 'Download an attachment of a held draft by its index',
    description:
      'Returns the bytes that the email would contain. Save the file instead of displaying it. Indexes start at 0, in the order of `attachments`. If no attachment has the index, the response is 404.',
    scope: 'emails:read',
    inboxAccess: 'own',
    needs: ['table:GetItem', 'content:GetObject'],
    responses: { 200: z.file() },
    refuses: ['not_found', 'invalid_request'],
    isFile: true,
    memoryMb: 1024,
  },
  decideApproval: {
    method: 'POST',
    path: '/v1/approvals/{id}',
    summary: 'Approve or reject a held draft',
    description:
      'Approves or rejects a held draft. `approve` sends the draft, or schedules the draft if its ' +
      '`scheduled_at` is in the future. `reject` cancels the draft. The decision requires an API key ' +
      'without guardrails that did not create the draft, or a user who is signed in to the dashboard. For ' +
      'a signed-in user, `decided_by` is the address of the user. If no recipient in `to` may be mailed ' +
      'now, nothing is sent and `skipped` is true. If the service cannot send the draft, the draft stays ' +
      'pending, `last_error` contains the reason, and you can decide again later. With `content_sha256`, the ' +
      'draft is decided only if it is still the draft that you saw; otherwise the response is 409 `conflict`.',
    scope: 'emails:send',
    inboxAccess: 'own',
    body: DecisionRequestSchema,
    // The handler checks for 404 and 403 before it validates the body.
    hasDeferredBody: true,
    needs: [
      'table:GetItem',
      'table:BatchGetItem',
      'table:UpdateItem',
      'content:GetObject',
      'mail:SendEmail',
      'mail:SendRawEmail',
      'queue:background-jobs',
      'queue:wakeups',
      'wakeups:CreateSchedule',
      'environment:public-url',
    ],
    responses: { 200: DecisionSchema },
    refuses: [
      'plan_limit_reached',
      'payment_method_required',
      'billing_past_due',
      'budget_exceeded',
      'not_found',
      'conflict',
      'invalid_state',
      'approval_in_progress',
      'no_verified_identity',
      'no_postal_address',
      'warmup_limit',
      'workspace_suspended',
      'provider_error',
    ],
    memoryMb: 1024,
  },
} satisfies Record<string, Route>;
