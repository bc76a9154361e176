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
    description:
      'Returns audiences. An audience is a list of contacts, and a contact can be in any number of audiences.',
    scope: 'contacts:read',
    query: { limit: pageSize(50, 100), cursor: cursor('id') },
    needs: ['table:Query', 'table:UpdateItem'],
    responses: { 200: AudienceListSchema },
  },
  createAudience: {
    method: 'POST',
    path: '/v1/audiences',
    summary: 'Create an audience',
    description:
      'Creates an empty audience. Names need not be unique, because other operations refer to audiences by ID.',
    scope: 'contacts:write',
    body: CreateAudienceRequestSchema,
    needs: ['table:PutItem'],
    responses: { 201: AudienceSchema },
  },
  getAudience: {
    method: 'GET',
    path: '/v1/audiences/{id}',
    summary: 'Get an audience',
    description:
      'Returns an audience. If you pass the name of an audience instead of its ID, the 404 response contains the ID.',
    scope: 'contacts:read',
    needs: ['table:GetItem', 'table:Query', 'table:UpdateItem'],
    responses: { 200: AudienceSchema },
    refuses: ['not_found'],
  },
  deleteAudience: {
    method: 'DELETE',
    path: '/v1/audiences/{id}',
    summary: 'Delete an audience but not its contacts',
    description:
      'Deletes the audience and its memberships. Contacts keep all other data. Segments that filter the audience remain but match no contacts.',
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
    summary: 'List the contacts in an audience by address',
    description:
      'Returns contacts in the order of their addresses. The cursor is the last address on the page. `after` is an alias of `cursor`.',
    scope: 'contacts:read',
    query: { limit: pageSize(50, 100), cursor: text, after: text },
    needs: ['table:GetItem', 'table:BatchGetItem', 'table:Query'],
    responses: { 200: ContactListSchema },
    refuses: ['not_found'],
  },
  addMembers: {
    method: 'POST',
    path: '/v1/audiences/{id}/contacts',
    summary: 'Add one contact to an audience, or import up to 5,000',
    description:
      'Adds contacts. An object adds one contact and returns the contact. An array imports contacts and ' +
      'returns counts. The whole array is validated before the import. If several rows have the same ' +
      'address, the import uses only the first row, but the status of a later row can still suppress the ' +
      'address. An import never resubscribes a contact. Before the operation responds, it suppresses each ' +
      'contact whose status is `unsubscribed`, `bounced` or `complained`. `source` records where the ' +
      'contacts come from. Adding one contact starts automations. An import starts automations only with ' +
      '`trigger_automations=true`, and only for contacts that are new to the audience or gain a tag.',
    scope: 'contacts:write',
    query: { source: text, trigger_automations: flag },
    body: AddContactsRequestSchema,
    needs: [...addContactNeeds, 'table:BatchWriteItem', 'table:DeleteItem', 'queue:background-jobs'],
    responses: { 201: AddedContactsSchema },
    refuses: ['not_found'],
    timeoutSeconds: 29,
    // Lambda allocates CPU in proportion to memory. With this value, the function gets one full vCPU.
    memoryMb: 1769,
  },
  removeMember: {
    method: 'DELETE',
    path: '/v1/audiences/{id}/contacts/{contact_id}',
    summary: 'Remove a contact from an audience',
    description:
      'Removes the contact from the audience, and succeeds even if the contact is not a member. The contact ' +
      'and its enrollments remain.',
    scope: 'contacts:write',
    needs: ['table:GetItem', 'table:Query', 'table:UpdateItem', 'table:DeleteItem'],
    responses: { 200: RemovedMemberSchema },
    refuses: ['not_found'],
  },
} satisfies Record<string, Route>;
