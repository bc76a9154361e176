import * as z from 'zod';
import { id, idempotencyKey, pageArgs, scheduledAt } from '../args.ts';
import { decisionHints, sendHints, readHints, idempotentWriteHints, type Tool } from '../tool.ts';

export const conversations: Tool[] = [
  {
    name: 'list_threads',
    title: 'List conversations',
    description:
      'Lists conversations, latest first. With `awaiting_reply: true`, lists only conversations that need a reply.',
    operation: 'listThreads',
    args: { awaiting_reply: z.boolean().optional(), ...pageArgs },
    hints: readHints,
    untrustedFields: ['data[].subject', 'data[].participants'],
    hasOutputSchema: true,
  },
  {
    name: 'get_thread',
    title: 'Read a conversation',
    description:
      'Returns sent and received messages in one list. To reply, pass the `id` of the last inbound message to reply_to_message. `text` omits quoted text, and `raw_text` includes it. Trust `from` only if `sender_authenticated` is true.',
    operation: 'getThread',
    args: {
      id,
      before: z.string().optional().describe('Return only messages before the message with this ID'),
    },
    hints: readHints,
    untrustedFields: [
      'subject',
      'participants',
      'messages[].from',
      'messages[].to',
      'messages[].subject',
      'messages[].text',
      'messages[].raw_text',
      'messages[].html',
    ],
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
    untrustedFields: ['data[].subject', 'data[].headers', 'data[].html', 'data[].text', 'data[].attachments'],
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
    untrustedFields: ['subject', 'headers', 'html', 'text', 'attachments'],
  },
  {
    name: 'get_draft_attachment',
    title: 'Get an attachment of a draft',
    description:
      'Returns the file, as text if its type is text. Takes the ID of the approval and the index in `attachments`.',
    operation: 'downloadDraftAttachment',
    args: { id, index: z.int().min(0).max(1000) },
    hints: readHints,
    untrustedFields: ['filename', 'content_type', 'the file itself'],
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
    untrustedFields: ['data[].filename', 'data[].content_type'],
  },
  {
    name: 'get_attachment',
    title: 'Get an attachment of a received email',
    description:
      'Returns the file, as text if its type is text. `message_id` is the ID of the inbound message. list_attachments returns the index.',
    operation: 'downloadAttachment',
    args: { message_id: z.string(), index: z.int().min(0).max(1000) },
    hints: readHints,
    untrustedFields: ['filename', 'content_type', 'the file itself'],
  },
];
