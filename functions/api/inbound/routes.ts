import * as z from '../../../shared/schema';
import type { Route } from '../../../shared/http/route';

export const inboundRoutes = {
  downloadAttachment: {
    method: 'GET',
    path: '/v1/inbound/{message_id}/attachments/{index}',
    summary: 'Download an attachment of a received message, by its place in the mail from 0',
    description:
      'The bytes as they came, to be saved and not shown. Nothing lists attachments: begin with 0 and ' +
      'go on until 404. Images in the text count. 30 days after the mail arrived, every index is 410.',
    scope: 'threads:read',
    needs: ['table:GetItem', 'inbound:GetObject'],
    answers: { 200: z.file() },
    refuses: ['not_found', 'invalid_request', 'gone'],
    isFile: true,
    memoryMb: 1024,
  },
} satisfies Record<string, Route>;
