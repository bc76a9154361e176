import type { IncomingMessage } from 'node:http';
import { routes } from '../functions/api/routes';
import { bodyMaxOf } from '../shared/http/route';

/** The largest body that any endpoint takes, in bytes. */
const bytesMax = Math.max(...routes.map(bodyMaxOf));

/** The body, or only its size where no endpoint takes so much. */
export async function readBody(request: IncomingMessage): Promise<{ bytes?: Buffer; size: number }> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > bytesMax) return { size: declared };
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > bytesMax) return { size };
    parts.push(part);
  }
  return { bytes: Buffer.concat(parts), size };
}
