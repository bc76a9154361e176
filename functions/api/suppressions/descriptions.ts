export const resourceDescription =
  'Addresses that get no mail, because it bounced, somebody complained or unsubscribed, or you said so.';

export const queryParameterDescriptions = {
  scope: 'Which mail the suppression refuses. Those of other scopes stay.',
};

export const fieldDescriptions = {
  Suppression: {
    scope: 'Which mail is refused.',
    reason: 'Why it is.',
    detail: 'Where it came from, if it was imported.',
  },
};
