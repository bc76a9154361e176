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
    description: 'Lists of people, with how many are on each.',
    operation: 'listAudiences',
    args: pageArgs,
    hints: readHints,
  },
  {
    name: 'add_contact',
    title: 'Add a person to an audience',
    description:
      'Adds one person, or changes who is known by this address. Automations that start with joining start. Only people who agreed to be mailed.',
    operation: 'addMembers',
    args: { audience_id: audienceId, ...contactArgs },
    pathArguments: ['audience_id'],
    hints: writeHints,
  },
  {
    name: 'import_contacts',
    title: 'Import people',
    description:
      'Up to 5,000 people into an audience. The answer says for each refused row why; the others are in. The same again changes nothing.',
    operation: 'addMembers',
    args: {
      audience_id: audienceId,
      contacts: z.array(z.strictObject(contactArgs)).min(1).max(5000),
      source: z.string().optional().describe('Where they come from'),
      trigger_automations: z.boolean().optional().describe('Start automations for them: they get mail'),
    },
    pathArguments: ['audience_id'],
    bodyArgument: 'contacts',
    hints: writeHints,
  },
  {
    name: 'find_contact',
    title: 'Find people',
    description:
      'By address, by the beginning of address or name (`q`), or by tags, which must all be there.',
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
    title: 'Get a person',
    description:
      'What is known of one person: audiences, tags, attributes, when they last opened and clicked.',
    operation: 'getContact',
    args: { id },
    hints: readHints,
    untrustedFields: untrustedContactFields,
  },
  {
    name: 'update_contact',
    title: 'Change a person',
    description:
      'Changes names and attributes, key by key. `unsubscribed: true` ends marketing mail to them; false only where they asked for it.',
    operation: 'updateContact',
    args: {
      id,
      ...nameArgs,
      unsubscribed: z.boolean().optional(),
      attributes: attributes.optional(),
      last_active_at: nullable(time, 'ISO 8601 with a zone').optional(),
    },
    hints: idempotentDestructiveHints,
  },
  {
    name: 'tag_contact',
    title: 'Change the tags of a person',
    description: 'Adds and takes away tags. A tag can start an automation, or end it.',
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
    title: 'Take a person off an audience',
    description: 'They stay known, and on other audiences.',
    operation: 'removeMember',
    args: { audience_id: audienceId, contact_id: contactId },
    pathArguments: ['audience_id', 'contact_id'],
    hints: idempotentDestructiveHints,
  },
  {
    name: 'delete_contact',
    title: 'Delete a person',
    description: 'Forgets what is known of them, for good. That they do not want mail is still known.',
    operation: 'deleteContact',
    args: { contact_id: contactId },
    pathArguments: ['contact_id'],
    hints: idempotentDestructiveHints,
  },
  {
    name: 'list_tags',
    title: 'List tags in use',
    description: 'The tags that people carry, and how many carry each.',
    operation: 'listTags',
    args: {},
    hints: readHints,
  },
  {
    name: 'list_segments',
    title: 'List segments',
    description: 'Saved filters over audiences, for campaigns.',
    operation: 'listSegments',
    args: {},
    hints: readHints,
  },
  {
    name: 'count_segment',
    title: 'Count a segment',
    description: 'How many people it matches now.',
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
    title: 'Make a contact',
    description: 'As add_contact, with the audience in the body.',
    operation: 'createContact',
    args: { audience_id: audienceId, ...contactArgs },
    hints: writeHints,
  },
  {
    name: 'create_audience',
    title: 'Make an audience',
    description: 'An empty list of people.',
    operation: 'createAudience',
    args: { name },
    hints: writeHints,
  },
  {
    name: 'get_audience',
    title: 'Get an audience',
    description: 'Its name, and how many are on it.',
    operation: 'getAudience',
    args: { id },
    hints: readHints,
  },
  {
    name: 'delete_audience',
    title: 'Delete an audience',
    description: 'The list goes, its people stay known. Refused with 409 while something uses it.',
    operation: 'deleteAudience',
    args: { id },
    hints: idempotentDestructiveHints,
  },
  {
    name: 'list_audience_contacts',
    title: 'List the people of an audience',
    description: 'Page by page.',
    operation: 'listMembers',
    args: { audience_id: audienceId, ...pageArgs },
    pathArguments: ['audience_id'],
    hints: readHints,
    untrustedFields: untrustedContactListFields,
  },
  {
    name: 'list_contact_properties',
    title: 'List contact properties',
    description: 'The keys of attributes, and how their values are read.',
    operation: 'listContactProperties',
    args: {},
    hints: readHints,
  },
  {
    name: 'save_contact_property',
    title: 'Save a contact property',
    description: 'Makes one, or changes the one with this key.',
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
    description: 'The values that people have stay.',
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
        value: z.any().optional().describe('A text, a number, a boolean, or null for none'),
      }),
    )
    .max(20)
    .optional(),
  tags: tags.max(20).optional(),
  exclude_tags: tags.max(20).optional(),
  topic_key: z.string().optional().describe('Without those who opted out of it'),
};

