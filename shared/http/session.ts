import { isUuid } from '../db/cursor';
import { sessionCookie, cookieValue } from './cookies';
import type { ApiRequest } from './request';

/** What the dashboard asks with once somebody signed in. */
export interface SessionCredentials {
  secret: string;
  workspaceId: string;
}

/** Which of the user's workspaces it is about. A page elsewhere cannot send it: there is no CORS here. */
const workspaceHeader = 'carrier-nest-workspace';

/**
 * A browser sends the cookie by itself, so it counts only with what a page of this origin alone can say. Undefined for
 * everything else, a request with a credential of its own among it.
 */
export function readSession({ header }: Pick<ApiRequest, 'header'>): SessionCredentials | undefined {
  const [secret, workspaceId] = [cookieValue(sessionCookie, header('cookie')), header(workspaceHeader)];
  if (header('authorization') !== undefined || !isSameOrigin({ header })) return undefined;
  return secret && workspaceId && isUuid(workspaceId) ? { secret, workspaceId } : undefined;
}

/** A browser says whose page asks, and lets no page choose it. */
export const isSameOrigin = ({ header }: Pick<ApiRequest, 'header'>): boolean =>
  header('sec-fetch-site') === 'same-origin';
