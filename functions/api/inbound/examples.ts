import type { ExamplesOf } from '../../../shared/http/examples';
import { receivedId } from '../emails/examples';
import type { inboundRoutes } from './routes';

export const inboundExamples = {
  listAttachments: {
    one: {
      summary: 'A message with one attachment',
      params: { message_id: receivedId },
      status: 200,
      response: {
        object: 'list',
        data: [{ index: 0, filename: 'slip.pdf', content_type: 'application/pdf', size: 8, inline: false }],
        has_more: false,
        next_cursor: null,
      },
    },
  },
  downloadAttachment: {
    first: {
      summary: 'The first attachment of a message',
      params: { message_id: receivedId, index: 0 },
      status: 200,
    },
  },
} satisfies ExamplesOf<typeof inboundRoutes>;
