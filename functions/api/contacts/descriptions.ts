export const resourceDescription =
  'The people whom you know: each once, by address, with tags, attributes and dates.';

export const queryParameterDescriptions = {
  q: 'What the address begins with. Letter case does not count.',
  tag: 'A tag that they carry. Given several times: all of them.',
  unsubscribed: 'With `true`, who wants no marketing mail; with `false`, everybody else.',
};

export const newContactDescriptions = {
  tags: 'Added to those that they carry. In lower case, and with a hyphen for white space.',
  attributes: 'Replaced key by key. A key that no contact property has makes one.',
  status: 'What another service knew of them. Everything but `subscribed` suppresses the address.',
  unsubscribed: 'With `true`, the status `unsubscribed`, unless `status` is given.',
  last_active_at:
    'When they were last active elsewhere. One that is earlier than what is known is passed over.',
};

export const fieldDescriptions = {
  Contact: {
    email: 'Trimmed and in lower case.',
    attributes: 'What you keep about the person: values by the keys of contact properties.',
    unsubscribed: 'They get no marketing mail.',
    last_opened_at: 'When a person last opened a mail to them, as far as can be told.',
    last_clicked_at: 'When a person last clicked a link in a mail to them, as far as can be told.',
    last_sent_at: 'When the mail provider last took a mail to them.',
    last_active_at: 'When they were last active elsewhere, as you said.',
  },
  CreateContactRequest: { audience_id: 'The audience that they join.', ...newContactDescriptions },
  ContactChangesRequest: {
    first_name: 'Empty or null to take it away.',
    last_name: 'Empty or null to take it away.',
    attributes: 'Replaced key by key; those of other keys stay.',
    last_active_at: 'One that is earlier than what is known is passed over. Null takes it away.',
  },
  TagChangesRequest: { remove: 'A tag that is in `add` too is gone in the end.' },
  TagInUse: { contact_count: 'How many carry it.' },
};
