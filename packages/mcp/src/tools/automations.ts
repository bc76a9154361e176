import * as z from 'zod';
import { subject, email, nullable, pageArgs, slug, tags, variables } from '../args.ts';
import {
  destructiveHints,
  idempotentDestructiveHints,
  readHints,
  sendHints,
  writeHints,
  idempotentWriteHints,
  type Tool,
} from '../tool.ts';

const automationId = z.string();
const tagList = tags.max(20).optional();
const reenrollment = z.enum(['after_completion', 'never']);
const contactFields = z
  .boolean()
  .describe(
    'Whether the fields and attributes of the contact fill placeholders that the enrollment does not',
  );

export const automations: Tool[] = [
  {
    name: 'list_automations',
    title: 'List automations',
    description: 'Lists sequences of emails, with the number of enrollments in each.',
    operation: 'listAutomations',
    args: pageArgs,
    hints: readHints,
  },
  {
    name: 'get_automation',
    title: 'Get an automation',
    description: 'Returns the trigger, steps, rules and enrollment counts.',
    operation: 'getAutomation',
    args: { automation_id: automationId },
    pathArguments: ['automation_id'],
    hints: readHints,
  },
  {
    name: 'list_automation_enrollments',
    title: 'List the enrollments of an automation',
    description: 'Lists enrollments with their step, the time of the next step, and why they ended.',
    operation: 'listEnrollments',
    args: {
      automation_id: automationId,
      status: z.enum(['active', 'completed', 'canceled', 'failed']).optional(),
      ...pageArgs,
    },
    pathArguments: ['automation_id'],
    hints: readHints,
  },
  {
    name: 'create_automation',
    title: 'Create an automation',
    description:
      'Creates a draft, which sends nothing until set_automation_status activates it. Show the steps to the user first, because steps cannot be changed. Each step has `html` or `template_slug`.',
    operation: 'createAutomation',
    args: {
      name: z.string().min(1).max(200),
      slug,
      identity_id: z.string().describe('ID of the domain of `from`'),
      from: z.string().min(3),
      reply_to: z.string().optional(),
      trigger: z.strictObject({
        kind: z.enum(['api', 'contact_added', 'event', 'tag_added']),
        audience_id: z.string().optional(),
        event_name: z.string().min(1).max(120).optional(),
        tag: z.string().min(1).max(60).optional(),
      }),
      steps: z
        .array(
          z.strictObject({
            delay_minutes: z.int().min(0).max(525_600),
            subject,
            html: z.string().optional(),
            template_slug: z.string().min(1).optional(),
          }),
        )
        .min(1)
        .max(20),
      topic_key: z.string().min(1).optional(),
      exit_tags: tagList,
      required_tags: tagList,
      exit_on_reply: z.boolean().optional(),
      reenrollment: reenrollment.optional(),
      default_variables: variables.optional(),
      contact_fields: contactFields.optional(),
    },
    hints: writeHints,
  },
  {
    name: 'update_automation',
    title: 'Change the rules of an automation',
    description:
      'Changes the rules. The new rules also apply to active enrollments. To change steps, create another automation.',
    operation: 'updateAutomation',
    args: {
      automation_id: automationId,
      topic_key: nullable(z.string(), 'A key').optional(),
      exit_tags: tagList,
      required_tags: tagList,
      exit_on_reply: z.boolean().optional(),
      reply_to: nullable(z.string(), 'An address').optional(),
      reenrollment: reenrollment.optional(),
      default_variables: variables.optional(),
      contact_fields: contactFields.optional(),
    },
    pathArguments: ['automation_id'],
    hints: destructiveHints,
  },
  {
    name: 'set_automation_status',
    title: 'Activate or pause an automation',
    description:
      '`active` starts enrolling and sending. `paused` stops both and keeps the position of each enrollment.',
    operation: 'setAutomationStatus',
    args: { automation_id: automationId, status: z.enum(['active', 'paused', 'draft']) },
    pathArguments: ['automation_id'],
    hints: idempotentWriteHints,
  },
  {
    name: 'enroll_in_automation',
    title: 'Enroll a contact',
    description:
      'Starts the sequence for one address. If `enrolled` is false, `reason` says why, such as `already_enrolled`.',
    operation: 'enroll',
    args: { automation_id: automationId, email, variables: variables.optional() },
    pathArguments: ['automation_id'],
    hints: sendHints,
  },
  {
    name: 'emit_event',
    title: 'Record an event',
    description:
      'Records what a contact did in your product, and starts the automations that wait for this event name.',
    operation: 'recordEvent',
    args: { name: z.string().min(1).max(120), email, variables: variables.optional() },
    hints: sendHints,
  },
];

export const automationChanges: Tool[] = [
  {
    name: 'delete_automation',
    title: 'Delete an automation',
    description: 'Deletes an automation and ends all its enrollments.',
    operation: 'deleteAutomation',
    args: { automation_id: automationId },
    pathArguments: ['automation_id'],
    hints: idempotentDestructiveHints,
  },
];
