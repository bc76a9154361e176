import { newContactDescriptions } from '../contacts/descriptions';

export const resourceDescription = 'Lists of contacts. Add contacts one at a time or import them.';

export const queryParameterDescriptions = {
  source: 'Where the contacts come from, recorded on each suppression that this request creates.',
  trigger_automations: 'With `true`, importing an array also starts automations.',
};

export const fieldDescriptions = {
  CreateAudienceRequest: { name: 'Required: 1 to 120 characters.' },
  Audience: { contact_count: 'The number of contacts in the audience.' },
  NewContact: newContactDescriptions,
  ImportedContacts: {
    inserted: 'The number of contacts that were new to the workspace.',
    updated: 'The number of contacts that existed, including those that did not change.',
    skipped: 'The number of rows whose address is in an earlier row.',
    unsubscribed: 'The number of rows with this status, including repeated addresses.',
    bounced: 'The number of rows with this status, including repeated addresses.',
    complained: 'The number of rows with this status, including repeated addresses.',
    suppressed: 'The number of new suppressions.',
    properties_created: 'The keys for which a contact property of type `string` was created.',
    automations_started: 'The number of enrollments that were started: 0 without `trigger_automations=true`.',
    contact_count: 'The number of contacts in the audience after the import.',
  },
  RemovedMember: { contact_count: 'The number of contacts in the audience after the removal.' },
};
