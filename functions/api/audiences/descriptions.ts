import { newContactDescriptions } from '../contacts/descriptions';

export const resourceDescription = 'Lists of contacts. Add contacts one at a time or import them.';

export const queryParameterDescriptions = {
  source: 'Where the contacts come from. Each suppression that this request creates records this text.',
  trigger_automations: 'If `true`, an import also starts automations.',
};

export const fieldDescriptions = {
  CreateAudienceRequest: { name: 'The name. Required, with 1 to 120 characters.' },
  Audience: { contact_count: 'The number of contacts in the audience.' },
  NewContact: newContactDescriptions,
  ImportedContacts: {
    inserted: 'The number of contacts that were new to the workspace.',
    updated:
      'The number of contacts that already existed in the workspace, including contacts that did not change.',
    skipped: 'The number of rows that repeat the address of an earlier row.',
    unsubscribed: 'The number of rows with the status `unsubscribed`, including repeated addresses.',
    bounced: 'The number of rows with the status `bounced`, including repeated addresses.',
    complained: 'The number of rows with the status `complained`, including repeated addresses.',
    suppressed: 'The number of new suppressions.',
    properties_created: 'The keys for which the import created a contact property of type `string`.',
    automations_started:
      'The number of enrollments that the import started. Without `trigger_automations=true`, the number is 0.',
    contact_count: 'The number of contacts in the audience after the import.',
  },
  RemovedMember: { contact_count: 'The number of contacts in the audience after the removal.' },
};
