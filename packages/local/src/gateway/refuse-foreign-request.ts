import type { IncomingMessage } from 'node:http';
import { refuseOtherContentType, refuseCrossSite } from '../network/cross-site';
import type { HttpResponse } from './gateway-response';

/**
 * What is not let through here and has no counterpart on AWS: any page in the developer's browser could reach this
 * API. Pages that mails link to are for browsers.
 */
export function refuseForeignRequest(message: IncomingMessage): HttpResponse | undefined {
  const asPage = !message.url?.startsWith('/v1/');
  const crossSiteReason = refuseCrossSite(message, { asPage });
  if (crossSiteReason !== undefined) return refusal(403, 'forbidden', crossSiteReason);
  if (message.url?.startsWith('/control/')) {
    return refusal(404, 'not_found', 'The control API has a port of its own: npm start prints it');
  }
  const contentTypeReason = asPage ? undefined : refuseOtherContentType('application/json', message);
  return contentTypeReason === undefined ? undefined : refusal(415, 'invalid_request', contentTypeReason);
}

const refusal = (status: number, type: string, message: string): HttpResponse => ({
  status,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ error: { type, message } }),
});
