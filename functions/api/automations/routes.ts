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

/** What enrolling somebody uses. */
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
      'Each with its steps and the number of its enrolments. A page ends early where it grows large.',
    scope: 'broadcasts:read',
    query: { limit: pageSize(50, 100), cursor: cursor('id') },
    needs: ['table:Query', 'table:BatchGetItem'],
    responses: { 200: AutomationListSchema },
  },
  createAutomation: {
    method: 'POST',
    path: '/v1/automations',
    summary: 'Create an automation, as a draft',
    description:
      'A sequence of marketing mails. It enrols and sends once its status is `active`. Steps are read when ' +
      'they are sent, and so are their templates; steps, sender and trigger cannot be changed afterwards. ' +
      'Where people join an audience or gain a tag, nobody gives values: then `default_variables` must cover ' +
      'every placeholder.',
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
    description: 'Given its name or slug instead of the id, the 404 says the id.',
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
      'What is left out stays; `null` clears `topic_key` and `reply_to`, `[]` a list of tags. Who is in it ' +
      'already is judged by the new rules before their next step.',
    scope: 'broadcasts:write',
    body: UpdateAutomationRequestSchema,
    needs: ['table:GetItem', 'table:BatchGetItem', 'table:Query', 'table:UpdateItem'],
    responses: { 200: AutomationSchema },
    refuses: ['not_found', 'missing_variables', 'unknown_topic'],
  },
  deleteAutomation: {
    method: 'DELETE',
    path: '/v1/automations/{id}',
    summary: 'Delete an automation and its enrolments',
    description:
      '`enrollments_canceled` is how many were active. Nothing more is sent; what was sent stays in the log. ' +
      'This cannot be undone.',
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
    summary: 'Activate, pause or withdraw an automation',
    description:
      'Only an active automation enrols and sends. In one that is paused everybody stays where they are; made ' +
      'active again, it sends what is overdue, the oldest first. Exits work all the time.',
    scope: 'broadcasts:write',
    body: AutomationStatusRequestSchema,
    needs: ['table:GetItem', 'table:Query', 'table:UpdateItem', 'queue:background-jobs', 'queue:wakeups'],
    responses: { 200: AutomationSchema },
    refuses: ['not_found'],
  },
  enroll: {
    method: 'POST',
    path: '/v1/automations/{id}/enroll',
    summary: 'Enrol somebody in an automation',
    description:
      'Whatever starts it otherwise. `enrolled: false` with a `reason` is no error: the person is not to get ' +
      'it, or is in it already. Where the automation can take nobody, the 409 has `enrolled`, `reason` and ' +
      '`enrollment` beside `error`.',
    scope: 'broadcasts:write',
    body: EnrollRequestSchema,
    needs: enrollmentNeeds,
    responses: { 200: EnrolledSchema },
    refuses: ['not_found', 'invalid_state', 'recipient_not_allowed'],
  },
  listEnrollments: {
    method: 'GET',
    path: '/v1/automations/{id}/enrollments',
    summary: 'List who is or was in an automation, newest first',
    description:
      'With a `status`, a page can be shorter than `limit`, or empty, and still have more after it.',
    scope: 'broadcasts:read',
    query: { status: oneOf(enrollmentStatuses), limit: pageSize(50, 100), cursor: cursor('id') },
    needs: ['table:GetItem', 'table:BatchGetItem', 'table:Query'],
    responses: { 200: EnrollmentListSchema },
    refuses: ['not_found'],
  },
} satisfies Record<string, Route>;
