import { requiredAddress } from '../../../shared/http/parameters';
import type { Route } from '../../../shared/http/route';
import {
  DeletedTopicSchema,
  ImportedPreferencesSchema,
  ImportPreferencesRequestSchema,
  PreferencesSchema,
  SavePreferencesRequestSchema,
  SaveTopicRequestSchema,
  TopicListSchema,
  TopicSchema,
} from './shapes';

export const topicRoutes = {
  listTopics: {
    method: 'GET',
    path: '/v1/topics',
    summary: 'List topics, by name',
    description: 'All of them, up to 500. `default_subscribed` decides for everybody who made no choice.',
    scope: 'contacts:read',
    needs: ['table:Query'],
    responses: { 200: TopicListSchema },
  },
  saveTopic: {
    method: 'POST',
    path: '/v1/topics',
    summary: 'Create a topic, or change the one that has the key',
    description:
      '201 when it is new, 200 when the key existed: then the name is replaced, and `description` and ' +
      '`default_subscribed` where they are given. Changing the default moves everybody who made no ' +
      'choice.',
    scope: 'contacts:write',
    body: SaveTopicRequestSchema,
    needs: ['table:PutItem', 'table:UpdateItem'],
    responses: { 200: TopicSchema, 201: TopicSchema },
  },
  deleteTopic: {
    method: 'DELETE',
    path: '/v1/topics/{key}',
    summary: 'Delete a topic and every choice about it',
    description:
      'Made again under the same key, the topic is new: who opted out is back at its default. Sends ' +
      'that name a deleted topic are refused. One that an active or paused automation sends under stays.',
    scope: 'contacts:write',
    needs: ['table:GetItem', 'table:Query', 'table:DeleteItem'],
    responses: { 200: DeletedTopicSchema },
    refuses: ['not_found', 'invalid_state'],
  },
  importPreferences: {
    method: 'POST',
    path: '/v1/topics/{key}/import',
    summary: 'Opt up to 50,000 addresses in to or out of a topic',
    description:
      'Replaces what they chose before. `updated` counts addresses, `duplicates` what was in the list ' +
      'more than once; one that is no address refuses them all. Scheduled marketing mail about the ' +
      'topic does not reach who opted out. Suppressions stay as they are.',
    scope: 'contacts:write',
    body: ImportPreferencesRequestSchema,
    needs: [
      'table:GetItem',
      'table:Query',
      'table:BatchGetItem',
      'table:UpdateItem',
      'table:BatchWriteItem',
      'index:byStatus',
      'queue:background-jobs',
    ],
    responses: { 200: ImportedPreferencesSchema },
    refuses: ['not_found'],
    // Lambda gives a function its processor by its memory: this is a whole one, for 3,000 writes a second.
    memoryMb: 1769,
  },
  getPreferences: {
    method: 'GET',
    path: '/v1/topics/preferences',
    summary: 'Get what an address is subscribed to',
    description:
      'Every topic by name, with the choice of the address or else the default. Whoever is unknown has ' +
      'the defaults. Suppressions are not looked at.',
    scope: 'contacts:read',
    query: { email: requiredAddress },
    needs: ['table:Query'],
    responses: { 200: PreferencesSchema },
  },
  savePreferences: {
    method: 'POST',
    path: '/v1/topics/preferences',
    summary: 'Opt an address in to or out of topics',
    description:
      'Topics that are not named stay as they are. One unknown key refuses the whole request. Opting in ' +
      'lifts no suppression.',
    scope: 'contacts:write',
    body: SavePreferencesRequestSchema,
    needs: ['table:Query', 'table:BatchGetItem', 'table:UpdateItem', 'table:BatchWriteItem'],
    responses: { 200: PreferencesSchema },
    refuses: ['unknown_topic'],
  },
} satisfies Record<string, Route>;
