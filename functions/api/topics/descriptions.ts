export const resourceDescription =
  'What a mail is about, so that people can do without one kind of mail and still get the others.';

export const fieldDescriptions = {
  SaveTopicRequest: {
    key: '1 to 60 of a-z, 0-9 and hyphens. One that exists is changed.',
    default_subscribed: 'For everybody who made no choice; true unless given.',
  },
  Topic: { default_subscribed: 'Whether it is mailed to who made no choice.' },
  Preference: { subscribed: 'The choice of the address, or else the default.' },
  SavePreferencesRequest: { topics: 'By key, whether the address wants it.' },
};
