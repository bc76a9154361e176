import type { Route } from '../../../shared/http/route';
import { ApprovalListSchema, DecisionRequestSchema, DecisionSchema } from './shapes';

export const approvalRoutes = {
  listApprovals: {
    method: 'GET',
    path: '/v1/approvals',
    summary: 'List the drafts that wait for a decision, oldest first',
    description:
      'What keys with `requires_approval` wrote, with all that a person needs to decide. The list has ' +
      'no pages, and shows what neither was decided nor has expired.',
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
      '`approve` sends the draft, or schedules it if its time is still to come; `reject` withdraws it. ' +
      'Only an API key without guardrails may decide, and never the one that made the draft; or a person who signed ' +
      'in to the dashboard, under their own name. If ' +
      'everybody left `to` meanwhile, nothing is sent, and the answer says `skipped`. A refusal of the ' +
      'release leaves the draft as it is, with the reason in `last_error`, for a later decision.',
    scope: 'emails:send',
    body: DecisionRequestSchema,
    // Whether there is such a draft, and who may decide, comes before.
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
