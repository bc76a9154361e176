import type { Meanings } from './fields';

const newContact: Meanings = {
  tags: 'Added to those that they carry. In lower case, and with a hyphen for white space.',
  attributes: 'Replaced key by key. A key that no contact property has makes one.',
  status: 'What another service knew of them. Everything but `subscribed` suppresses the address.',
  unsubscribed: 'With `true`, the status `unsubscribed`, unless `status` is given.',
  last_active_at:
    'When they were last active elsewhere. One that is earlier than what is known is passed over.',
};

const segment: Meanings = {
  audience_id: 'Whom it chooses from.',
  opened_within_days: 'Who opened a mail in so many days.',
  clicked_within_days: 'Who clicked a link in so many days.',
  exclude_unengaged_days:
    'Who opened or clicked in so many days, was never mailed, or is not known for longer.',
  engaged_within_days: 'Who opened, clicked or was active elsewhere in so many days.',
  properties: 'All of them must hold.',
  tags: 'Who carries all of these.',
  exclude_tags: 'Who carries none of these.',
  topic_key: 'Who gets mail about this topic: by their own choice, or else by its default.',
};

const filter: Meanings = {
  property: 'The key of an attribute, in its letter case.',
  operator:
    '`gt` and `lt` compare numbers with numbers and texts with texts. `contains` does without letter case.',
  value: 'Of another type it is another value. Null stands for no attribute.',
};

/** What fields mean in the shapes of contacts, their properties, audiences and segments. */
export const fieldsOfPeople: Readonly<Record<string, Meanings>> = {
  Contact: {
    email: 'Trimmed and in lower case.',
    attributes: 'What you keep about the person: values by the keys of contact properties.',
    unsubscribed: 'They get no marketing mail.',
    last_opened_at: 'When a person last opened a mail to them, as far as can be told.',
    last_clicked_at: 'When a person last clicked a link in a mail to them, as far as can be told.',
    last_sent_at: 'When the mail provider last took a mail to them.',
    last_active_at: 'When they were last active elsewhere, as you said.',
  },
  CreateContactRequest: { audience_id: 'The audience that they join.', ...newContact },
  NewContact: newContact,
  ContactChangesRequest: {
    first_name: 'Empty or null to take it away.',
    last_name: 'Empty or null to take it away.',
    attributes: 'Replaced key by key; those of other keys stay.',
    last_active_at: 'One that is earlier than what is known is passed over. Null takes it away.',
  },
  TagChangesRequest: { remove: 'A tag that is in `add` too is gone in the end.' },
  TagInUse: { contact_count: 'How many carry it.' },
  SaveContactPropertyRequest: {
    key: 'Case-sensitive. One that exists is changed.',
    type: 'How values are read that come from now on; of a new one `string`, unless given.',
  },
  ContactProperty: { type: 'How values are read. One that cannot be read so stays as it was given.' },
  CreateAudienceRequest: { name: 'Required: 1 to 120 characters.' },
  Audience: { contact_count: 'How many people are on it.' },
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
  CreateSegmentRequest: { key: 'a-z, 0-9 and hyphens. It stays for good.', ...segment },
  CountRulesRequest: segment,
  UpdateSegmentRequest: { key: 'Refused: the key stays for good.', ...segment },
  Segment: segment,
  SegmentMetrics: { contact_count: 'How many people it matches now. Suppressions are not looked at.' },
  RulesMetrics: { contact_count: 'How many people they match now. Suppressions are not looked at.' },
  PropertyFilterRequest: filter,
  PropertyFilter: filter,
};
