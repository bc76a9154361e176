export const resourceDescription = 'Saved filters over an audience, evaluated on each use.';

const segment = {
  audience_id: 'The ID of the audience to filter.',
  opened_within_days: 'Matches contacts that opened an email within this number of days.',
  clicked_within_days: 'Matches contacts that clicked a link within this number of days.',
  exclude_unengaged_days:
    'Matches contacts that opened an email, clicked a link or were added within this number of days, and contacts that were never mailed.',
  engaged_within_days:
    'Matches contacts that opened an email, clicked a link or were active outside this service within this number of days.',
  properties: 'Matches contacts for which all of these filters match.',
  tags: 'Matches contacts with all of these tags.',
  exclude_tags: 'Excludes contacts with any of these tags.',
  topic_key: 'Matches contacts that are subscribed to this topic, by choice or by the default of the topic.',
};

const filter = {
  property: 'The key of an attribute. Letter case matters.',
  operator:
    '`gt` and `lt` compare numbers with numbers and strings with strings. `contains` ignores letter case.',
  value:
    'The value to compare. Values of different types are never equal. Null represents a missing attribute.',
};

export const fieldDescriptions = {
  CreateSegmentRequest: { key: 'May contain a-z, 0-9 and hyphens. Cannot be changed.', ...segment },
  CountRulesRequest: segment,
  UpdateSegmentRequest: { key: 'Always refused, because the key cannot be changed.', ...segment },
  Segment: segment,
  SegmentMetrics: {
    contact_count: 'The number of contacts that match now. Suppressed contacts are counted too.',
  },
  RulesMetrics: {
    contact_count: 'The number of contacts that match now. Suppressed contacts are counted too.',
  },
  PropertyFilterRequest: filter,
  PropertyFilter: filter,
};
