import { enrollRequestDescriptions } from '../automations/descriptions';

export const resourceDescription = 'What happens at your place, for automations that wait for it.';

export const fieldDescriptions = {
  RecordEventRequest: { name: 'Exactly as automations wait for it.', ...enrollRequestDescriptions },
  RecordedEvent: { automations_started: 'Enrolments that this made. 0 is no error.' },
};
