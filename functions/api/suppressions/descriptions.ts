export const resourceDescription =
  'Addresses that get no email because of a bounce, a complaint, an unsubscribe or your request.';

export const queryParameterDescriptions = {
  scope: 'The kind of email that the suppression blocks. Suppressions in other scopes do not change.',
};

export const fieldDescriptions = {
  Suppression: {
    scope: 'The kind of email that the suppression blocks.',
    reason: 'Why the address is suppressed.',
    detail: 'The source of an imported suppression.',
  },
};
