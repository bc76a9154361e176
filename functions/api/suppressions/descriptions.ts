export const resourceDescription =
  'Addresses that get no mail because of a bounce, a complaint, an unsubscribe or your request.';

export const queryParameterDescriptions = {
  scope: 'The mail that the suppression refuses. Suppressions in other scopes are unchanged.',
};

export const fieldDescriptions = {
  Suppression: {
    scope: 'The mail that is refused.',
    reason: 'Why the address is suppressed.',
    detail: 'The source of an imported suppression.',
  },
};
