export const resourceDescription = 'Your contacts: one record per address, with tags, attributes and dates.';

export const queryParameterDescriptions = {
  q: 'Returns contacts whose address begins with this text. Letter case is ignored.',
  tag: 'Returns contacts with this tag. If you repeat the parameter, returns contacts that have all of the tags.',
  unsubscribed:
    'If `true`, returns contacts that are unsubscribed from marketing mail. If `false`, returns contacts that are not.',
};

export const newContactDescriptions = {
  tags: 'Added to the existing tags. Stored in lowercase, with hyphens for white space.',
  attributes: 'Merged with the stored attributes by key. For a new key, a contact property is created.',
  status:
    'The status of the contact in another service. Any status other than `subscribed` suppresses the address.',
  unsubscribed: '`true` sets the status `unsubscribed`, unless `status` is given.',
  last_active_at:
    'When the contact was last active outside this service. A time earlier than the stored time is ignored.',
};

export const fieldDescriptions = {
  Contact: {
    email: 'The address, trimmed and in lowercase.',
    attributes: 'Your data about the contact: values by the keys of contact properties.',
    unsubscribed: 'Whether the contact is unsubscribed from all marketing mail.',
    last_opened_at: 'When the contact last opened an email. Opens by detected scanners are not counted.',
    last_clicked_at:
      'When the contact last clicked a link in an email. Clicks by detected scanners are not counted.',
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
    attributes: 'Merged with the stored attributes by key. Other keys do not change.',
    last_active_at: 'A time earlier than the stored time is ignored. Null clears the stored time.',
  },
  TagChangesRequest: { remove: 'The tags to remove. A tag that is also in `add` is removed.' },
  TagInUse: { contact_count: 'The number of contacts with the tag.' },
};
