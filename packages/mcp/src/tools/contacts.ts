import * as z from 'zod';
import { requiredName, pageArgs, nameArgs, attributes, id, nullable, time, contactId } from '../args.ts';
import { idempotentDestructiveHints, readHints, idempotentWriteHints, type Tool } from '../tool.ts';

export const contacts: Tool[] = [
  {
    name: 'find_contact',
    title: 'Find contacts',
    description:
      'Finds contacts by address, by the beginning of the address (`q`), or by tags, which must all match.',
    operation: 'listContacts',
    args: {
      email: z.string().optional(),
      q: z.string().optional(),
      tag: z.array(z.string()).optional(),
      unsubscribed: z.boolean().optional(),
      ...pageArgs,
    },
    hints: readHints,
  },
  {
    name: 'get_contact',
    title: 'Get a contact',
    description: 'Returns the audiences, tags, attributes, and times of the last open and click.',
    operation: 'getContact',
    args: { id },
    hints: readHints,
  },
  {
    name: 'update_contact',
    title: 'Change a contact',
    description:
      'Changes the names and the given attributes. `unsubscribed: true` stops marketing email. Set false only if the contact asked for it.',
    operation: 'updateContact',
    args: {
      id,
      ...nameArgs,
      unsubscribed: z.boolean().optional(),
      attributes: attributes.optional(),
      last_active_at: nullable(time, 'ISO 8601 with a time zone').optional(),
    },
    hints: idempotentDestructiveHints,
  },
  {
    name: 'tag_contact',
    title: 'Change the tags of a contact',
    description: 'Adds and removes tags. A tag can start or end an automation.',
    operation: 'changeTags',
    args: {
      contact_id: contactId,
      add: z.array(z.string().min(1)).max(50).optional(),
      remove: z.array(z.string().min(1)).max(50).optional(),
    },
    pathArguments: ['contact_id'],
    hints: idempotentWriteHints,
  },
  {
    name: 'delete_contact',
    title: 'Delete a contact',
    description: 'Permanently deletes the data of a contact. Suppressions and topic choices stay.',
    operation: 'deleteContact',
    args: { contact_id: contactId },
    pathArguments: ['contact_id'],
    hints: idempotentDestructiveHints,
  },
  {
    name: 'list_tags',
    title: 'List tags in use',
    description: 'Lists tags, with the number of contacts that have each tag.',
    operation: 'listTags',
    args: {},
    hints: readHints,
  },
];

export const contactChanges: Tool[] = [
  {
    name: 'list_contact_properties',
    title: 'List contact properties',
    description: 'Lists attribute keys, with their names and types.',
    operation: 'listContactProperties',
    args: {},
    hints: readHints,
  },
  {
    name: 'save_contact_property',
    title: 'Save a contact property',
    description: 'Creates a property, or changes the property with this key.',
    operation: 'saveContactProperty',
    args: {
      key: z.string().max(100),
      name: requiredName,
      type: z.enum(['string', 'number', 'boolean']).optional(),
    },
    hints: idempotentDestructiveHints,
  },
  {
    name: 'delete_contact_property',
    title: 'Delete a contact property',
    description: 'Deletes a property. Contacts keep their values.',
    operation: 'deleteContactProperty',
    args: { key: z.string() },
    hints: idempotentDestructiveHints,
  },
];
