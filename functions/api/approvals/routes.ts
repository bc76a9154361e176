import type { Route } from '../../../shared/http/route';
import { ApprovalListSchema, DecisionRequestSchema, DecisionSchema } from './shapes';

export const approvalRoutes = {
  listApprovals: {
    method: 'GET',
    path: '/v1/approvals',
    summary: 'List the drafts that wait for a decision, oldest first',
    scope: 'emails:read',
    needs: ['index:byStatus', 'table:BatchGetItem', 'content:GetObject'],
    answers: { 200: ApprovalListSchema },
    memoryMb: 1024,
  },
  decideApproval: {
    method: 'POST',
    path: '/v1/approvals/{id}',
    summary: 'Approve or reject a held draft',
    scope: 'emails:send',
    body: DecisionRequestSchema,
    // Whether there is such a draft, and who may decide, comes before.
    isBodyLate: true,
    needs: [
      'table:BatchGetItem',
      'table:PutItem',
      'table:UpdateItem',
      'content:GetObject',
      'mail:SendEmail',
      'mail:SendRawEmail',
      'queue:alarms',
      'alarms:CreateSchedule',
      'environment:public-url',
    ],
    answers: { 200: DecisionSchema },
    memoryMb: 1024,
  },
} satisfies Record<string, Route>;
