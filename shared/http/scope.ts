import { forbidden } from '../core/errors';
import type { Credential } from '../core/request-context';
import type { Scope } from '../core/scopes';
import type { Route } from './route';
import type { Middleware } from './step';

/**
 * Responds with 403 if the credential does not have the required scope, or is limited to an inbox and the route does not
 * declare what such a key may do. The message names the scope.
 */
export function requireScope(): Middleware {
  return {
    before: ({ event: { route, credential } }) => {
      const allowed = scopesOf(route);
      const isAllowed = allowed.length === 0 || allowed.some((scope) => credential?.scopes.includes(scope));
      if (isAllowed) {
        if (credential) refuseLimitedKey(route, credential);
        return;
      }
      const needed = `This request needs a credential with the scope ${allowed[0]}`;
      throw forbidden(
        credential?.user ? `${needed}, which your role, ${credential.user.role}, does not have` : needed,
      );
    },
  };
}

function refuseLimitedKey({ inboxAccess }: Route, { guardrails }: Credential): void {
  if (guardrails.inboxId && !inboxAccess)
    throw forbidden(
      'This key is limited to an inbox and may not use this operation. Use a key without inbox_id',
    );
}

/**
 * Returns the scopes of the route. The credential needs one of these scopes. If the list is empty, no scope is
 * required.
 */
export function scopesOf({ scope }: Route): readonly Scope[] {
  if (scope === 'any' || scope === 'public') return [];
  return typeof scope === 'string' ? [scope] : scope;
}
