import { enrollRequestDescriptions } from '../automations/descriptions';

export const resourceDescription = 'Events in your application, for the automations that wait for them.';

export const fieldDescriptions = {
  RecordEventRequest: { name: 'The exact name that automations wait for.', ...enrollRequestDescriptions },
  RecordedEvent: { automations_started: 'The number of enrollments that were started. 0 is not an error.' },
};
