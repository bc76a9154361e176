import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { RecordedRequest } from './recording-proxy';

/** Posts these bytes with these headers to a local port, and returns the status of the response. */
export async function postTo(port: number, { headers, body }: RecordedRequest): Promise<number> {
  const sentHeaders = Object.entries(headers).filter(([name, value]) => name !== 'content-length' && value);
  const options = { method: 'POST', headers: Object.fromEntries(sentHeaders), agent: false };
  const outgoing = request({ host: '127.0.0.1', port, ...options }).end(body);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode ?? 0;
}
