import type { Route } from '../../../shared/http/route';
import { ApprovalListSchema, DecisionRequestSchema, DecisionSchema } from './shapes';

export const approvalRoutes = {
  listApprovals: {
    method: 'GET',
    path: '/v1/approvals',
    summary: 'List the drafts that wait for approval, oldest first',
    description:
      'Returns the undecided and unexpired emails of API keys with `requires_approval`, with the ' +
      'content that a person needs to decide. The list has no pages.',
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
      'Decides about a held draft. `approve` sends it, or schedules it if its time is in the ' +
      'future; `reject` cancels it. Only an API key without guardrails, other than the one that ' +
      'created the draft, or a person signed in to the dashboard may decide. For a signed-in ' +
      'person, `decided_by` is their address. If no recipient in `to` may be mailed any longer, ' +
      'nothing is sent and the response has `skipped`. If the release is refused, the draft stays ' +
      'pending with the reason in `last_error` and can be decided later.',
    scope: 'emails:send',
    body: DecisionRequestSchema,
    // 404 and 403 are decided before the body is validated.
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
