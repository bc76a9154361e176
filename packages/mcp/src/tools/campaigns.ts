import * as z from 'zod';
import { email, id, nullable, pageArgs, slug, tags, time, variables, engagementWindows } from '../args.ts';
import {
  destructiveHints,
  idempotentDestructiveHints,
  sendHints,
  readHints,
  writeHints,
  idempotentWriteHints,
  type Tool,
} from '../tool.ts';

const subject = z.string().min(1).max(998);
const fromName = z.string().optional();
const variants = z
  .array(
    z.strictObject({
      key: z.string().max(32),
      subject: subject.optional(),
      from_name: fromName,
      send_at: time.optional(),
    }),
  )
  .min(2)
  .max(10);
const abTest = z.strictObject({
  metric: z.enum(['open', 'click']).optional(),
  sample_share: z.number().min(0.05).max(1).optional(),
  decide_after_minutes: z.int().min(15).max(10_080).optional(),
});
const utcTime = z.string().describe('In UTC, ends in Z');

export const broadcasts: Tool[] = [
  {
    name: 'create_broadcast',
    title: 'Draft a campaign',
    description:
      'Drafts mail to an audience or a part of it. Nothing leaves before send_broadcast. `identity_id` is the id of a verified marketing domain. `variants` make an A/B test of subjects, sender names or times.',
    operation: 'createBroadcast',
    args: {
      audience_id: z.string(),
      identity_id: z.string(),
      name: z.string().min(1).max(200),
      subject,
      html: z.string().min(1).describe('`{{first_name}}` and other fields are filled in'),
      from_name: fromName,
      topic_key: z.string().optional(),
      segment_id: z.string().optional(),
      segment: engagementWindows.optional(),
      variants: variants.optional(),
      ab_test: abTest.optional(),
    },
    hints: writeHints,
  },
  {
    name: 'get_broadcast',
    title: 'Get a campaign',
    description: 'Its content, state, progress, results of its test, and why it is paused or failed.',
    operation: 'getBroadcast',
    args: { id },
    hints: readHints,
  },
  {
    name: 'list_broadcasts',
    title: 'List campaigns',
    description: 'The newest first, with their state and progress.',
    operation: 'listBroadcasts',
    args: pageArgs,
    hints: readHints,
  },
  {
    name: 'preview_broadcast',
    title: 'Preview a campaign',
    description:
      'How many it would reach, some of them, and whether it can be sent. Ask it before send_broadcast.',
    operation: 'previewBroadcast',
    args: { id },
    hints: readHints,
  },
  {
    name: 'send_broadcast',
    title: 'Send a campaign',
    description:
      'Mails everybody it is for, now or at `scheduled_at`. Cannot be undone once it runs: show the person the preview first.',
    operation: 'sendBroadcast',
    args: { id, scheduled_at: utcTime.optional() },
    hints: sendHints,
  },
  {
    name: 'pick_broadcast_winner',
    title: 'Pick the winner of a test',
    description: 'Ends the test now and mails the rest with the winner: the one of the metric, or `variant`.',
    operation: 'decideBroadcast',
    args: { id, variant: z.string().optional() },
    hints: sendHints,
  },
  {
    name: 'resume_broadcast',
    title: 'Resume a paused campaign',
    description: 'Goes on where it stopped; nobody is mailed twice. Mend what `pause_reason` names first.',
    operation: 'resumeBroadcast',
    args: { id },
    hints: sendHints,
  },
  {
    name: 'list_broadcast_recipients',
    title: 'List the recipients of a campaign',
    description: 'Who was mailed, with which variant, and what became of it.',
    operation: 'listBroadcastRecipients',
    args: { id, limit: z.int().min(1).max(200).default(200), cursor: pageArgs.cursor },
    hints: readHints,
  },
];

export const broadcastChanges: Tool[] = [
  {
    name: 'update_broadcast',
    title: 'Change a campaign',
    description: 'Changes a draft. `scheduled_at` moves a scheduled one, and null makes it a draft again.',
    operation: 'updateBroadcast',
    args: {
      id,
      name: z.string().min(1).max(200).optional(),
      subject: subject.optional(),
      html: z.string().min(1).optional(),
      from_name: nullable(z.string(), 'A name').optional(),
      variants: nullable(variants, 'The whole list').optional(),
      ab_test: abTest.optional(),
      scheduled_at: nullable(z.string(), 'UTC, ends in Z').optional(),
    },
    hints: destructiveHints,
  },
  {
    name: 'delete_broadcast',
    title: 'Delete a campaign',
    description: 'A draft, or one that is paused or over. Mail that has left stays in the log.',
    operation: 'deleteBroadcast',
    args: { id },
    hints: idempotentDestructiveHints,
  },
  {
    name: 'list_broadcast_links',
    title: 'List the links of a campaign',
    description: 'How often each link was clicked.',
    operation: 'listBroadcastLinks',
    args: { id },
    hints: readHints,
  },
];

const automationId = z.string();
const tagList = tags.max(20).optional();
const reenrollment = z.enum(['after_completion', 'never']);

export const automations: Tool[] = [
  {
    name: 'list_automations',
    title: 'List automations',
    description: 'Sequences of mails that people go through, with how many are in each.',
    operation: 'listAutomations',
    args: pageArgs,
    hints: readHints,
  },
  {
    name: 'get_automation',
    title: 'Get an automation',
    description: 'Its trigger, steps, rules and counts.',
    operation: 'getAutomation',
    args: { automation_id: automationId },
    pathArguments: ['automation_id'],
    hints: readHints,
  },
  {
    name: 'list_automation_enrollments',
    title: 'List who is in an automation',
    description: 'At which step each is, when the next is due, and why who left has left.',
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
    title: 'Make an automation',
    description:
      'Makes it as a draft: nobody is mailed before set_automation_status. Its steps never change, so show them to a person first. Each step has html or a template.',
    operation: 'createAutomation',
    args: {
      name: z.string().min(1).max(200),
      slug,
      identity_id: z.string().describe('Id of the domain of `from`'),
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
    },
    hints: writeHints,
  },
  {
    name: 'update_automation',
    title: 'Change the rules of an automation',
    description: 'Changes its rules, for those who are in it too. Steps cannot be changed: make another one.',
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
    },
    pathArguments: ['automation_id'],
    hints: destructiveHints,
  },
  {
    name: 'set_automation_status',
    title: 'Activate or pause an automation',
    description: '`active` starts it, and people are mailed; `paused` holds all of them where they are.',
    operation: 'setAutomationStatus',
    args: { automation_id: automationId, status: z.enum(['active', 'paused', 'draft']) },
    pathArguments: ['automation_id'],
    hints: idempotentWriteHints,
  },
  {
    name: 'enroll_in_automation',
    title: 'Enrol a person',
    description:
      'Starts the sequence for one person. `enrolled: false` says with `reason` why not, such as that they are in it.',
    operation: 'enroll',
    args: { automation_id: automationId, email, variables: variables.optional() },
    pathArguments: ['automation_id'],
    hints: sendHints,
  },
  {
    name: 'emit_event',
    title: 'Record an event',
    description:
      'Tells what happened to a person at your place. Starts the automations that wait for this name.',
    operation: 'recordEvent',
    args: { name: z.string().min(1).max(120), email, variables: variables.optional() },
    hints: sendHints,
  },
];

export const automationChanges: Tool[] = [
  {
    name: 'delete_automation',
    title: 'Delete an automation',
    description: 'Ends it for everybody who is in it.',
    operation: 'deleteAutomation',
    args: { automation_id: automationId },
    pathArguments: ['automation_id'],
    hints: idempotentDestructiveHints,
  },
];
