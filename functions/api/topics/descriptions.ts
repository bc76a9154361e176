export const resourceDescription =
  'Kinds of email. Recipients can opt out of one kind and keep receiving the other kinds.';

export const fieldDescriptions = {
  SaveTopicRequest: {
    key: '1 to 60 of a-z, 0-9 and hyphens. An existing topic with this key is updated.',
    default_subscribed:
      'Whether addresses that have made no choice are subscribed. The default for a new topic is true.',
  },
  Topic: { default_subscribed: 'Whether addresses that have made no choice are subscribed.' },
  Preference: { subscribed: 'The choice of the address, or the default of the topic.' },
  SavePreferencesRequest: { topics: 'Whether the address is subscribed, by topic key.' },
};
