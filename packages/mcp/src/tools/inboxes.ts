import * as z from 'zod';
import { id, nullable, pageArgs } from '../args.ts';
import { idempotentDestructiveHints, idempotentWriteHints, readHints, type Tool } from '../tool.ts';

const displayName = z.string().max(100);
const clientId = z.string().min(1).max(128).optional().describe('A name of your choice');
const metadata = z.record(z.string(), z.string()).optional().describe('An object whose values are strings');

export const inboxes: Tool[] = [
  {
    name: 'create_inbox',
    title: 'Create an inbox',
    description:
      'Creates an address with conversations of its own, readable and random unless you give `username` or `domain`. A repeated `client_id` returns the existing inbox.',
    operation: 'createInbox',
    args: {
      username: z.string().optional(),
      domain: z.string().optional().describe('A verified transactional domain'),
      display_name: displayName.optional(),
      client_id: clientId,
      metadata,
    },
    hints: idempotentWriteHints,
  },
  {
    name: 'list_inboxes',
    title: 'List inboxes',
    description: 'Lists inboxes, newest first, or the inbox with a `client_id`.',
    operation: 'listInboxes',
    args: { client_id: clientId, ...pageArgs },
    hints: readHints,
  },
  {
    name: 'get_inbox',
    title: 'Get an inbox',
    description: 'Returns the address, the name and the metadata of an inbox.',
    operation: 'getInbox',
    args: { id },
    hints: readHints,
  },
  {
    name: 'update_inbox',
    title: 'Change an inbox',
    description: 'Changes the name, or replaces the metadata, of an inbox.',
    operation: 'updateInbox',
    args: { id, display_name: nullable(displayName, 'The sender name').optional(), metadata },
    hints: idempotentWriteHints,
  },
  {
    name: 'delete_inbox',
    title: 'Delete an inbox',
    description:
      'Deletes an inbox, cancels its scheduled emails, rejects its drafts and revokes its keys. Conversations stay.',
    operation: 'deleteInbox',
    args: { id },
    hints: idempotentDestructiveHints,
  },
];
