import { address, cursorText, flag, pageSize, text, texts } from '../../../shared/http/parameters';
import type { Route } from '../../../shared/http/route';
import { enrollmentNeeds } from '../automations/routes';
import {
  ContactChangesRequestSchema,
  ContactListSchema,
  ContactSchema,
  CreateContactRequestSchema,
  DeletedContactSchema,
  TagChangesRequestSchema,
  TagInUseListSchema,
} from './shapes';

/** The needs of adding a contact, including the start of automations. */
export const addContactNeeds = enrollmentNeeds;

export const contactRoutes = {
  listContacts: {
    method: 'GET',
    path: '/v1/contacts',
    summary: 'List contacts, newest first',
    description:
      'Returns contacts. `email` finds one address and takes precedence over `q`, which matches the ' +
      'beginning of an address. If you send several `tag` parameters, the list contains contacts that have ' +
      'all of the tags. Send the same filters for each page. A filtered page can be shorter than `limit`, ' +
      'or empty, even if more pages follow. A cursor is `<created_at>|<id>`.',
    scope: 'contacts:read',
    query: {
      email: address,
      q: text,
      unsubscribed: flag,
      tag: texts,
      limit: pageSize(50, 100),
      cursor: cursorText('contact'),
    },
    needs: ['table:GetItem', 'table:Query'],
    responses: { 200: ContactListSchema },
  },
  createContact: {
    method: 'POST',
    path: '/v1/contacts',
    summary: 'Add a contact to an audience',
    description:
      'Creates the contact, or updates it if the address exists. An existing contact keeps its other ' +
      'audiences. Non-empty names replace the stored names, and tags and attributes are added. This ' +
      'operation never resubscribes a contact.',
    scope: 'contacts:write',
    body: CreateContactRequestSchema,
    needs: addContactNeeds,
    responses: { 201: ContactSchema },
  },
  listTags: {
    method: 'GET',
    path: '/v1/contacts/tags',
    summary: 'List the tags in use, most used first',
    description: 'Returns at most 200 tags, each with the number of contacts that have it.',
    scope: 'contacts:read',
    needs: ['table:Query'],
    responses: { 200: TagInUseListSchema },
  },
  getContact: {
    method: 'GET',
    path: '/v1/contacts/{id}',
    summary: 'Get a contact',
    description:
      'Returns a contact. If you pass the address of a contact instead of its ID, the 404 response contains the ID.',
    scope: 'contacts:read',
    needs: ['table:GetItem', 'table:Query'],
    responses: { 200: ContactSchema },
    refuses: ['not_found'],
  },
  updateContact: {
    method: 'PATCH',
    path: '/v1/contacts/{id}',
    summary: 'Update, unsubscribe or resubscribe a contact',
    description:
      'Changes only the fields that you send. Attributes are merged with the stored attributes by key. ' +
      '`unsubscribed: true` stops all marketing mail to the contact immediately. `false` resubscribes the ' +
      'contact. If an email to the contact bounced permanently or the contact complained, `false` is ' +
      'refused and nothing changes.',
    scope: 'contacts:write',
    body: ContactChangesRequestSchema,
    needs: [
      'table:GetItem',
      'table:BatchGetItem',
      'table:Query',
      'table:PutItem',
      'table:UpdateItem',
      'table:DeleteItem',
    ],
    responses: { 200: ContactSchema },
    refuses: ['not_found', 'invalid_state'],
  },
  deleteContact: {
    method: 'DELETE',
    path: '/v1/contacts/{id}',
    summary: 'Delete a contact',
    description:
      'Deletes the contact with its names, tags, attributes, dates and memberships. The suppressions and topic choices of the address remain. Emails that are scheduled to the address are still sent.',
    scope: 'contacts:write',
    needs: ['table:GetItem', 'table:Query', 'table:UpdateItem', 'table:DeleteItem'],
    responses: { 200: DeletedContactSchema },
    refuses: ['not_found'],
  },
  changeTags: {
    method: 'POST',
    path: '/v1/contacts/{id}/tags',
    summary: 'Add and remove tags of a contact',
    description:
      'Adds tags first, then removes tags. Tags are converted to lowercase, spaces become hyphens, and each tag is truncated to 60 characters.',
    scope: 'contacts:write',
    body: TagChangesRequestSchema,
    needs: enrollmentNeeds,
    responses: { 200: ContactSchema },
    refuses: ['not_found'],
  },
} satisfies Record<string, Route>;
