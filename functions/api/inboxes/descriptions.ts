export const resourceDescription =
  'Addresses with a name and conversations of their own, and API keys that can do nothing else.';

const settings = {
  display_name: 'The sender name of emails that a limited key sends without a name.',
  metadata: 'Up to 20 pairs of texts, with names of up to 40 and values of up to 500 characters.',
};

const inbox = {
  ...settings,
  address: 'The address. Mail to `username+tag@domain` also arrives here.',
  client_id: 'The name that the client gave the inbox.',
  policy: 'The inbound policy of the inbox; null until it has one.',
};

export const queryParameterDescriptions = {
  client_id: 'Only the inbox that was created with this `client_id`.',
};

export const fieldDescriptions = {
  Inbox: inbox,
  CreatedInbox: {
    ...inbox,
    key: 'The limited key that the request asked for; null if an earlier request created the inbox.',
  },
  NewInboxRequest: {
    ...settings,
    username:
      'The part of the address before the `@`: letters, digits, dots, underscores and hyphens. By default, readable and random.',
    domain: 'A verified transactional domain. By default, the oldest.',
    key: 'Also creates an API key that is limited to the inbox.',
    client_id:
      'A name of your choice. A repeated request with the same name responds with the existing inbox.',
  },
  InboxChangesRequest: settings,
  DeletedInbox: { keys_revoked: 'The number of API keys that this request revoked.' },
};
