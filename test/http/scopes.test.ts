import { routes, type NamedRoute } from '../../functions/api/routes';

/** The scope prefix of each resource. */
const areas: Record<string, string> = {
  emails: 'emails',
  threads: 'threads',
  inbound: 'threads',
  approvals: 'emails',
  drafts: 'emails',
  domains: 'domains',
  inboxes: 'domains',
  'api-keys': 'domains',
  usage: 'emails',
  templates: 'templates',
  contacts: 'contacts',
  'contact-properties': 'contacts',
  audiences: 'contacts',
  segments: 'contacts',
  broadcasts: 'broadcasts',
  automations: 'broadcasts',
  events: 'broadcasts',
  topics: 'contacts',
  suppressions: 'contacts',
  'webhook-endpoints': 'webhooks',
  feeds: 'webhooks',
};

/** Routes that differ from the rule. If a route has a list of scopes, any one of them is enough. */
const exceptions: Record<string, NamedRoute['scope']> = {
  // Starts the list of received mail for the whole workspace.
  enableInbound: 'domains:write',
  // Reads with a narrower or wider scope.
  getEmailContent: 'threads:read',
  listApiKeys: 'domains:write',
  getCredential: 'any',
  // POST routes that only read.
  renderTemplate: 'templates:read',
  countRules: 'contacts:read',
  // The drafts of a program that sends.
  listDrafts: 'emails:send',
  getDraft: 'emails:send',
  // Writes of threads, which have no write scope, and the response to unknown paths.
  markThreadHandled: ['threads:read', 'emails:send'],
  markThreadRead: ['threads:read', 'emails:send'],
  changeThreadLabels: 'emails:send',
  refuseUnknown: 'any',
  // Routes for programs without a credential. POST /mcp checks the credential in its handler.
  getOpenapi: 'public',
  callTools: 'public',
  refuseToolStream: 'public',
  getToolMetadata: 'public',
  getServiceMetadata: 'public',
};

/** The write action of each scope prefix whose write scope does not end in `:write`. */
const writeActions: Record<string, string> = { emails: 'send' };

function expectedScope({ name, resource, method }: NamedRoute): NamedRoute['scope'] | undefined {
  if (exceptions[name]) return exceptions[name];
  if (resource === 'links' || resource === 'dashboard') return 'public';
  const area = areas[resource];
  if (!area) return undefined;
  const action = method === 'GET' ? 'read' : (writeActions[area] ?? 'write');
  return `${area}:${action}` as NamedRoute['scope'];
}

//
test.each(routes.map((route) => [route.name, route] as const))(
  '%s requires the scope of its resource and method',
  (_name, route) => {
    expect(route.scope).toEqual(expectedScope(route));
  },
);

test('every exception is a route', () => {
  const names = routes.map(({ name }) => name);

  expect(Object.keys(exceptions).filter((name) => !names.includes(name))).toEqual([]);
});
