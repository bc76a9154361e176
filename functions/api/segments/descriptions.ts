export const resourceDescription = 'Filters over an audience, saved once and asked anew on each use.';

const segment = {
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

const filter = {
  property: 'The key of an attribute, in its letter case.',
  operator:
    '`gt` and `lt` compare numbers with numbers and texts with texts. `contains` does without letter case.',
  value: 'Of another type it is another value. Null stands for no attribute.',
};

export const fieldDescriptions = {
  CreateSegmentRequest: { key: 'a-z, 0-9 and hyphens. It stays for good.', ...segment },
  CountRulesRequest: segment,
  UpdateSegmentRequest: { key: 'Refused: the key stays for good.', ...segment },
  Segment: segment,
  SegmentMetrics: { contact_count: 'How many people it matches now. Suppressions are not looked at.' },
  RulesMetrics: { contact_count: 'How many people they match now. Suppressions are not looked at.' },
  PropertyFilterRequest: filter,
  PropertyFilter: filter,
};
