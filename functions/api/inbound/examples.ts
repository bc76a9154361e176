import type { ExamplesOf } from '../../../shared/http/examples';
import { receivedId } from '../emails/examples';
import type { inboundRoutes } from './routes';

export const inboundExamples = {
  downloadAttachment: {
    first: {
      summary: 'The first file of a mail',
      params: { message_id: receivedId, index: 0 },
      status: 200,
    },
  },
} satisfies ExamplesOf<typeof inboundRoutes>;
