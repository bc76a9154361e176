import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';

interface PartialUpload {
  key: string;
  /** The Content-Length header. If undefined, the request has no such header. */
  declaredBytes?: number;
  /** The number of bytes that the client sends. */
  writtenBytes: number;
}

interface UploadResponse {
  status: number;
  headers: IncomingMessage['headers'];
  errorType: string;
}

/** Sends only part of a body. A server that waits for the whole body never responds. */
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
