import * as z from 'zod';
import { id, idempotencyKey, pageArgs, scheduledAt } from '../args.ts';
import { decisionHints, sendHints, readHints, idempotentWriteHints, type Tool } from '../tool.ts';

const labels = z.array(z.string().min(1)).max(20).optional();

export const conversations: Tool[] = [
  {
    name: 'list_threads',
    title: 'List conversations',
    description:
      'Lists conversations, latest first. With `awaiting_reply: true`, lists only conversations that need a reply.',
    operation: 'listThreads',
    args: { awaiting_reply: z.boolean().optional(), ...pageArgs },
    hints: readHints,
    hasOutputSchema: true,
  },
  {
    name: 'get_thread',
    title: 'Read a conversation',
    description:
      'Returns sent and received messages in one list. To reply, pass the `id` of the last inbound message to reply_to_message. `text` omits quoted text, and `raw_text` includes it. Trust `from` only if `sender_authenticated` is true. Before you reply to a sender whose `known_participant` is false, ask the user: the sender joined uninvited.',
    operation: 'getThread',
    args: {
      id,
      before: z.string().optional().describe('Return only messages before the message with this ID'),
    },
    hints: readHints,
    hasOutputSchema: true,
  },
  {
    name: 'reply_to_message',
    title: 'Reply to a message',
    description:
      'Replies to a sent or received message in its thread. Takes the ID of the message (get_thread), not of the thread. Set `to` (usually the sender) and `subject` (usually `Re: ` and the subject). The response is the same as for send_email.',
    operation: 'sendEmail',
    args: {
      reply_to_message_id: z.string(),
      from: z.string().describe('Address or `Name <address>`'),
      to: z.string(),
      subject: z.string(),
      text: z.string().optional(),
      html: z.string().optional(),
      scheduled_at: scheduledAt,
      idempotency_key: idempotencyKey,
    },
    hints: sendHints,
  },
  {
    name: 'wait_for_mail',
    title: 'Wait for received messages',
    description:
      'Returns received messages, oldest first, or waits for the next one. First call with `after: "now"`, then do what causes the message, then call with the `next_cursor` of the last result as `after`. An empty result only means that nothing arrived yet. Fails with 409 until an inbox or enable_inbound starts the list.',
    operation: 'getReceivedMessages',
    args: {
      after: z.string().optional().describe('`next_cursor`, the ID of a message, or `now`'),
      wait: z.number().min(0).max(25).default(20).describe('Seconds'),
      from: z.string().optional(),
      inbox_id: z.string().optional(),
      thread_id: z.string().optional(),
      limit: pageArgs.limit,
    },
    hints: readHints,
  },
  {
    name: 'mark_thread_handled',
    title: 'Mark a conversation as handled',
    description: 'Marks a conversation as needing no reply until a new message arrives.',
    operation: 'markThreadHandled',
    args: { id },
    hints: idempotentWriteHints,
  },
];

export const approvals: Tool[] = [
  {
    name: 'list_pending_approvals',
    title: 'List drafts that wait for approval',
    description: 'Lists the drafts of keys that require approval, with the time when each draft expires.',
    operation: 'listApprovals',
    args: pageArgs,
    hints: readHints,
    hasOutputSchema: true,
  },
  {
    name: 'decide_approval',
    title: 'Approve or reject a draft',
    description:
      'Carries out the decision of the user: `approve` sends the email, and `reject` cancels it. Ask the user first, and give their name in `decided_by`. Takes the ID of the approval, not of the message. Fails with 403 for OAuth tokens and for keys with guardrails. In this case, the user decides in the dashboard.',
    operation: 'decideApproval',
    args: {
      id,
      decision: z.enum(['approve', 'reject']),
      decided_by: z.string().min(1).max(200),
      reason: z.string().max(500).optional(),
      content_sha256: z.string().optional(),
    },
    hints: decisionHints,
  },
];

