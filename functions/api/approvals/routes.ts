import { ApprovalSchema, DecidedSchema, DecisionSchema } from '../../../shared/domain/approvals/present';
import type { Route } from '../../../shared/http/route';
import { listOf } from '../../../shared/http/schemas';

export const approvalRoutes = {
  listApprovals: {
    method: 'GET',
    path: '/v1/approvals',
    summary: 'List the drafts that wait for a decision, oldest first',
    scope: 'emails:read',
    needs: ['index:byStatus', 'table:BatchGetItem', 'content:GetObject'],
    answers: { 200: listOf(ApprovalSchema) },
    memoryMb: 1024,
  },
  decideApproval: {
    method: 'POST',
    path: '/v1/approvals/{id}',
    summary: 'Approve or reject a held draft',
    scope: 'emails:send',
    body: DecisionSchema,
    needs: [
      'table:BatchGetItem',
      'content:GetObject',
      'mail:SendEmail',
      'mail:SendRawEmail',
      'queue:alarms',
      'alarms:CreateSchedule',
      'environment:public-url',
    ],
    answers: { 200: DecidedSchema },
    memoryMb: 1024,
  },
} satisfies Record<string, Route>;
