import { cursor, cursorText, pageSize } from '../../../shared/http/parameters';
import type { Route } from '../../../shared/http/route';
import {
  BroadcastDecisionSchema,
  BroadcastListSchema,
  BroadcastPreviewSchema,
  BroadcastRecipientListSchema,
  BroadcastSchema,
  ClickedLinkListSchema,
  CreateBroadcastRequestSchema,
  DecideBroadcastRequestSchema,
  DeletedBroadcastSchema,
  SendBroadcastRequestSchema,
  UpdateBroadcastRequestSchema,
} from './shapes';

/** A query over a million contacts needs the full request timeout and a full vCPU. */
const fullScanLimits = { timeoutSeconds: 29, memoryMb: 1769 };

/** The needs of a response that contains a campaign. */
const readNeeds = ['table:GetItem', 'table:BatchGetItem', 'table:Query', 'content:GetObject'] as const;

/** The needs of starting a campaign. */
const startNeeds = [...readNeeds, 'table:UpdateItem', 'queue:campaigns'] as const;

export const broadcastRoutes = {
  listBroadcasts: {
    method: 'GET',
    path: '/v1/broadcasts',
    summary: 'List campaigns, newest first',
    description: 'Returns campaigns without their HTML, with current progress and test results.',
    scope: 'broadcasts:read',
    query: { limit: pageSize(50, 100), cursor: cursor('id') },
    needs: ['table:Query', 'table:BatchGetItem'],
    responses: { 200: BroadcastListSchema },
  },
  createBroadcast: {
    method: 'POST',
    path: '/v1/broadcasts',
    summary: 'Create a campaign as a draft',
    description:
      'Creates a marketing email to an audience, optionally limited to a segment, to subscribers of a ' +
      'topic or by recent engagement. The service selects and mails the recipients only after a call to ' +
      '`/send`. Subject and HTML may contain placeholders: `{{email}}`, `{{first_name}}`, `{{last_name}}`, ' +
      '`{{name}}`, `{{unsubscribe_url}}` and the keys of attributes. If the contact has no value for a ' +
      'placeholder, the placeholder becomes its fallback or empty text. Fallbacks, conditions and braces ' +
      'are as in a template. With `variants`, the campaign is an A/B test.',
    scope: 'broadcasts:write',
    body: CreateBroadcastRequestSchema,
    needs: [
      'table:GetItem',
      'table:Query',
      'table:PutItem',
      'table:UpdateItem',
      'table:DeleteItem',
      'content:PutObject',
    ],
    responses: { 201: BroadcastSchema },
    refuses: ['unknown_topic'],
  },
  getBroadcast: {
    method: 'GET',
    path: '/v1/broadcasts/{id}',
    summary: 'Get a campaign',
    description:
      'Returns a campaign. `progress` is set while the campaign is sending, paused or testing. Test ' +
      'results are set once the campaign is no longer a draft. If you pass the name of a campaign ' +
      'instead of its ID, the 404 response contains the ID.',
    scope: 'broadcasts:read',
    needs: readNeeds,
    responses: { 200: BroadcastSchema },
    refuses: ['not_found'],
  },
  updateBroadcast: {
    method: 'PATCH',
    path: '/v1/broadcasts/{id}',
    summary: 'Change a draft, or the time of a scheduled campaign',
    description:
      'Changes only the fields that you send. `variants` replaces all variants and keeps the settings of the test. In `ab_test`, fields that you omit keep their values. `variants: null` removes the test. For a scheduled campaign, you can change only `scheduled_at`, and `null` makes the campaign a draft again.',
    scope: 'broadcasts:write',
    body: UpdateBroadcastRequestSchema,
    // The handler checks for 404, 403 and 409 before it validates the body.
    hasDeferredBody: true,
    needs: [
      'table:GetItem',
      'table:BatchGetItem',
      'table:Query',
      'table:PutItem',
      'table:UpdateItem',
      'table:DeleteItem',
      'content:GetObject',
      'content:PutObject',
      'queue:background-jobs',
      'queue:wakeups',
      'wakeups:CreateSchedule',
    ],
    responses: { 200: BroadcastSchema },
    refuses: [
      'not_found',
      'forbidden',
      'invalid_state',
      'invalid_schedule',
      'daily_limit',
      'service_unavailable',
    ],
    ...fullScanLimits,
  },
  deleteBroadcast: {
    method: 'DELETE',
    path: '/v1/broadcasts/{id}',
    summary: 'Delete a campaign',
    description:
      'Deletes a campaign in any status except `sending`. Remaining recipients are not mailed. Sent ' +
      'emails stay in the log.',
    scope: 'broadcasts:write',
    needs: [
      'table:GetItem',
      'table:Query',
      'table:PutItem',
      'table:UpdateItem',
      'table:DeleteItem',
      'queue:background-jobs',
      'queue:wakeups',
    ],
    responses: { 200: DeletedBroadcastSchema },
    refuses: ['not_found', 'invalid_state'],
  },
  previewBroadcast: {
    method: 'GET',
    path: '/v1/broadcasts/{id}/preview',
    summary: 'Preview the recipients of a campaign',
    description:
      'Returns the current number of recipients, some of their addresses, and whether the reputation of ' +
      'the workspace and the size of the test sample allow the campaign. The operation does not check the ' +
      'plan, the domain and its warm-up, the postal address, or whether sending is suspended.',
    scope: 'broadcasts:read',
    query: { sample: pageSize(20, 100) },
    needs: readNeeds,
    responses: { 200: BroadcastPreviewSchema },
    refuses: ['not_found', 'service_unavailable'],
    ...fullScanLimits,
  },
  listBroadcastRecipients: {
    method: 'GET',
    path: '/v1/broadcasts/{id}/recipients',
    summary: 'List the messages of a campaign',
    description:
      'Returns one row per message, sorted by message ID. A skipped recipient has no message. A ' +
      'page can be shorter than `limit`, or empty, even if more pages follow. `after` is an alias ' +
      'of `cursor`.',
    scope: 'broadcasts:read',
    query: { limit: pageSize(200, 200), cursor: cursorText('id'), after: cursorText('id') },
    needs: ['table:GetItem', 'table:BatchGetItem', 'table:Query'],
    responses: { 200: BroadcastRecipientListSchema },
    refuses: ['not_found'],
  },
  listBroadcastLinks: {
    method: 'GET',
    path: '/v1/broadcasts/{id}/links/clicked',
    summary: 'List the clicked links of a campaign, most clicked first',
    description:
      'Returns at most 100 links. The list is empty if no recipient clicked a link or if clicks are not tracked.',
    scope: 'broadcasts:read',
    needs: ['table:GetItem', 'table:Query'],
    responses: { 200: ClickedLinkListSchema },
    refuses: ['not_found'],
  },
  getBroadcastDecision: {
    method: 'GET',
    path: '/v1/broadcasts/{id}/decision',
    summary: 'Get the figures at the decision of an A/B test',
    description:
      'Returns the results from which the winner was decided. Later opens and clicks do not change them. ' +
      '`rollout` has the current results of the emails that were sent after the decision. The results of ' +
      'a campaign, in contrast, are current and include the rollout.',
    scope: 'broadcasts:read',
    needs: ['table:GetItem', 'table:BatchGetItem', 'table:Query'],
    responses: { 200: BroadcastDecisionSchema },
    refuses: ['not_found', 'invalid_state'],
  },
  sendBroadcast: {
    method: 'POST',
    path: '/v1/broadcasts/{id}/send',
    summary: 'Send a campaign now or at a scheduled time',
    description:
      'Starts the campaign and responds before the emails are sent. To follow the progress, get the ' +
      'campaign. If you send `scheduled_at`, a UTC time such as 2026-12-24T18:00:00Z, the operation ' +
      'schedules or reschedules the campaign instead. A campaign that has started cannot be recalled. When ' +
      'the campaign starts, the service checks the plan, the domain and the reputation. If a check fails, ' +
      'the campaign ends as `failed`.',
    scope: 'broadcasts:write',
    body: SendBroadcastRequestSchema,
    isBodyOptional: true,
    // The handler checks for 404, 403 and 409 before it validates the body.
    hasDeferredBody: true,
    needs: [...startNeeds, 'queue:wakeups', 'wakeups:CreateSchedule'],
    responses: { 202: BroadcastSchema },
    refuses: [
      'not_found',
      'forbidden',
      'invalid_state',
      'invalid_schedule',
      'no_postal_address',
      'workspace_suspended',
      'payment_method_required',
      'daily_limit',
      'service_unavailable',
    ],
    ...fullScanLimits,
  },
  resumeBroadcast: {
    method: 'POST',
    path: '/v1/broadcasts/{id}/resume',
    summary: 'Resume a paused campaign',
    description:
      'Continues a paused campaign. A paused campaign also resumes automatically once the reason for the pause no longer applies. If the reason still applies, the campaign pauses again.',
    scope: 'broadcasts:write',
    needs: startNeeds,
    responses: { 202: BroadcastSchema },
    refuses: [
      'not_found',
      'forbidden',
      'invalid_state',
      'no_postal_address',
      'workspace_suspended',
      'payment_method_required',
      'daily_limit',
      'service_unavailable',
    ],
    ...fullScanLimits,
  },
  decideBroadcast: {
    method: 'POST',
    path: '/v1/broadcasts/{id}/winner',
    summary: 'Decide an A/B test',
    description:
      'Sends the rest of the campaign with the winner. The winner is `variant`. If you omit `variant`, the ' +
      'winner is the variant with the highest rate of the metric. If several variants share the highest ' +
      'rate, the first of them wins. If the service has already decided, the winner does not change and ' +
      '`decided_by` is `auto`.',
    scope: 'broadcasts:write',
    body: DecideBroadcastRequestSchema,
    isBodyOptional: true,
    // The handler checks for 404, 403 and 409 before it validates the body.
    hasDeferredBody: true,
    needs: startNeeds,
    responses: { 202: BroadcastSchema },
    refuses: ['not_found', 'forbidden', 'invalid_state', 'payment_method_required', 'daily_limit'],
  },
} satisfies Record<string, Route>;
