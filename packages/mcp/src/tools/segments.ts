import * as z from 'zod';
import { requiredName, pageArgs, engagementWindows, id, slug, tags, audienceId } from '../args.ts';
import { destructiveHints, idempotentDestructiveHints, readHints, writeHints, type Tool } from '../tool.ts';

export const segments: Tool[] = [
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

const operators = ['equals', 'not_equals', 'contains', 'gt', 'lt', 'exists', 'not_exists'] as const;
const rules = {
  ...engagementWindows.shape,
  properties: z
    .array(
      z
        .strictObject({
          property: z.string().max(500),
          operator: z.enum(operators),
          value: z.union([z.string(), z.number(), z.boolean()]).nullable().optional(),
        })
        .describe(
          `{property, operator, value}: the attribute, ${operators.join(', ')}, and a string, number or boolean, or null for a missing attribute`,
        ),
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
    args: { audience_id: audienceId, key: slug.max(120), name: requiredName, ...rules },
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
    args: { id, name: requiredName.optional(), ...rules },
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
  },
];
