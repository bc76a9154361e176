import * as z from 'zod';
import { id, idempotencyKey, pageArgs, scheduledAt, variables } from '../args.ts';
import { idempotentDestructiveHints, sendHints, readHints, writeHints, type Tool } from '../tool.ts';

const mailbox = z.string().describe('Address or `Name <address>`');
const additionalRecipients = z.array(z.string()).max(49).optional();
const statuses = [
  'queued',
  'scheduled',
  'sent',
  'delivered',
  'bounced',
  'complained',
  'rejected',
  'canceled',
  'failed',
] as const;

export const emails: Tool[] = [
  {
    name: 'send_email',
    title: 'Send an email',
    description:
      'Sends one mail, now or at `scheduled_at`. `from` must be on a verified domain (list_sending_domains). Give `html`, `text` or both. Read `status` of the answer: `pending_approval` means that it waits for a person and is not sent; `skipped` that nobody of `to` may be mailed, see `reason`. Do not send it again for either. To answer a mail use reply_to_message.',
    operation: 'sendEmail',
    args: {
      from: mailbox,
      to: mailbox,
      cc: additionalRecipients,
      bcc: additionalRecipients,
      subject: z.string(),
      html: z.string().optional(),
      text: z.string().optional(),
      scheduled_at: scheduledAt,
      idempotency_key: idempotencyKey,
    },
    hints: sendHints,
    hasOutputSchema: true,
  },
  {
    name: 'list_emails',
    title: 'List sent emails',
    description: 'What was sent, newest first, by status or recipient. get_email says what became of one.',
    operation: 'listEmails',
    args: { status: z.enum(statuses).optional(), to: z.string().optional(), ...pageArgs },
    hints: readHints,
    hasOutputSchema: true,
  },
  {
    name: 'get_email',
    title: 'Get an email',
    description:
      'One mail with all that happened to it, oldest first: deliveries, bounces with what the other server said, opens, clicks.',
    operation: 'getEmail',
    args: { id },
    hints: readHints,
    untrustedFields: ['events[].detail'],
    hasOutputSchema: true,
  },
  {
    name: 'cancel_scheduled_email',
    title: 'Cancel a scheduled email',
    description:
      'Stops a mail that has not left. Once this answers, it does not leave. 409 says that it is too late.',
    operation: 'cancelEmail',
    args: { id },
    hints: idempotentDestructiveHints,
  },
  {
    name: 'list_scheduled_emails',
    title: 'List scheduled emails',
    description: 'The mails that wait for their time.',
    operation: 'listEmails',
    args: { limit: z.int().min(1).max(100).default(50), cursor: pageArgs.cursor },
    fixedQuery: { status: 'scheduled' },
    hints: readHints,
  },
  {
    name: 'get_email_metrics',
    title: 'Get sending figures',
    description: 'Sent, delivered, bounced, complained, opened and clicked, by day and in total, with rates.',
    operation: 'getEmailMetrics',
    args: { days: z.int().min(1).max(365).default(30) },
    hints: readHints,
    hasOutputSchema: true,
  },
  {
    name: 'get_usage',
    title: 'Get usage and limits',
    description:
      'What this billing period has used, and whether sending is locked and why. Ask it before a large job.',
    operation: 'getUsage',
    args: {},
    hints: readHints,
    hasOutputSchema: true,
  },
];

export const templates: Tool[] = [
  {
    name: 'list_templates',
    title: 'List templates',
    description: 'Stored copy, with the placeholders that each needs values for.',
    operation: 'listTemplates',
    args: {},
    hints: readHints,
  },
  {
    name: 'render_template',
    title: 'Preview a template',
    description: 'The template filled in, without sending. `missing` names placeholders without a value.',
    operation: 'renderTemplate',
    args: { slug: z.string(), variables },
    hints: readHints,
  },
  {
    name: 'send_template_email',
    title: 'Send a template',
    description:
      'Sends a stored template, filled in. list_templates says which variables it needs; all must be given. Reads like the answer of send_email.',
    operation: 'sendEmail',
    args: {
      template: z.string().describe('Its slug'),
      variables,
      from: mailbox,
      to: mailbox,
      subject: z.string().optional().describe("Replaces the template's"),
      scheduled_at: scheduledAt,
      idempotency_key: idempotencyKey,
    },
    hints: sendHints,
  },
];

export const batch: Tool[] = [
  {
    name: 'send_batch',
    title: 'Send up to 100 emails',
    description:
      'Each entry is a mail of its own, with the fields of the API (from, to, cc, bcc, subject, html, text, template, variables, reply_to …). All are checked before the first is sent. The answer has a row for each, in order.',
    operation: 'sendBatch',
    args: {
      emails: z.array(z.record(z.string(), z.unknown())).min(1).max(100),
      idempotency_key: idempotencyKey,
    },
    bodyArgument: 'emails',
    hints: sendHints,
  },
];

export const contents: Tool[] = [
  {
    name: 'get_email_content',
    title: 'Read a sent email',
    description: 'What one mail said, as text and HTML.',
    operation: 'getEmailContent',
    args: { id },
    hints: readHints,
  },
];

export const templateChanges: Tool[] = [
  {
    name: 'get_template',
    title: 'Get a template',
    description: 'The copy of one template, and its placeholders.',
    operation: 'getTemplate',
    args: { slug: z.string() },
    hints: readHints,
  },
  {
    name: 'save_template',
    title: 'Save a template',
    description:
      'Makes a template, or replaces the one with this slug. `{{name}}` is a placeholder. Automations that use it send the new copy from now on.',
    operation: 'saveTemplate',
    args: {
      slug: z.string(),
      name: z.string(),
      subject: z.string(),
      html: z.string(),
      text: z.string().optional(),
    },
    hints: idempotentDestructiveHints,
  },
  {
    name: 'duplicate_template',
    title: 'Duplicate a template',
    description: 'Makes a copy under a new slug.',
    operation: 'duplicateTemplate',
    args: { slug: z.string(), new_slug: z.string(), name: z.string().optional() },
    bodyFieldNames: { new_slug: 'slug' },
    hints: writeHints,
  },
  {
    name: 'delete_template',
    title: 'Delete a template',
    description: 'Deletes it for good. Refused with 409 while an automation uses it.',
    operation: 'deleteTemplate',
    args: { slug: z.string() },
    hints: idempotentDestructiveHints,
  },
];
