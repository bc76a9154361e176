export const resourceDescription =
  'Addresses that get no mail because of a bounce, a complaint, an unsubscribe or your request.';

export const queryParameterDescriptions = {
  scope: 'The kind of mail that the suppression blocks. Suppressions in other scopes are unchanged.',
};

export const fieldDescriptions = {
  Suppression: {
    scope: 'The kind of mail that is blocked.',
    reason: 'Why the address is suppressed.',
    detail: 'The source of an imported suppression.',
  },
};
