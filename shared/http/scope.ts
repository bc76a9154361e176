import { forbidden } from '../core/errors';
import type { Scope } from '../core/scopes';
import type { Route } from './route';
import type { Middleware } from './step';

/** 403, naming the scope, for a credential without it. */
export function requireScope(): Middleware {
  return {
    before: ({ event: { route, credential } }) => {
      const allowed = scopesOf(route);
      if (allowed.length === 0 || allowed.some((scope) => credential?.scopes.includes(scope))) return;
      const needed = `This needs a credential with the scope ${allowed[0]}`;
      throw forbidden(
        credential?.user ? `${needed}, which your role, ${credential.user.role}, does not have` : needed,
      );
    },
  };
}

/** The scopes of which one is enough; none are needed where the list is empty. */
export function scopesOf({ scope }: Route): readonly Scope[] {
  if (scope === 'any' || scope === 'public') return [];
  return typeof scope === 'string' ? [scope] : scope;
}
