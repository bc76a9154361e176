import { newContactDescriptions } from '../contacts/descriptions';

export const resourceDescription = 'Lists of people. Here they are added one by one, or imported.';

export const queryParameterDescriptions = {
  source: 'Where the people come from: it stands on each suppression that this writes.',
  trigger_automations: 'With `true`, an array starts automations too.',
};

export const fieldDescriptions = {
  CreateAudienceRequest: { name: 'Required: 1 to 120 characters.' },
  Audience: { contact_count: 'How many people are on it.' },
  NewContact: newContactDescriptions,
  ImportedContacts: {
    inserted: 'Who was new to the workspace.',
    updated: 'Who was known, whether something changed or not.',
    skipped: 'Rows whose address stood in an earlier one.',
    unsubscribed: 'Rows with this status, repeats too.',
    bounced: 'Rows with this status, repeats too.',
    complained: 'Rows with this status, repeats too.',
    suppressed: 'Suppressions that there were none of before.',
    properties_created: 'Keys that no contact property had. They are `string` now.',
    automations_started: 'Enrolments that this started: 0 without `trigger_automations=true`.',
    contact_count: 'How many are on the audience now.',
  },
  RemovedMember: { contact_count: 'How many are on the audience now.' },
};