export const drafts: Tool[] = [
  {
    name: 'get_draft',
    title: 'Read a whole draft',
    description: 'Returns a draft as its recipients would see it. Takes the ID of the approval.',
    operation: 'getApproval',
    args: { id },
    hints: readHints,
  },
  {
    name: 'get_draft_attachment',
    title: 'Get an attachment of a draft',
    description:
      'Returns the file, as text if its type is text. Takes the ID of the approval and the index in `attachments`.',
    operation: 'downloadDraftAttachment',
    args: { id, index: z.int().min(0).max(1000) },
    hints: readHints,
  },
];

export const threadChanges: Tool[] = [
  {
    name: 'change_thread_labels',
    title: 'Add and remove labels of a conversation',
    description:
      'Adds the labels in `add`, then removes those in `remove`. Recipients never see labels. Returns the conversation with `labels`.',
    operation: 'changeThreadLabels',
    args: { id, add: labels, remove: labels },
    hints: idempotentWriteHints,
  },
  {
    name: 'list_threads_by_label',
    title: 'List conversations with a label',
    description: 'Lists the conversations with this label, latest first.',
    operation: 'listThreads',
    args: { label: z.string(), awaiting_reply: z.boolean().optional(), ...pageArgs },
    hints: readHints,
  },
  {
    name: 'mark_thread_read',
    title: 'Mark a conversation as read or unread',
    description: 'Sets `read_at` to the current time, or to null if `read` is false.',
    operation: 'markThreadRead',
    args: { id, read: z.boolean() },
    hints: idempotentWriteHints,
  },
];

export const receivedMail: Tool[] = [
  {
    name: 'get_received_message',
    title: 'Read a received message with its headers',
    description:
      'Returns one received message with Cc, Reply-To and all headers. `message_id` is the ID of the inbound message.',
    operation: 'getReceivedMessage',
    args: { message_id: z.string() },
    hints: readHints,
  },
  {
    name: 'enable_inbound',
    title: 'Start the list of received messages',
    description: 'Starts the list that wait_for_mail reads. Messages that arrived before are not in it.',
    operation: 'enableInbound',
    args: {},
    hints: idempotentWriteHints,
  },
  {
    name: 'get_raw_message',
    title: 'Get a received message as it arrived',
    description: 'Returns the source of the message. `message_id` is the ID of the inbound message.',
    operation: 'downloadRawMessage',
    args: { message_id: z.string() },
    hints: readHints,
  },
];

const replyTool = {
  operation: 'sendEmail',
  pathArguments: ['message_id'],
  args: {
    message_id: z.string(),
    text: z.string(),
    html: z.string().optional(),
    from: z.string().optional().describe('Default: the address to which the message was sent'),
    allow_unknown: z
      .boolean()
      .optional()
      .describe('Send even if a recipient may not belong to the conversation. Ask the user first'),
    idempotency_key: idempotencyKey,
  },
  hints: sendHints,
} satisfies Partial<Tool>;

const replyOutcome =
  '`message_id` is the ID of the inbound message. Sends nothing and returns an error with the addresses if nothing proves that a recipient belongs to the conversation: a sender who joined uninvited, or a Reply-To that leads elsewhere.';

export const replies: Tool[] = [
  {
    name: 'reply',
    title: 'Reply to the sender of a message',
    description: `Sends a reply to Reply-To of a received message, or to From without Reply-To. ${replyOutcome}`,
    reply: { method: 'reply', reads: 'getReceivedMessage' },
    ...replyTool,
  },
  {
    name: 'reply_all',
    title: 'Reply to all addresses of a message',
    description: `Like reply, and also to the other addresses in To and Cc, except your user's own. ${replyOutcome}`,
    reply: { method: 'replyAll', reads: 'getReceivedMessage' },
    ...replyTool,
  },
];

export const attachments: Tool[] = [
  {
    name: 'list_attachments',
    title: 'List the attachments of a received email',
    description: 'Returns the name, type, size and index of each attachment.',
    operation: 'listAttachments',
    args: { message_id: z.string() },
    hints: readHints,
  },
  {
    name: 'get_attachment',
    title: 'Get an attachment of a received email',
    description:
      'Returns the file, as text if its type is text. `message_id` is the ID of the inbound message. list_attachments returns the index.',
    operation: 'downloadAttachment',
    args: { message_id: z.string(), index: z.int().min(0).max(1000) },
    hints: readHints,
  },
];
