import { scopes, type Scope } from '../../shared/core/scopes';

/** What each scope allows. */
const scopeDescriptions: Record<Scope, string> = {
  'emails:send': 'send mail, cancel what is scheduled, decide about drafts',
  'emails:read': 'read the log of emails, metrics, usage and drafts',
  'domains:read': 'read sending domains',
  'domains:write': 'add, verify and delete sending domains, and manage API keys: the scope of administrators',
  'contacts:read': 'read suppressions, topics and preferences',
  'contacts:write': 'change suppressions, topics and preferences',
  'broadcasts:read': 'read campaigns',
  'broadcasts:write': 'make and send campaigns',
  'webhooks:read': 'read webhook endpoints and what was delivered to them',
  'webhooks:write': 'add, change and delete webhook endpoints',
  'threads:read': 'read conversations, and what mail said',
  'templates:read': 'read and render templates',
  'templates:write': 'change templates',
};

const rows = scopes.map((scope) => `| \`${scope}\` | ${scopeDescriptions[scope]} |`);

export const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: [
      'An API key, which begins with `sk_live_`, or an OAuth access token. It holds scopes:',
      ['| Scope | Lets you |', '|---|---|', ...rows].join('\n'),
    ].join('\n\n'),
  },
};
