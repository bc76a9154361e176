import * as z from '../../../shared/schema/schema';
import type { Route } from '../../../shared/http/route';
import { ReceivedAttachmentListSchema } from './shapes';

export const inboundRoutes = {
  listAttachments: {
    method: 'GET',
    path: '/v1/inbound/{message_id}/attachments',
    summary: 'List the attachments of a received message, in the order of the mail',
    description:
      'Images in the text count. Names and types are those that the sender gave. Of thousands, an answer has ' +
      'as many as it can carry, and `has_more` says so. 410 30 days after the mail arrived.',
    scope: 'threads:read',
    needs: ['table:GetItem', 'inbound:GetObject'],
    responses: { 200: ReceivedAttachmentListSchema },
    refuses: ['not_found', 'gone'],
    memoryMb: 1024,
  },
  downloadAttachment: {
    method: 'GET',
    path: '/v1/inbound/{message_id}/attachments/{index}',
    summary: 'Download an attachment of a received message, by its place in the mail from 0',
    description:
      'The bytes as they came, to be saved and not shown. The list of attachments has the indexes; past the ' +
      'last one is 404. 30 days after the mail arrived, every index is 410.',
    scope: 'threads:read',
    needs: ['table:GetItem', 'inbound:GetObject'],
    responses: { 200: z.file() },
    refuses: ['not_found', 'invalid_request', 'gone'],
    isFile: true,
    memoryMb: 1024,
  },
} satisfies Record<string, Route>;
