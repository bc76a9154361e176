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
      'Sends one email, now or at `scheduled_at`. `from` must be on a verified domain (list_sending_domains). Give `html`, `text` or both. Read the response: `status: pending_approval` means that the email is waiting for approval and has not been sent. `skipped: true` means that the email was not sent, because no address in `to` can receive it (see `reason`). In either case, do not send the email again. To reply to an email, use reply_to_message.',
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
    title: 'List emails',
    description:
      'Lists emails, newest first. `status` and `to` filter the list. get_email returns the events of an email.',
    operation: 'listEmails',
    args: { status: z.enum(statuses).optional(), to: z.string().optional(), ...pageArgs },
    hints: readHints,
    hasOutputSchema: true,
  },
  {
    name: 'get_email',
    title: 'Get an email',
    description:
      'Returns an email and its events, oldest first: deliveries, bounces with the reply of the mail server, opens, clicks.',
    operation: 'getEmail',
    args: { id },
    hints: readHints,
    hasOutputSchema: true,
  },
  {
    name: 'cancel_scheduled_email',
    title: 'Cancel a scheduled email',
    description:
      'Cancels a scheduled email, which is then never sent. Fails with 409 if the email is no longer scheduled.',
    operation: 'cancelEmail',
    args: { id },
    hints: idempotentDestructiveHints,
  },
  {
    name: 'list_scheduled_emails',
    title: 'List scheduled emails',
    description: 'Lists emails that wait for their `scheduled_at`.',
    operation: 'listEmails',
    args: { limit: z.int().min(1).max(100).default(50), cursor: pageArgs.cursor },
    fixedQuery: { status: 'scheduled' },
    hints: readHints,
  },
  {
    name: 'get_email_metrics',
    title: 'Get sending metrics',
    description:
      'Returns the numbers of emails sent, delivered, bounced, complained, opened and clicked, per day and in total, with rates.',
    operation: 'getEmailMetrics',
    args: { days: z.int().min(1).max(365).default(30) },
    hints: readHints,
    hasOutputSchema: true,
  },
  {
    name: 'get_usage',
    title: 'Get usage and limits',
    description:
      'Returns the usage of this billing period, and whether and why sending is blocked. Call this before a large job.',
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
    description: 'Lists email templates, with the placeholders that need values.',
    operation: 'listTemplates',
    args: {},
    hints: readHints,
  },
  {
    name: 'render_template',
    title: 'Preview a template',
    description:
      'Returns the filled-in template and sends nothing. `missing` lists the placeholders without a value.',
    operation: 'renderTemplate',
    args: { slug: z.string(), variables },
    hints: readHints,
  },
  {
    name: 'send_template_email',
    title: 'Send a template',
    description:
      'Sends an email from a template. Give a value for each variable that list_templates returns. The response is the same as for send_email.',
    operation: 'sendEmail',
    args: {
      template: z.string().describe('The slug'),
      variables,
      from: mailbox,
      to: mailbox,
      subject: z.string().optional().describe("Replaces the template's subject"),
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
      'Each entry is a separate email with the fields of the API (from, to, cc, bcc, subject, html, text, template, variables, reply_to …). All entries are validated before the first is sent. The response has one result per email, in the same order.',
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
    description: 'Returns the text and HTML of an email.',
    operation: 'getEmailContent',
    args: { id },
    hints: readHints,
  },
];

export const templateChanges: Tool[] = [
  {
    name: 'get_template',
    title: 'Get a template',
    description: 'Returns the content and placeholders of a template.',
    operation: 'getTemplate',
    args: { slug: z.string() },
    hints: readHints,
  },
  {
    name: 'save_template',
    title: 'Save a template',
    description:
      'Creates a template, or replaces the template that has this slug. `{{name}}` is a placeholder. After a replacement, automations that use the template send the new content.',
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
    description: 'Copies a template to a new slug.',
    operation: 'duplicateTemplate',
    args: { slug: z.string(), new_slug: z.string(), name: z.string().optional() },
    bodyFieldNames: { new_slug: 'slug' },
    hints: writeHints,
  },
  {
    name: 'delete_template',
    title: 'Delete a template',
    description: 'Deletes a template permanently. Fails with 409 if an automation uses it.',
    operation: 'deleteTemplate',
    args: { slug: z.string() },
    hints: idempotentDestructiveHints,
  },
];
