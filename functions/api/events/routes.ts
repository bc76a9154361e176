import type { Route } from '../../../shared/http/route';
import { enrollmentNeeds } from '../automations/routes';
import { RecordedEventSchema, RecordEventRequestSchema } from './shapes';

export const eventRoutes = {
  recordEvent: {
    method: 'POST',
    path: '/v1/events',
    summary: 'Say that something happened, and start what waits for it',
    description:
      'Every active automation that waits for an event of exactly this name enrols the address, as enrolling ' +
      'does. Events are not kept: one that nothing waits for starts nothing, and is no error.',
    scope: 'broadcasts:write',
    body: RecordEventRequestSchema,
    needs: enrollmentNeeds,
    responses: { 200: RecordedEventSchema },
    refuses: ['recipient_not_allowed'],
  },
} satisfies Record<string, Route>;
