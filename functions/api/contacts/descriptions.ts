export const resourceDescription = 'Your contacts: one record per address, with tags, attributes and dates.';

export const queryParameterDescriptions = {
  q: 'The beginning of the address. Letter case is ignored.',
  tag: 'A tag of the contact. If you repeat the parameter, the contact must have all tags.',
  unsubscribed:
    'With `true`, returns contacts that are unsubscribed from marketing mail. With `false`, returns all others.',
};

export const newContactDescriptions = {
  tags: 'Added to the existing tags. Stored in lowercase, with hyphens for white space.',
  attributes: 'Merged key by key. A key without a contact property creates one.',
  status:
    'The status of the contact in another service. Any status other than `subscribed` suppresses the address.',
  unsubscribed: '`true` sets the status `unsubscribed`, unless `status` is given.',
  last_active_at:
    'When the contact was last active outside this service. A time before the stored time is ignored.',
};

export const fieldDescriptions = {
  Contact: {
    email: 'The address, trimmed and in lowercase.',
    attributes: 'Your data about the contact: values by the keys of contact properties.',
    unsubscribed: 'Whether the contact is unsubscribed from all marketing mail.',
    last_opened_at: 'When the contact last opened an email, without detected scanners.',
    last_clicked_at: 'When the contact last clicked a link in an email, without detected scanners.',
    last_sent_at: 'When SES last accepted an email to the contact.',
    last_active_at: 'When the contact was last active outside this service, as you reported it.',
  },
  CreateContactRequest: {
    audience_id: 'The ID of the audience that the contact joins.',
    ...newContactDescriptions,
  },
  ContactChangesRequest: {
    first_name: 'An empty string or null clears the name.',
    last_name: 'An empty string or null clears the name.',
    attributes: 'Merged key by key. Other keys are unchanged.',
    last_active_at: 'A time before the stored time is ignored. Null clears the stored time.',
  },
  TagChangesRequest: { remove: 'A tag that is also in `add` is removed.' },
  TagInUse: { contact_count: 'The number of contacts with the tag.' },
};
