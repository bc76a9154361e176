export const resourceDescription = 'The key or token that you call with: what it is, and what it may do.';

export const fieldDescriptions = {
  Credential: {
    kind: 'A key of this service, a token of the OAuth issuer, or the session of a person in the dashboard.',
    id: 'That of the key or the person, or the subject of the token.',
    scopes: 'What it may do.',
    daily_send_limit: 'How many recipients it may mail in a UTC day; null where it has no such limit.',
    allowed_recipients: 'Addresses and domains that it may mail; empty where it may mail everybody.',
    requires_approval: 'Its mail is held until a person approves it.',
  },
};
