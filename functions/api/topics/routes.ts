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
    summary: 'List topics by name',
    description:
      'Returns all topics, up to 500. `default_subscribed` applies to addresses that have made no choice.',
    scope: 'contacts:read',
    needs: ['table:Query'],
    responses: { 200: TopicListSchema },
  },
  saveTopic: {
    method: 'POST',
    path: '/v1/topics',
    summary: 'Create or update a topic',
    description:
      'Responds with 201 for a new key. For an existing key, responds with 200, replaces the name, and ' +
      'replaces `description` and `default_subscribed` if you send these fields. A new default applies ' +
      'immediately to every address that has made no choice.',
    scope: 'contacts:write',
    body: SaveTopicRequestSchema,
    needs: ['table:PutItem', 'table:UpdateItem'],
    responses: { 200: TopicSchema, 201: TopicSchema },
  },
  deleteTopic: {
    method: 'DELETE',
    path: '/v1/topics/{key}',
    summary: 'Delete a topic and all choices about it',
    description:
      'Deletes the topic. If you create the topic again under the same key, its default applies to all ' +
      'addresses, including those that had opted out. Later sends that name the topic are refused. If an ' +
      'active or paused automation or an unfinished campaign uses the topic, you cannot delete it.',
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
      'Replaces earlier choices of the addresses. `updated` counts distinct addresses and `duplicates` ' +
      'counts repeats. If one address is invalid, the whole request fails. Addresses that opt out do not ' +
      'get scheduled marketing emails about the topic. Suppressions are unchanged.',
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
    // Lambda allocates CPU in proportion to memory. With this value, the function gets one full vCPU, which it needs
    // for 3,000 writes per second.
    memoryMb: 1769,
  },
  getPreferences: {
    method: 'GET',
    path: '/v1/topics/preferences',
    summary: 'Get the topic subscriptions of an address',
    description:
      'Returns every topic, sorted by name, with the choice of the address or the default of the topic. For an unknown address, the defaults apply. Suppressions are ignored.',
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
      'Saves choices for the topics that you send. Other choices do not change. If one key is unknown, the whole request fails. Opting in does not lift suppressions.',
    scope: 'contacts:write',
    body: SavePreferencesRequestSchema,
    needs: ['table:Query', 'table:BatchGetItem', 'table:UpdateItem', 'table:BatchWriteItem'],
    responses: { 200: PreferencesSchema },
    refuses: ['unknown_topic'],
  },
} satisfies Record<string, Route>;
