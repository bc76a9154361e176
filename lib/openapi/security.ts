import { scopes, type Scope } from '../../shared/core/scopes';

/** The permissions of each scope. */
const scopeDescriptions: Record<Scope, string> = {
  'emails:send': 'send emails, cancel scheduled emails, approve and reject drafts',
  'emails:read': 'read the email log, metrics, usage and drafts',
  'domains:read': 'read sending domains',
  'domains:write':
    'add, verify and delete sending domains, and manage API keys (the scope for administrators)',
  'contacts:read': 'read contacts, audiences, segments, suppressions, topics and preferences',
  'contacts:write': 'change contacts, audiences, segments, suppressions, topics and preferences',
  'broadcasts:read': 'read campaigns and automations',
  'broadcasts:write': 'create and send campaigns, change automations, enroll addresses and record events',
  'webhooks:read': 'read webhook endpoints and their deliveries',
  'webhooks:write': 'add, change and delete webhook endpoints',
  'threads:read': 'read conversations, the content of emails and attachments',
  'templates:read': 'read and render templates',
  'templates:write': 'change templates',
};

const rows = scopes.map((scope) => `| \`${scope}\` | ${scopeDescriptions[scope]} |`);

export const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: [
      'An API key, which begins with `sk_live_`, or an OAuth access token. A credential has scopes:',
      ['| Scope | Lets you |', '|---|---|', ...rows].join('\n'),
    ].join('\n\n'),
  },
};