export const segmentChanges: Tool[] = [
  {
    name: 'create_segment',
    title: 'Make a segment',
    description:
      'Saves a filter over an audience: who opened, clicked or was active in so many days, and attributes.',
    operation: 'createSegment',
    args: { audience_id: audienceId, key: slug.max(120), name, ...rules },
    hints: writeHints,
  },
  {
    name: 'count_rules',
    title: 'Count by rules',
    description: 'How many people a segment with these rules would have. Saves nothing.',
    operation: 'countRules',
    args: { audience_id: audienceId, ...rules },
    hints: readHints,
  },
  {
    name: 'get_segment',
    title: 'Get a segment',
    description: 'Its rules.',
    operation: 'getSegment',
    args: { id },
    hints: readHints,
  },
  {
    name: 'update_segment',
    title: 'Change a segment',
    description: 'Replaces what is given. Campaigns that use it choose by the new rules.',
    operation: 'updateSegment',
    args: { id, name: name.optional(), ...rules },
    hints: destructiveHints,
  },
  {
    name: 'delete_segment',
    title: 'Delete a segment',
    description: 'Refused with 409 while a campaign uses it.',
    operation: 'deleteSegment',
    args: { id },
    hints: idempotentDestructiveHints,
  },
  {
    name: 'list_segment_contacts',
    title: 'List the people of a segment',
    description: 'Whom it matches now, page by page.',
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
    description: 'What mail can be about, so that people can do without one kind alone.',
    operation: 'listTopics',
    args: {},
    hints: readHints,
  },
  {
    name: 'get_email_preferences',
    title: 'Get what an address wants',
    description: 'For each topic whether the address gets mail about it.',
    operation: 'getPreferences',
    args: { email },
    hints: readHints,
  },
  {
    name: 'set_email_preferences',
    title: 'Set what an address wants',
    description: 'Records what a person chose, by topic. Only what they asked for.',
    operation: 'savePreferences',
    args: { email, topics: z.record(z.string(), z.boolean()).describe('By key, whether they want it') },
    hints: idempotentWriteHints,
  },
];

export const topicChanges: Tool[] = [
  {
    name: 'save_topic',
    title: 'Save a topic',
    description: 'Makes one, or changes the one with this key.',
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
      'Deletes it with what people chose. Refused with 409 while an automation or campaign uses it.',
    operation: 'deleteTopic',
    args: { key },
    hints: idempotentDestructiveHints,
  },
  {
    name: 'import_topic_preferences',
    title: 'Import choices about a topic',
    description: 'Up to 50,000 addresses that all want it, or all do not.',
    operation: 'importPreferences',
    args: { key, emails: z.array(z.string()).min(1).max(50_000), subscribed: z.boolean() },
    hints: idempotentWriteHints,
  },
];
