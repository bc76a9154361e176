import { cursor, pageSize, text } from '../../../shared/http/parameters';
import type { Route } from '../../../shared/http/route';
import {
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

/** Looking through a million contacts takes a request's whole time, and a whole processor. */
const fullScanLimits = { timeoutSeconds: 29, memoryMb: 1769 };

/** What showing a campaign reads. */
const readNeeds = ['table:GetItem', 'table:BatchGetItem', 'table:Query', 'content:GetObject'] as const;

/** What setting one on its way uses. */
const startNeeds = [...readNeeds, 'table:UpdateItem', 'queue:campaigns'] as const;

export const broadcastRoutes = {
  listBroadcasts: {
    method: 'GET',
    path: '/v1/broadcasts',
    summary: 'List campaigns, newest first',
    description:
      'Without their HTML, and with their progress and the results of their tests as they are now.',
    scope: 'broadcasts:read',
    query: { limit: pageSize(50, 100), cursor: cursor('id') },
    needs: ['table:Query', 'table:BatchGetItem'],
    responses: { 200: BroadcastListSchema },
  },
  createBroadcast: {
    method: 'POST',
    path: '/v1/broadcasts',
    summary: 'Create a campaign, as a draft',
    description:
      'A marketing mail to an audience, or to those of it who are in a segment, get mail of a topic or did ' +
      'something lately. Nobody is looked up and nothing is sent before `/send`. Subject and HTML may have ' +
      'placeholders: `{{email}}`, `{{first_name}}`, `{{last_name}}`, `{{name}}` and the keys of attributes; ' +
      'where a contact has no value they are empty. With `variants` it is an A/B test.',
    scope: 'broadcasts:write',
    body: CreateBroadcastRequestSchema,
    needs: ['table:GetItem', 'table:Query', 'table:PutItem', 'content:PutObject'],
    responses: { 201: BroadcastSchema },
    refuses: ['unknown_topic'],
  },
  getBroadcast: {
    method: 'GET',
    path: '/v1/broadcasts/{id}',
    summary: 'Get a campaign',
    description:
      'With `progress` while it is sending, paused or testing, and the results of a test once it is no draft. ' +
      'Given its name instead of the id, the 404 says the id.',
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
      'What is left out stays. `variants` replaces the list and keeps the settings of the test, `ab_test` is ' +
      'put over them, and `variants: null` takes the test away. Of a scheduled campaign only `scheduled_at` ' +
      'can be changed; `null` makes it a draft again.',
    scope: 'broadcasts:write',
    body: UpdateBroadcastRequestSchema,
    // Who may change it, and whether it can be changed, come before.
    hasDeferredBody: true,
    needs: [
      'table:GetItem',
      'table:BatchGetItem',
      'table:Query',
      'table:PutItem',
      'table:UpdateItem',
      'content:GetObject',
      'content:PutObject',
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
      'In every status but `sending`. Whoever was still to be mailed is not; what was sent stays in the log.',
    scope: 'broadcasts:write',
    needs: [
      'table:GetItem',
      'table:Query',
      'table:PutItem',
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
    summary: 'See whom a campaign would be for now',
    description:
      'How many there are, some of their addresses, and whether the reputation of the workspace and the size ' +
      'of the sample allow it. The plan, the domain, its warm-up, the postal address and a suspension are not ' +
      'looked at.',
    scope: 'broadcasts:read',
    query: { sample: pageSize(20, 100) },
    needs: ['table:GetItem', 'table:BatchGetItem', 'table:Query'],
    responses: { 200: BroadcastPreviewSchema },
    refuses: ['not_found', 'service_unavailable'],
    ...fullScanLimits,
  },
  listBroadcastRecipients: {
    method: 'GET',
    path: '/v1/broadcasts/{id}/recipients',
    summary: 'List the messages that a campaign made',
    description:
      'By message id. Who was skipped has none. A page can be shorter than `limit`, or empty, and still have ' +
      'more after it. `after` is another name for `cursor`.',
    scope: 'broadcasts:read',
    query: { limit: pageSize(200, 200), cursor: text, after: text },
    needs: ['table:GetItem', 'table:BatchGetItem', 'table:Query'],
    responses: { 200: BroadcastRecipientListSchema },
    refuses: ['not_found'],
  },
  listBroadcastLinks: {
    method: 'GET',
    path: '/v1/broadcasts/{id}/links/clicked',
    summary: 'List the links of a campaign that were clicked, the most clicked first',
    description: 'A hundred at most. Empty where nobody clicked, or clicks are not tracked.',
    scope: 'broadcasts:read',
    needs: ['table:GetItem', 'table:Query'],
    responses: { 200: ClickedLinkListSchema },
    refuses: ['not_found'],
  },
  sendBroadcast: {
    method: 'POST',
    path: '/v1/broadcasts/{id}/send',
    summary: 'Send a campaign, now or at a time',
    description:
      'The answer comes before the mails: read the campaign to see how far it is. With `scheduled_at`, a time ' +
      'in UTC such as 2026-12-24T18:00:00Z, it is scheduled or moved. Once it has begun it cannot be ' +
      'recalled. Whether the plan, the domain and the reputation allow it is looked at when it begins; it ' +
      'ends `failed` where they do not.',
    scope: 'broadcasts:write',
    body: SendBroadcastRequestSchema,
    isBodyOptional: true,
    // Who may send it, and whether it can be sent, come before.
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
      'It also goes on by itself when what it waits for is over. Where that is not over yet, it pauses again.',
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
      'For `variant`, or without it for the one with the highest rate of the metric; the first of those that ' +
      'have it. Where the service decided first its winner stands, and `decided_by` is `auto`.',
    scope: 'broadcasts:write',
    body: DecideBroadcastRequestSchema,
    isBodyOptional: true,
    // Who may decide it, and whether there is something to decide, come before.
    hasDeferredBody: true,
    needs: startNeeds,
    responses: { 202: BroadcastSchema },
    refuses: ['not_found', 'forbidden', 'invalid_state', 'payment_method_required', 'daily_limit'],
  },
} satisfies Record<string, Route>;
