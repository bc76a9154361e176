import { scopes, type Scope } from './scopes';

/** The roles of a user in a workspace. */
export const roles = ['viewer', 'member', 'admin'] as const;

export type Role = (typeof roles)[number];

/** The scopes that manage the workspace: domains, API keys, guardrails and webhooks. */
const administration: readonly Scope[] = ['domains:write', 'webhooks:write'];

/**
 * The scopes of each role. A viewer can only read. A member can also send email and decide approvals. An admin can also
 * manage the workspace.
 */
export const scopesOfRole: Readonly<Record<Role, readonly Scope[]>> = {
  viewer: scopes.filter((scope) => scope.endsWith(':read')),
  member: scopes.filter((scope) => !administration.includes(scope)),
  admin: scopes,
};
