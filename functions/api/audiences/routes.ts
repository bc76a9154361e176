import { cursor, flag, pageSize, text } from '../../../shared/http/parameters';
import type { Route } from '../../../shared/http/route';
import { ContactListSchema } from '../contacts/shapes';
import { addContactNeeds } from '../contacts/routes';
import {
  AddContactsRequestSchema,
  AddedContactsSchema,
  AudienceListSchema,
  AudienceSchema,
  DeletedAudienceSchema,
  CreateAudienceRequestSchema,
  RemovedMemberSchema,
} from './shapes';

export const audienceRoutes = {
  listAudiences: {
    method: 'GET',
    path: '/v1/audiences',
    summary: 'List audiences, newest first',
    description: 'Lists of people. A contact can be on any number of them.',
    scope: 'contacts:read',
    query: { limit: pageSize(50, 100), cursor: cursor('id') },
    needs: ['table:Query', 'table:UpdateItem'],
    responses: { 200: AudienceListSchema },
  },
  createAudience: {
    method: 'POST',
    path: '/v1/audiences',
    summary: 'Create an audience',
    description: 'Names need not be unique: everything else names an audience by its id.',
    scope: 'contacts:write',
    body: CreateAudienceRequestSchema,
    needs: ['table:PutItem'],
    responses: { 201: AudienceSchema },
  },
  getAudience: {
    method: 'GET',
    path: '/v1/audiences/{id}',
    summary: 'Get an audience',
    description: 'Given its name instead of the id, the 404 says the id.',
    scope: 'contacts:read',
    needs: ['table:GetItem', 'table:Query', 'table:UpdateItem'],
    responses: { 200: AudienceSchema },
    refuses: ['not_found'],
  },
  deleteAudience: {
    method: 'DELETE',
    path: '/v1/audiences/{id}',
    summary: 'Delete an audience, and nobody who is on it',
    description: 'Contacts keep everything else. Segments of it stay, and match nobody.',
    scope: 'contacts:write',
    needs: [
      'table:GetItem',
      'table:Query',
      'table:PutItem',
      'table:DeleteItem',
      'queue:background-jobs',
      'queue:wakeups',
    ],
    responses: { 200: DeletedAudienceSchema },
    refuses: ['not_found'],
  },
  listMembers: {
    method: 'GET',
    path: '/v1/audiences/{id}/contacts',
    summary: 'List who is on an audience, by address',
    description: 'The cursor is the last address of the page; `after` is another name for it.',
    scope: 'contacts:read',
    query: { limit: pageSize(50, 100), cursor: text, after: text },
    needs: ['table:GetItem', 'table:BatchGetItem', 'table:Query'],
    responses: { 200: ContactListSchema },
    refuses: ['not_found'],
  },
  addMembers: {
    method: 'POST',
    path: '/v1/audiences/{id}/contacts',
    summary: 'Add one person to an audience, or import up to 5,000',
    description:
      'An object adds one person and answers with them; an array imports and answers with counts. An array ' +
      'is validated whole first. Of an address that is in it again, only the first row counts, but for its ' +
      'status. An import subscribes nobody again; who is `unsubscribed`, `bounced` or `complained` is ' +
      'suppressed before the answer. `source` says where the people come from. One person starts automations; ' +
      'an array does so with `trigger_automations=true`, for who is new to the audience or gains a tag.',
    scope: 'contacts:write',
    query: { source: text, trigger_automations: flag },
    body: AddContactsRequestSchema,
    needs: [...addContactNeeds, 'table:BatchWriteItem', 'table:DeleteItem', 'queue:background-jobs'],
    responses: { 201: AddedContactsSchema },
    refuses: ['not_found'],
    timeoutSeconds: 29,
    // Lambda gives a function its processor by its memory: this is a whole one.
    memoryMb: 1769,
  },
  removeMember: {
    method: 'DELETE',
    path: '/v1/audiences/{id}/contacts/{contact_id}',
    summary: 'Take somebody off an audience',
    description: 'Whether they were on it or not. They stay a contact, and enrolments go on.',
    scope: 'contacts:write',
    needs: ['table:GetItem', 'table:Query', 'table:UpdateItem', 'table:DeleteItem'],
    responses: { 200: RemovedMemberSchema },
    refuses: ['not_found'],
  },
} satisfies Record<string, Route>;
