import * as z from 'zod';
import { id, idempotencyKey, nullable, pageArgs } from '../args.ts';
import {
  idempotentDestructiveHints,
  idempotentWriteHints,
  readHints,
  sendHints,
  writeHints,
  type Tool,
} from '../tool.ts';

const mailboxes = z.array(z.string());

/** The fields of an email that a model writes. */
const fields = {
  from: z.string(),
  to: mailboxes,
  cc: mailboxes,
  bcc: mailboxes,
  reply_to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  scheduled_at: z.string(),
  reply_to_message_id: z.string(),
};

const optionalFields = Object.fromEntries(
  Object.entries(fields).map(([name, field]) => [name, field.optional()]),
);

const clearableFields = Object.fromEntries(
  Object.entries(fields).map(([name, field]) => [name, nullable(field, 'The new value').optional()]),
);

/** Drafts that a client keeps, unlike the emails that wait for approval. */
export const savedDrafts: Tool[] = [
  {
    name: 'save_draft',
    title: 'Save a draft',
    description:
      'Saves an email without sending it. All fields are optional. send_saved_draft sends the draft, which then must be complete.',
    operation: 'createDraft',
    args: { ...optionalFields, idempotency_key: idempotencyKey },
    hints: writeHints,
  },
  {
    name: 'list_saved_drafts',
    title: 'List saved drafts',
    description:
      'Lists the saved drafts, newest first. Emails that wait for approval are in list_pending_approvals.',
    operation: 'listDrafts',
    args: pageArgs,
    hints: readHints,
  },
  {
    name: 'get_saved_draft',
    title: 'Read a saved draft',
    description: 'Returns the draft with the fields of its email.',
    operation: 'getDraft',
    args: { id },
    hints: readHints,
  },
  {
    name: 'update_saved_draft',
    title: 'Change a saved draft',
    description: 'Replaces the given fields of the draft.',
    operation: 'updateDraft',
    args: { id, ...clearableFields },
    hints: idempotentWriteHints,
  },
  {
    name: 'delete_saved_draft',
    title: 'Delete a saved draft',
    description: 'Deletes the draft without sending it.',
    operation: 'deleteDraft',
    args: { id },
    hints: idempotentDestructiveHints,
  },
  {
    name: 'send_saved_draft',
    title: 'Send a saved draft',
    description:
      'Sends the draft. The response is the same as for send_email. An error keeps the draft. Fails with 409 if the draft was already sent: the message then contains the ID of the email.',
    operation: 'sendDraft',
    args: { id, idempotency_key: idempotencyKey },
    hints: sendHints,
  },
];
