export const resourceDescription =
  'The credential of the request (an API key, a token or a session) and the permissions of the credential.';

export const fieldDescriptions = {
  Credential: {
    kind: 'An API key of this service, an access token of the OAuth issuer, or the dashboard session of a user.',
    id: 'The ID of the key or the user, or the subject of the token.',
    scopes: 'The scopes of the credential.',
    daily_send_limit:
      'The number of recipients that the credential may mail per UTC day; null without a limit.',
    allowed_recipients:
      'The addresses and domains that the credential may mail; empty if all recipients are allowed.',
    requires_approval: 'Whether emails are held for approval.',
    inbox_id: 'The only inbox that the key may use. Only limited keys have the field.',
  },
};
