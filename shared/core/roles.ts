import { scopes, type Scope } from './scopes';

/** What a user may do in a workspace. */
export const roles = ['viewer', 'member', 'admin'] as const;

export type Role = (typeof roles)[number];

/** Of the domains, API keys and guardrails of the workspace. */
const administration: readonly Scope[] = ['domains:write', 'webhooks:write'];

/** A viewer looks, a member works with the mail and decides about drafts, an admin arranges the workspace too. */
export const scopesOfRole: Readonly<Record<Role, readonly Scope[]>> = {
  viewer: scopes.filter((scope) => scope.endsWith(':read')),
  member: scopes.filter((scope) => !administration.includes(scope)),
  admin: scopes,
};
