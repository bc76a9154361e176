import * as z from 'zod/mini';
import {
  DeletedTopicSchema,
  ImportedSchema,
  PreferencesSchema,
  TopicSchema,
} from '../../../shared/domain/topics/present';
import { ChoicesSchema, ImportSchema, SaveTopicSchema } from '../../../shared/domain/topics/requests';
import type { Route } from '../../../shared/http/route';
import { listOf } from '../../../shared/http/schemas';

export const topicRoutes = {
  listTopics: {
    method: 'GET',
    path: '/v1/topics',
    summary: 'List topics, by name',
    scope: 'contacts:read',
    needs: ['table:Query'],
    answers: { 200: listOf(TopicSchema) },
  },
  saveTopic: {
    method: 'POST',
    path: '/v1/topics',
    summary: 'Create a topic, or change the one that has the key',
    scope: 'contacts:write',
    body: SaveTopicSchema,
    needs: [],
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
    body: ImportSchema,
    needs: ['table:BatchWriteItem'],
    answers: { 200: ImportedSchema },
    // Lambda gives a function its processor by its memory: this is a whole one, for 3,000 writes a second.
    memoryMb: 1769,
  },
  getPreferences: {
    method: 'GET',
    path: '/v1/topics/preferences',
    summary: 'Get what an address is subscribed to',
    scope: 'contacts:read',
    query: z.object({ email: z.string() }),
    needs: ['table:Query'],
    answers: { 200: PreferencesSchema },
  },
  savePreferences: {
    method: 'POST',
    path: '/v1/topics/preferences',
    summary: 'Opt an address in to or out of topics',
    scope: 'contacts:write',
    body: ChoicesSchema,
    needs: ['table:Query', 'table:BatchWriteItem'],
    answers: { 200: PreferencesSchema },
  },
} satisfies Record<string, Route>;
