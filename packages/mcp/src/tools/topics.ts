import * as z from 'zod';
import { requiredName, email } from '../args.ts';
import { idempotentDestructiveHints, readHints, idempotentWriteHints, type Tool } from '../tool.ts';

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
      name: requiredName,
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
