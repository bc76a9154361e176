import { ApiError } from '../core/errors';
import { readBodyText } from './read-body-text';
import type { Route } from './route';
import type { Middleware } from './step';

/**
 * Parses the body. Responds with 400 if the body is not JSON. Runs before authentication, and ignores the body of a
 * GET.
 */
export function parseJson(): Middleware {
  return {
    needsBody: true,
    before: async ({ event }) => {
      if (event.route.method === 'GET') return;
      event.body = parseBody(await readBodyText(event), event.route);
    },
  };
}

function parseBody(text: string, { body, isBodyOptional }: Route): unknown {
  if (text.trim() === '') {
    if (body && !isBodyOptional) throw invalidJson('it is empty');
    return body && {};
  }
  try {
    return refuseUnreadable(JSON.parse(text));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw invalidJson(error.message);
  }
}

const depthMax = 100;

/**
 * Refuses unpaired surrogates, which the service can neither store nor send, and deep nesting, because later code
 * recurses once per level.
 */
function refuseUnreadable(body: unknown): unknown {
  let level = [body];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > depthMax) throw invalidJson(`it is nested deeper than ${depthMax} levels`);
    if (level.some((value) => typeof value === 'string' && !value.isWellFormed())) {
      throw invalidJson('it contains an unpaired surrogate');
    }
    level = level.flatMap(childrenOf);
  }
  return body;
}

function childrenOf(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const values: unknown[] = Object.values(value);
  return Array.isArray(value) ? values : [...Object.keys(value), ...values];
}

const invalidJson = (reason: string): ApiError =>
  new ApiError('invalid_json', `The body is not valid JSON: ${reason}`);
