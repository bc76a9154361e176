import { forbidden } from '../core/errors';
import type { Scope } from '../core/scopes';
import type { Route } from './route';
import type { Middleware } from './step';

/** Responds with 403 if the credential does not have the required scope. The message names the scope. */
export function requireScope(): Middleware {
  return {
    before: ({ event: { route, credential } }) => {
      const allowed = scopesOf(route);
      if (allowed.length === 0 || allowed.some((scope) => credential?.scopes.includes(scope))) return;
      const needed = `This request needs a credential with the scope ${allowed[0]}`;
      throw forbidden(
        credential?.user ? `${needed}, which your role, ${credential.user.role}, does not have` : needed,
      );
    },
  };
}

/**
 * Returns the scopes of the route. The credential needs one of these scopes. If the list is empty, no scope is
 * required.
 */
export function scopesOf({ scope }: Route): readonly Scope[] {
  if (scope === 'any' || scope === 'public') return [];
  return typeof scope === 'string' ? [scope] : scope;
}
