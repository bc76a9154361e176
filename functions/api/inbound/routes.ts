import * as z from 'zod/mini';
import type { Route } from '../../../shared/http/route';

export const inboundRoutes = {
  downloadAttachment: {
    method: 'GET',
    path: '/v1/inbound/{message_id}/attachments/{index}',
    summary: 'Download an attachment of a received message, by its place in the mail from 0',
    scope: 'threads:read',
    needs: ['inbound:GetObject'],
    answers: { 200: z.file() },
    isFile: true,
    memoryMb: 1024,
  },
} satisfies Record<string, Route>;
