import type { IncomingMessage } from 'node:http';
import { routes } from '../functions/api/routes';
import { bodyMaxOf } from '../shared/http/route';

/** The largest body that any endpoint takes, in bytes. */
const bytesMax = Math.max(...routes.map(bodyMaxOf));

/** Beyond this the connection is cut: nobody sends so much by mistake. */
const drainedMax = 4 * bytesMax;

/**
 * The body, or only its size where no endpoint takes so much. Such a body is still read to its end, because a
 * client that is in the middle of sending does not look for the refusal.
 */
export async function readBody(request: IncomingMessage): Promise<{ bytes?: Buffer; size: number }> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size <= bytesMax) parts.push(part);
    else parts.length = 0;
    if (size > drainedMax) break;
  }
  return size > bytesMax ? { size } : { bytes: Buffer.concat(parts), size };
}
