import type { ExamplesOf } from '../../../shared/http/examples';
import type { eventRoutes } from './routes';

export const eventExamples = {
  recordEvent: {
    signedUp: {
      summary: 'A signup that one automation waits for',
      body: { name: 'signed_up', email: 'bob@example.com', variables: { name: 'Bob' } },
      status: 200,
      response: { automations_started: 1 },
    },
  },
} satisfies ExamplesOf<typeof eventRoutes>;
