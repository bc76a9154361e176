import { requestPublicHost } from '../outbound/request-public-host';
import { checkDestination } from './check-destination';

/** The result of an attempt: the status code, if the endpoint responded, and the error, if the attempt failed. */
export interface PostOutcome {
  statusCode?: number;
  error?: string;
}

/** The limit for the lookup, the connection and the response together (W-22). */
const timeoutMs = 10_000;

/**
 * Posts the body to a webhook's URL. Resolves the host again, connects only to a checked address and does not follow
 * redirects (W-24, W-25). Never throws.
 */
export async function postToEndpoint(
  url: string,
  body: string,
  headers: Record<string, string>,
): Promise<PostOutcome> {
  const checkHost = () => checkDestination(url);
  const outcome = await requestPublicHost(url, { checkHost, method: 'POST', headers, body, timeoutMs });
  if (outcome.kind === 'failed') return { error: outcome.error };
  const { statusCode } = outcome;
  if (statusCode < 300 || statusCode >= 400) return { statusCode };
  return { statusCode, error: 'redirect not followed: webhook endpoints must answer directly' };
}
