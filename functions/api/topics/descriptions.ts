export const resourceDescription =
  'Kinds of email. Recipients can opt out of a topic and still receive email about other topics.';

export const fieldDescriptions = {
  SaveTopicRequest: {
    key: '1 to 60 characters, each of a-z, 0-9 or a hyphen. If a topic with this key exists, the request updates it.',
    default_subscribed:
      'Whether addresses that have made no choice are subscribed. The default for a new topic is true.',
  },
  Topic: { default_subscribed: 'Whether addresses that have made no choice are subscribed.' },
  Preference: { subscribed: 'Whether the address is subscribed, by choice or by the default of the topic.' },
  SavePreferencesRequest: { topics: 'Whether the address is subscribed, by topic key.' },
};
