import type { IncomingMessage } from 'node:http';
import { refuseOtherThan, refuseStranger } from '../network/own-machine';
import type { HttpAnswer } from './gateway-response';

/**
 * What is not let through here and has no counterpart on AWS: any page in the developer's browser could reach this
 * API. Pages that mails link to are for browsers.
 */
export function refuseForeign(message: IncomingMessage): HttpAnswer | undefined {
  const asPage = !message.url?.startsWith('/v1/');
  const foreign = refuseStranger(message, { asPage });
  if (foreign !== undefined) return refusal(403, 'forbidden', foreign);
  if (message.url?.startsWith('/control/')) {
    return refusal(404, 'not_found', 'The control API has a port of its own: npm start prints it');
  }
  const untaken = asPage ? undefined : refuseOtherThan('application/json', message);
  return untaken === undefined ? undefined : refusal(415, 'invalid_request', untaken);
}

const refusal = (status: number, type: string, message: string): HttpAnswer => ({
  status,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ error: { type, message } }),
});
