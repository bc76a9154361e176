import type { Route } from '../../../shared/http/route';
import { ApprovalListSchema, DecisionRequestSchema, DecisionSchema } from './shapes';

export const approvalRoutes = {
  listApprovals: {
    method: 'GET',
    path: '/v1/approvals',
    summary: 'List the drafts that wait for approval, oldest first',
    description:
      'Returns the emails of API keys with `requires_approval` that are neither decided nor expired, with the content that an approver needs for the decision. The list has no pages.',
    scope: 'emails:read',
    needs: ['index:byStatus', 'table:BatchGetItem', 'content:GetObject'],
    responses: { 200: ApprovalListSchema },
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
      'pending, `last_error` contains the reason, and you can decide again later.',
    scope: 'emails:send',
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
