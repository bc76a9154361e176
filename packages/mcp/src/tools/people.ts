import * as z from 'zod';
import {
  attributes,
  email,
  id,
  nameArgs,
  nullable,
  pageArgs,
  contactArgs,
  slug,
  tags,
  time,
  engagementWindows,
} from '../args.ts';
import {
  destructiveHints,
  idempotentDestructiveHints,
  readHints,
  writeHints,
  idempotentWriteHints,
  type Tool,
} from '../tool.ts';

const untrustedContactFields = ['first_name', 'last_name', 'attributes'];
const untrustedContactListFields = untrustedContactFields.map((field) => `data[].${field}`);
const audienceId = z.string();
const contactId = z.string();

export const people: Tool[] = [
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
    untrustedFields: untrustedContactListFields,
  },
  {
    name: 'get_contact',
    title: 'Get a contact',
    description: 'Returns the audiences, tags, attributes, and times of the last open and click.',
    operation: 'getContact',
    args: { id },
    hints: readHints,
    untrustedFields: untrustedContactFields,
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
    name: 'remove_from_audience',
    title: 'Remove a contact from an audience',
    description: 'Removes the contact from this audience only.',
    operation: 'removeMember',
    args: { audience_id: audienceId, contact_id: contactId },
    pathArguments: ['audience_id', 'contact_id'],
    hints: idempotentDestructiveHints,
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
  {
    name: 'list_segments',
    title: 'List segments',
    description: 'Lists saved filters over audiences, for campaigns.',
    operation: 'listSegments',
    args: {},
    hints: readHints,
  },
  {
    name: 'count_segment',
    title: 'Count a segment',
    description: 'Returns how many contacts match the segment now.',
    operation: 'countSegment',
    args: { id },
    hints: readHints,
    hasOutputSchema: true,
  },
];

const name = z.string().min(1).max(120);

export const peopleChanges: Tool[] = [
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
    args: { name },
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
    untrustedFields: untrustedContactListFields,
  },
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
      name,
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

const operators = ['equals', 'not_equals', 'contains', 'gt', 'lt', 'exists', 'not_exists'] as const;
const rules = {
  ...engagementWindows.shape,
  properties: z
    .array(
      z.strictObject({
        property: z.string().max(500),
        operator: z.enum(operators),
        value: z.any().optional().describe('A string, number or boolean, or null for a missing attribute'),
      }),
    )
    .max(20)
    .optional(),
  tags: tags.max(20).optional(),
  exclude_tags: tags.max(20).optional(),
  topic_key: z.string().optional().describe('Only contacts that are subscribed to this topic'),
};

export const segmentChanges: Tool[] = [
  {
    name: 'create_segment',
    title: 'Create a segment',
    description:
      'Saves a filter over an audience by opens, clicks or activity within a number of days, and by attributes, tags and topic.',
    operation: 'createSegment',
    args: { audience_id: audienceId, key: slug.max(120), name, ...rules },
    hints: writeHints,
  },
  {
    name: 'count_rules',
    title: 'Count contacts by rules',
    description: 'Returns the number of contacts that match these rules. Saves nothing.',
    operation: 'countRules',
    args: { audience_id: audienceId, ...rules },
    hints: readHints,
  },
  {
    name: 'get_segment',
    title: 'Get a segment',
    description: 'Returns the rules of a segment.',
    operation: 'getSegment',
    args: { id },
    hints: readHints,
  },
  {
    name: 'update_segment',
    title: 'Change a segment',
    description: 'Replaces the given fields. Campaigns that start later use the new rules.',
    operation: 'updateSegment',
    args: { id, name: name.optional(), ...rules },
    hints: destructiveHints,
  },
  {
    name: 'delete_segment',
    title: 'Delete a segment',
    description: 'Deletes a segment. Its contacts stay. Campaigns that use the segment have no recipients.',
    operation: 'deleteSegment',
    args: { id },
    hints: idempotentDestructiveHints,
  },
  {
    name: 'list_segment_contacts',
    title: 'List the contacts of a segment',
    description: 'Returns the contacts that currently match the segment.',
    operation: 'listSegmentContacts',
    args: { id, ...pageArgs },
    hints: readHints,
    untrustedFields: untrustedContactListFields,
  },
];

const key = z.string().describe('The key of the topic');

export const topics: Tool[] = [
  {
    name: 'list_topics',
    title: 'List topics',
    description: 'Lists the kinds of email that a recipient can opt out of separately.',
    operation: 'listTopics',
    args: {},
    hints: readHints,
  },
  {
    name: 'get_email_preferences',
    title: 'Get the preferences of an address',
    description: 'Returns whether the address is subscribed to each topic.',
    operation: 'getPreferences',
    args: { email },
    hints: readHints,
  },
  {
    name: 'set_email_preferences',
    title: 'Set the preferences of an address',
    description:
      'Records the choice of a recipient for each topic. Record only what the recipient asked for.',
    operation: 'savePreferences',
    args: {
      email,
      topics: z.record(z.string(), z.boolean()).describe('Whether the address is subscribed, by topic key'),
    },
    hints: idempotentWriteHints,
  },
];

export const topicChanges: Tool[] = [
  {
    name: 'save_topic',
    title: 'Save a topic',
    description: 'Creates a topic, or changes the topic with this key.',
    operation: 'saveTopic',
    args: {
      key,
      name,
      description: z.string().max(500).optional(),
      default_subscribed: z.boolean().optional(),
    },
    hints: idempotentDestructiveHints,
  },
  {
    name: 'delete_topic',
    title: 'Delete a topic',
    description:
      'Deletes a topic and all choices about it. Fails with 409 if an automation or campaign uses it.',
    operation: 'deleteTopic',
    args: { key },
    hints: idempotentDestructiveHints,
  },
  {
    name: 'import_topic_preferences',
    title: 'Import choices about a topic',
    description: 'Subscribes or unsubscribes up to 50,000 addresses.',
    operation: 'importPreferences',
    args: { key, emails: z.array(z.string()).min(1).max(50_000), subscribed: z.boolean() },
    hints: idempotentWriteHints,
  },
];
