import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';

interface Upload {
  key: string;
  /** As declared; undefined leaves it open. */
  bytes?: number;
  /** As many are written. */
  written: number;
}

interface Seen {
  status: number;
  headers: IncomingMessage['headers'];
  type: string;
}

/** Writes a part of a body, and then nothing more: who wants all of it before it answers never does. */
export async function uploadHalf(url: string, { key, bytes, written }: Upload): Promise<Seen> {
  const outgoing = request(url, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      ...(bytes !== undefined && { 'Content-Length': bytes }),
    },
  });
  const answered = once(outgoing, 'response');
  outgoing.write(Buffer.alloc(written, ' '));

  const [answer] = (await answered) as [IncomingMessage];
  let text = '';
  for await (const part of answer) text += String(part);
  outgoing.once('error', () => undefined).destroy();
  const { error } = JSON.parse(text) as { error: { type: string } };
  return { status: answer.statusCode ?? 0, headers: answer.headers, type: error.type };
}
