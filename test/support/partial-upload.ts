import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';

interface PartialUpload {
  key: string;
  /** As declared; undefined leaves it open. */
  declaredBytes?: number;
  /** As many are written. */
  writtenBytes: number;
}

interface UploadResponse {
  status: number;
  headers: IncomingMessage['headers'];
  errorType: string;
}

/** Writes a part of a body, and then nothing more: who wants all of it before it answers never does. */
export async function uploadPartialBody(
  url: string,
  { key, declaredBytes, writtenBytes }: PartialUpload,
): Promise<UploadResponse> {
  const outgoing = request(url, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      ...(declaredBytes !== undefined && { 'Content-Length': declaredBytes }),
    },
  });
  const responseEvent = once(outgoing, 'response');
  outgoing.write(Buffer.alloc(writtenBytes, ' '));

  const [response] = (await responseEvent) as [IncomingMessage];
  let text = '';
  for await (const chunk of response) text += String(chunk);
  outgoing.once('error', () => undefined).destroy();
  const { error } = JSON.parse(text) as { error: { type: string } };
  return { status: response.statusCode ?? 0, headers: response.headers, errorType: error.type };
}
