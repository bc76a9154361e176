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
    summary: 'List contact properties by name',
    description:
      'Returns all contact properties, which define the attributes of contacts beyond the standard fields.',
    scope: 'contacts:read',
    needs: ['table:Query'],
    responses: { 200: ContactPropertyListSchema },
  },
  saveContactProperty: {
    method: 'POST',
    path: '/v1/contact-properties',
    summary: 'Create or update a contact property',
    description:
      'Responds with 201 for a new key. For an existing key, responds with 200, replaces the name, and ' +
      'replaces the type if you send a type. Stored values do not change. Later values are parsed as the ' +
      'new type.',
    scope: 'contacts:write',
    body: SaveContactPropertyRequestSchema,
    needs: ['table:GetItem', 'table:Query', 'table:PutItem', 'table:UpdateItem'],
    responses: { 200: ContactPropertySchema, 201: ContactPropertySchema },
    refuses: ['conflict'],
  },
  deleteContactProperty: {
    method: 'DELETE',
    path: '/v1/contact-properties/{key}',
    summary: 'Delete a contact property but not its values',
    description:
      'Deletes the definition. Contacts keep their values, and segments continue to filter on the key. ' +
      'Later values are stored as given. An import with the key creates the property again, as `string`.',
    scope: 'contacts:write',
    needs: ['table:DeleteItem'],
    responses: { 200: DeletedContactPropertySchema },
    refuses: ['not_found'],
  },
} satisfies Record<string, Route>;
