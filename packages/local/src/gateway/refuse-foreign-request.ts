import type { IncomingMessage } from 'node:http';
import { refuseOtherContentType, refuseCrossSite } from '../network/cross-site';
import type { HttpResponse } from './gateway-response';

/**
 * Refuses requests that other sites' pages send from the developer's browser, because the browser can reach a loopback
 * port. A deployment on AWS needs no such check. The pages that emails link to accept requests from other sites.
 */
export function refuseForeignRequest(message: IncomingMessage): HttpResponse | undefined {
  const asPage = !message.url?.startsWith('/v1/');
  const crossSiteReason = refuseCrossSite(message, { asPage });
  if (crossSiteReason !== undefined) return refusal(403, 'forbidden', crossSiteReason);
  if (message.url?.startsWith('/control/')) {
    return refusal(
      404,
      'not_found',
      'The control API has its own port, which the runtime prints when it starts',
    );
  }
  const contentTypeReason = asPage ? undefined : refuseOtherContentType('application/json', message);
  return contentTypeReason === undefined ? undefined : refusal(415, 'invalid_request', contentTypeReason);
}

const refusal = (status: number, type: string, message: string): HttpResponse => ({
  status,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ error: { type, message } }),
});
