import type { Route } from '../../../shared/http/route';
import { ApprovalListSchema, DecisionRequestSchema, DecisionSchema } from './shapes';

export const approvalRoutes = {
  listApprovals: {
    method: 'GET',
    path: '/v1/approvals',
    summary: 'List the drafts that wait for approval, oldest first',
    description:
      'Returns the undecided and unexpired emails of API keys with `requires_approval`, with the ' +
      'content that an approver needs to decide. The list has no pages.',
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
      '`scheduled_at` is in the future. `reject` cancels the draft. Only an API key without guardrails, ' +
      'other than the one that created the draft, or a user signed in to the dashboard may decide. For a ' +
      'signed-in user, `decided_by` is the address of the user. If no recipient in `to` may be mailed ' +
      'any longer, nothing is sent and the response has `skipped`. If the release is refused, the draft ' +
      'stays pending with the reason in `last_error` and can be decided later.',
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
