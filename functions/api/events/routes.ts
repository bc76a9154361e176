import type { Route } from '../../../shared/http/route';
import { enrollmentNeeds } from '../automations/routes';
import { RecordedEventSchema, RecordEventRequestSchema } from './shapes';

export const eventRoutes = {
  recordEvent: {
    method: 'POST',
    path: '/v1/events',
    summary: 'Record an event and start the automations that wait for the event',
    description:
      'Enrolls the address in every active automation that waits for an event of exactly this name, under ' +
      'the same rules as an enrollment through the API. Events are not stored. If no automation waits for ' +
      'the event, nothing starts, and the response is not an error.',
    scope: 'broadcasts:write',
    body: RecordEventRequestSchema,
    needs: enrollmentNeeds,
    responses: { 200: RecordedEventSchema },
    refuses: ['recipient_not_allowed'],
  },
} satisfies Record<string, Route>;
