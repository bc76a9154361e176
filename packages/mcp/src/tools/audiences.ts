import * as z from 'zod';
import { requiredName, id, pageArgs, contactArgs, audienceId, contactId } from '../args.ts';
import { idempotentDestructiveHints, readHints, writeHints, type Tool } from '../tool.ts';

export const audiences: Tool[] = [
  {
    name: 'list_audiences',
    title: 'List audiences',
    description: 'Lists audiences, with the number of contacts in each.',
    operation: 'listAudiences',
    args: pageArgs,
    hints: readHints,
  },
  {
    name: 'add_contact',
    title: 'Add a contact to an audience',
    description:
      'Adds a contact, or updates the contact that has this address. Starts the automations that a new contact of this audience triggers. Add only contacts who agreed to receive email.',
    operation: 'addMembers',
    args: { audience_id: audienceId, ...contactArgs },
    pathArguments: ['audience_id'],
    hints: writeHints,
  },
  {
    name: 'import_contacts',
    title: 'Import contacts',
    description:
      'Adds up to 5,000 contacts to an audience. If a row is invalid, no contact is added, and the error names the row. Repeating an import changes nothing.',
    operation: 'addMembers',
    args: {
      audience_id: audienceId,
      contacts: z.array(z.strictObject(contactArgs)).min(1).max(5000),
      source: z.string().optional().describe('Where the contacts come from'),
      trigger_automations: z
        .boolean()
        .optional()
        .describe('Also start automations, which send email to the contacts'),
    },
    pathArguments: ['audience_id'],
    bodyArgument: 'contacts',
    hints: writeHints,
  },
  {
    name: 'remove_from_audience',
    title: 'Remove a contact from an audience',
    description: 'Removes the contact from this audience only.',
    operation: 'removeMember',
    args: { audience_id: audienceId, contact_id: contactId },
    pathArguments: ['audience_id', 'contact_id'],
    hints: idempotentDestructiveHints,
  },
];

export const audienceChanges: Tool[] = [
  {
    name: 'create_contact',
    title: 'Create a contact',
    description: 'Does the same as add_contact. Prefer add_contact.',
    operation: 'createContact',
    args: { audience_id: audienceId, ...contactArgs },
    hints: writeHints,
  },
  {
    name: 'create_audience',
    title: 'Create an audience',
    description: 'Creates an empty list of contacts.',
    operation: 'createAudience',
    args: { name: requiredName },
    hints: writeHints,
  },
  {
    name: 'get_audience',
    title: 'Get an audience',
    description: 'Returns the name and the number of contacts.',
    operation: 'getAudience',
    args: { id },
    hints: readHints,
  },
  {
    name: 'delete_audience',
    title: 'Delete an audience',
    description: 'Deletes an audience. Its contacts stay, and its segments match no contacts.',
    operation: 'deleteAudience',
    args: { id },
    hints: idempotentDestructiveHints,
  },
  {
    name: 'list_audience_contacts',
    title: 'List the contacts of an audience',
    description: 'Lists the contacts, sorted by address.',
    operation: 'listMembers',
    args: { audience_id: audienceId, ...pageArgs },
    pathArguments: ['audience_id'],
    hints: readHints,
  },
];
