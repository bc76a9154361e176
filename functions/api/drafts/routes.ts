import { cursor, pageSize } from '../../../shared/http/parameters';
import type { Route } from '../../../shared/http/route';
import { sendNeeds, sendRefusals } from '../emails/routes';
import { SendResponseSchema } from '../emails/shapes';
import {
  CreateDraftRequestSchema,
  DeletedDraftSchema,
  DraftListSchema,
  DraftSchema,
  UpdateDraftRequestSchema,
} from './shapes';

export const draftRoutes = {
  createDraft: {
    method: 'POST',
    path: '/v1/drafts',
    summary: 'Save a draft',
    isAddition: true,
    description:
      'Saves a send request, which may be incomplete. Each field that is present must be valid. The draft is kept for ' +
      '90 days after its last change. A workspace can have 1,000 drafts. A key that is limited to an inbox saves and ' +
      'sees only drafts with `from` at the inbox. These drafts differ from emails that wait for approval.',
    scope: 'emails:send',
    inboxAccess: 'own',
    body: CreateDraftRequestSchema,
    // The recipient limit is checked before the body is validated.
    hasDeferredBody: true,
    needs: [
      'table:GetItem',
      'table:BatchGetItem',
      'table:PutItem',
      'table:UpdateItem',
      'table:Query',
      'content:PutObject',
    ],
    responses: { 201: DraftSchema },
    memoryMb: 1024,
  },
  listDrafts: {
    method: 'GET',
    path: '/v1/drafts',
    summary: 'List drafts, newest first',
    isAddition: true,
    description:
      'Returns the drafts that were not sent. A page ends early if the response becomes too large.',
    scope: 'emails:send',
    inboxAccess: 'filtered',
    query: { limit: pageSize(50, 100), cursor: cursor('id') },
    needs: ['table:Query', 'content:GetObject'],
    responses: { 200: DraftListSchema },
    memoryMb: 1024,
  },
  getDraft: {
    method: 'GET',
    path: '/v1/drafts/{id}',
    summary: 'Get a draft',
    isAddition: true,
    description: 'Returns the draft with its request. A draft that was sent is 404.',
    scope: 'emails:send',
    inboxAccess: 'own',
    needs: ['table:GetItem', 'content:GetObject'],
    responses: { 200: DraftSchema },
    refuses: ['not_found'],
    memoryMb: 1024,
  },
  updateDraft: {
    method: 'PATCH',
    path: '/v1/drafts/{id}',
    summary: 'Change a draft',
    isAddition: true,
    description:
      'Replaces the given fields of the request. Null removes a field. While the outcome of a send is not known, the ' +
      'draft cannot be changed.',
    scope: 'emails:send',
    inboxAccess: 'own',
    body: UpdateDraftRequestSchema,
    // The handler checks for 404 before it validates the body.
    hasDeferredBody: true,
    needs: [
      'table:GetItem',
      'table:BatchGetItem',
      'table:UpdateItem',
      'content:GetObject',
      'content:PutObject',
      'queue:background-jobs',
    ],
    responses: { 200: DraftSchema },
    refuses: ['not_found', 'invalid_state'],
    memoryMb: 1024,
  },
  deleteDraft: {
    method: 'DELETE',
    path: '/v1/drafts/{id}',
    summary: 'Delete a draft',
    isAddition: true,
    description: 'Deletes the draft. While the outcome of a send is not known, the draft cannot be deleted.',
    scope: 'emails:send',
    inboxAccess: 'own',
    needs: ['table:GetItem', 'table:UpdateItem', 'table:DeleteItem', 'queue:background-jobs'],
    responses: { 200: DeletedDraftSchema },
    refuses: ['not_found', 'invalid_state'],
  },
  sendDraft: {
    method: 'POST',
    path: '/v1/drafts/{id}/send',
    summary: 'Send a draft',
    isAddition: true,
    description:
      'Sends the request of the draft like `POST /v1/emails`, with the guardrails of the key that sends it and the ' +
      'same responses. A refusal keeps the draft. The 202 response ends the draft, even if the email was skipped. ' +
      'For 24 hours, another send is 409 `invalid_state`, and its message contains the ID of the email.',
    scope: 'emails:send',
    inboxAccess: 'own',
    needs: [...sendNeeds, 'content:GetObject', 'queue:background-jobs'],
    responses: { 202: SendResponseSchema },
    refuses: ['not_found', 'invalid_state', ...sendRefusals],
    memoryMb: 1024,
  },
} satisfies Record<string, Route>;
