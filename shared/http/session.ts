import { isUuid } from '../db/cursor';
import { sessionCookie, cookieValue } from './cookies';
import type { ApiRequest } from './request';

/** The credentials that the dashboard sends for a signed-in user. */
export interface SessionCredentials {
  secret: string;
  workspaceId: string;
}

/**
 * The header that selects one of the user's workspaces. Without CORS, a page of another origin cannot send this header.
 */
const workspaceHeader = 'carrier-nest-workspace';

/**
 * Reads the session of a request. Browsers send the cookie automatically, so the cookie is accepted only with headers
 * that only a page of this origin can send. Without these headers, or with an `Authorization` header, returns
 * undefined.
 */
export function readSession({ header }: Pick<ApiRequest, 'header'>): SessionCredentials | undefined {
  const [secret, workspaceId] = [cookieValue(sessionCookie, header('cookie')), header(workspaceHeader)];
  if (header('authorization') !== undefined || !isSameOrigin({ header })) return undefined;
  return secret && workspaceId && isUuid(workspaceId) ? { secret, workspaceId } : undefined;
}

/**
 * Whether a page of this origin makes the request. Browsers set the `Sec-Fetch-Site` header, and pages cannot change
 * it.
 */
export const isSameOrigin = ({ header }: Pick<ApiRequest, 'header'>): boolean =>
  header('sec-fetch-site') === 'same-origin';
