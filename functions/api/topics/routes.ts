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
    scope: 'contacts:read',
    needs: ['table:Query'],
    answers: { 200: TopicListSchema },
  },
  saveTopic: {
    method: 'POST',
    path: '/v1/topics',
    summary: 'Create a topic, or change the one that has the key',
    scope: 'contacts:write',
    body: SaveTopicRequestSchema,
    needs: ['table:PutItem', 'table:UpdateItem'],
    answers: { 200: TopicSchema, 201: TopicSchema },
  },
  deleteTopic: {
    method: 'DELETE',
    path: '/v1/topics/{key}',
    summary: 'Delete a topic and every choice about it',
    scope: 'contacts:write',
    needs: ['table:DeleteItem'],
    answers: { 200: DeletedTopicSchema },
  },
  importPreferences: {
    method: 'POST',
    path: '/v1/topics/{key}/import',
    summary: 'Opt up to 50,000 addresses in to or out of a topic',
    scope: 'contacts:write',
    body: ImportPreferencesRequestSchema,
    needs: [
      'table:GetItem',
      'table:Query',
      'table:BatchGetItem',
      'table:UpdateItem',
      'table:BatchWriteItem',
      'index:byStatus',
    ],
    answers: { 200: ImportedPreferencesSchema },
    // Lambda gives a function its processor by its memory: this is a whole one, for 3,000 writes a second.
    memoryMb: 1769,
  },
  getPreferences: {
    method: 'GET',
    path: '/v1/topics/preferences',
    summary: 'Get what an address is subscribed to',
    scope: 'contacts:read',
    query: { email: requiredAddress },
    needs: ['table:Query'],
    answers: { 200: PreferencesSchema },
  },
  savePreferences: {
    method: 'POST',
    path: '/v1/topics/preferences',
    summary: 'Opt an address in to or out of topics',
    scope: 'contacts:write',
    body: SavePreferencesRequestSchema,
    needs: ['table:Query', 'table:BatchGetItem', 'table:UpdateItem', 'table:BatchWriteItem'],
    answers: { 200: PreferencesSchema },
  },
} satisfies Record<string, Route>;
