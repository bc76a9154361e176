import { enrollRequestDescriptions } from '../automations/descriptions';

export const resourceDescription = 'Events in your application that start automations.';

export const fieldDescriptions = {
  RecordEventRequest: { name: 'The exact name that automations wait for.', ...enrollRequestDescriptions },
  RecordedEvent: { automations_started: 'The number of enrollments that were started. 0 is not an error.' },
};
