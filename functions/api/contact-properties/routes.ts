import type { Route } from '../../../shared/http/route';
import {
  ContactPropertyListSchema,
  ContactPropertySchema,
  DeletedContactPropertySchema,
  SaveContactPropertyRequestSchema,
} from './shapes';

export const contactPropertyRoutes = {
  listContactProperties: {
    method: 'GET',
    path: '/v1/contact-properties',
    summary: 'List contact properties, by name',
    description: 'All of them: what contacts can be described by, beside what every contact has.',
    scope: 'contacts:read',
    needs: ['table:Query'],
    responses: { 200: ContactPropertyListSchema },
  },
  saveContactProperty: {
    method: 'POST',
    path: '/v1/contact-properties',
    summary: 'Create a contact property, or change the one that has the key',
    description:
      '201 when it is new, 200 when the key existed: then the name is replaced, and the type where it is ' +
      'given. Values that are stored stay as they are; those that come later are read as the new type.',
    scope: 'contacts:write',
    body: SaveContactPropertyRequestSchema,
    needs: ['table:GetItem', 'table:Query', 'table:PutItem', 'table:UpdateItem'],
    responses: { 200: ContactPropertySchema, 201: ContactPropertySchema },
    refuses: ['conflict'],
  },
  deleteContactProperty: {
    method: 'DELETE',
    path: '/v1/contact-properties/{key}',
    summary: 'Delete a contact property, and no value',
    description:
      'Contacts keep what is stored under the key, and segments go on asking for it. Values that come ' +
      'later are stored as they are given; an import that has the key makes the property again, as ' +
      '`string`.',
    scope: 'contacts:write',
    needs: ['table:DeleteItem'],
    responses: { 200: DeletedContactPropertySchema },
    refuses: ['not_found'],
  },
} satisfies Record<string, Route>;
