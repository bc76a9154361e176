import { address, flag, pageSize, text, texts } from '../../../shared/http/parameters';
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

/** What adds somebody uses, and has them begin automations. */
export const addContactNeeds = enrollmentNeeds;

export const contactRoutes = {
  listContacts: {
    method: 'GET',
    path: '/v1/contacts',
    summary: 'List contacts, newest first',
    description:
      '`email` finds one address and beats `q`, which finds what an address begins with. Several `tag` ' +
      'must all be carried. Give the same filters with each page; a filtered page can be shorter than ' +
      '`limit`, or empty, and still have more after it. A cursor is `<created_at>|<id>`.',
    scope: 'contacts:read',
    query: {
      email: address,
      q: text,
      unsubscribed: flag,
      tag: texts,
      limit: pageSize(50, 100),
      cursor: text,
    },
    needs: ['table:GetItem', 'table:Query'],
    responses: { 200: ContactListSchema },
  },
  createContact: {
    method: 'POST',
    path: '/v1/contacts',
    summary: 'Add somebody to an audience',
    description:
      'An address that is known is updated and keeps its other audiences: names are replaced by what is ' +
      'not empty, tags and attributes are added. Nobody is subscribed again this way.',
    scope: 'contacts:write',
    body: CreateContactRequestSchema,
    needs: addContactNeeds,
    responses: { 201: ContactSchema },
  },
  listTags: {
    method: 'GET',
    path: '/v1/contacts/tags',
    summary: 'List the tags in use, the most used first',
    description: 'With how many contacts carry each; 200 at most.',
    scope: 'contacts:read',
    needs: ['table:Query'],
    responses: { 200: TagInUseListSchema },
  },
  getContact: {
    method: 'GET',
    path: '/v1/contacts/{id}',
    summary: 'Get a contact',
    description: 'Given an address instead of the id, the 404 says the id.',
    scope: 'contacts:read',
    needs: ['table:GetItem', 'table:Query'],
    responses: { 200: ContactSchema },
    refuses: ['not_found'],
  },
  updateContact: {
    method: 'PATCH',
    path: '/v1/contacts/{id}',
    summary: 'Change a contact, unsubscribe or resubscribe them',
    description:
      'What is left out stays; attributes are merged key by key. `unsubscribed: true` ends all marketing ' +
      'mail to them at once. `false` lifts that, but not where mail bounced for good or they complained: ' +
      'then nothing of the request is written.',
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
      'With their names, tags, attributes and dates, and off every audience. What their address refused or ' +
      'chose stays, and so does mail that is scheduled.',
    scope: 'contacts:write',
    needs: ['table:GetItem', 'table:Query', 'table:UpdateItem', 'table:DeleteItem'],
    responses: { 200: DeletedContactSchema },
    refuses: ['not_found'],
  },
  changeTags: {
    method: 'POST',
    path: '/v1/contacts/{id}/tags',
    summary: 'Add tags to a contact and take others away',
    description:
      'First adds, then removes. Tags are lower-cased, their spaces become hyphens, and they are cut to 60 ' +
      'characters.',
    scope: 'contacts:write',
    body: TagChangesRequestSchema,
    needs: enrollmentNeeds,
    responses: { 200: ContactSchema },
    refuses: ['not_found'],
  },
} satisfies Record<string, Route>;
