import { cursor, oneOf, pageSize } from '../../../shared/http/parameters';
import type { Route } from '../../../shared/http/route';
import { enrollmentStatuses } from '../../../shared/db/records/enrollments';
import {
  AutomationListSchema,
  AutomationSchema,
  AutomationStatusRequestSchema,
  CreateAutomationRequestSchema,
  DeletedAutomationSchema,
  EnrolledSchema,
  EnrollmentListSchema,
  EnrollRequestSchema,
  UpdateAutomationRequestSchema,
} from './shapes';

/** The needs of a function that enrolls addresses. */
export const enrollmentNeeds = [
  'table:GetItem',
  'table:BatchGetItem',
  'table:Query',
  'table:PutItem',
  'table:UpdateItem',
  'queue:wakeups',
  'wakeups:CreateSchedule',
] as const;

export const automationRoutes = {
  listAutomations: {
    method: 'GET',
    path: '/v1/automations',
    summary: 'List automations, newest first',
    description:
      'Returns automations with their steps and enrollment counts. A page can be shorter than ' +
      '`limit` if the automations are large.',
    scope: 'broadcasts:read',
    query: { limit: pageSize(50, 100), cursor: cursor('id') },
    needs: ['table:Query', 'table:BatchGetItem'],
    responses: { 200: AutomationListSchema },
  },
  createAutomation: {
    method: 'POST',
    path: '/v1/automations',
    summary: 'Create an automation as a draft',
    description:
      'Creates a sequence of marketing emails. The automation enrolls addresses and sends steps once its ' +
      'status is `active`. The service reads the template of a step when it sends the step. Steps, sender ' +
      'and trigger cannot be changed later. Enrollments by the triggers `contact_added` and `tag_added` ' +
      'have no variables, so `default_variables`, a fallback or the fields of the contact must cover every ' +
      'placeholder.',
    scope: 'broadcasts:write',
    body: CreateAutomationRequestSchema,
    needs: ['table:GetItem', 'table:BatchGetItem', 'table:Query', 'table:PutItem'],
    responses: { 201: AutomationSchema },
    refuses: ['conflict', 'missing_variables', 'no_verified_identity', 'unknown_topic'],
  },
  getAutomation: {
    method: 'GET',
    path: '/v1/automations/{id}',
    summary: 'Get an automation',
    description:
      'Returns an automation. If you pass the name or slug of an automation instead of its ID, the 404 response contains the ID.',
    scope: 'broadcasts:read',
    needs: ['table:GetItem', 'table:Query'],
    responses: { 200: AutomationSchema },
    refuses: ['not_found'],
  },
  updateAutomation: {
    method: 'PATCH',
    path: '/v1/automations/{id}',
    summary: 'Change the rules of an automation',
    description:
      'Changes only the fields that you send. `null` clears `topic_key` and `reply_to`. `[]` clears a list ' +
      'of tags. The new rules also apply to active enrollments, from their next step. A key that requires ' +
      'approval or has an allowlist cannot change an active automation.',
    scope: 'broadcasts:write',
    body: UpdateAutomationRequestSchema,
    // The handler checks for 404 and the guardrails before it validates the body.
    hasDeferredBody: true,
    needs: ['table:GetItem', 'table:BatchGetItem', 'table:Query', 'table:UpdateItem'],
    responses: { 200: AutomationSchema },
    refuses: ['not_found', 'missing_variables', 'unknown_topic'],
  },
  deleteAutomation: {
    method: 'DELETE',
    path: '/v1/automations/{id}',
    summary: 'Delete an automation and its enrollments',
    description:
      'Deletes the automation permanently. `enrollments_canceled` is the number of active enrollments that the deletion canceled. No further steps are sent. Sent emails stay in the log.',
    scope: 'broadcasts:write',
    needs: [
      'table:GetItem',
      'table:Query',
      'table:PutItem',
      'table:DeleteItem',
      'queue:background-jobs',
      'queue:wakeups',
    ],
    responses: { 200: DeletedAutomationSchema },
    refuses: ['not_found'],
  },
  setAutomationStatus: {
    method: 'POST',
    path: '/v1/automations/{id}/status',
    summary: 'Activate or pause an automation, or set it to draft',
    description:
      'Sets the status. Only an active automation enrolls addresses and sends steps. While the automation is paused, enrollments stay at their current step. Once the automation is active again, overdue steps are sent, oldest first. Exit rules apply in every status. A key that requires approval or has an allowlist cannot activate an automation.',
    scope: 'broadcasts:write',
    body: AutomationStatusRequestSchema,
    needs: ['table:GetItem', 'table:Query', 'table:UpdateItem', 'queue:background-jobs', 'queue:wakeups'],
    responses: { 200: AutomationSchema },
    refuses: ['not_found'],
  },
  enroll: {
    method: 'POST',
    path: '/v1/automations/{id}/enroll',
    summary: 'Enroll an address in an automation',
    description:
      'Enrolls the address, regardless of the trigger of the automation. A response with `enrolled: false` and a `reason` is not an error. The rules exclude the address, or the address is already enrolled. If the automation cannot enroll any address, the body of the 409 response has the fields `enrolled`, `reason` and `enrollment` in addition to `error`.',
    scope: 'broadcasts:write',
    body: EnrollRequestSchema,
    needs: enrollmentNeeds,
    responses: { 200: EnrolledSchema },
    refuses: ['not_found', 'invalid_state', 'recipient_not_allowed'],
  },
  listEnrollments: {
    method: 'GET',
    path: '/v1/automations/{id}/enrollments',
    summary: 'List the enrollments of an automation, newest first',
    description:
      'Returns active and ended enrollments. If you filter by `status`, a page can be shorter than `limit`, or empty, even if more pages follow.',
    scope: 'broadcasts:read',
    query: { status: oneOf(enrollmentStatuses), limit: pageSize(50, 100), cursor: cursor('id') },
    needs: ['table:GetItem', 'table:BatchGetItem', 'table:Query'],
    responses: { 200: EnrollmentListSchema },
    refuses: ['not_found'],
  },
} satisfies Record<string, Route>;
