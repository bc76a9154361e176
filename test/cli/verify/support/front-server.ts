import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: string | undefined;
}

export interface FrontServer {
  url: string;
  received: ReceivedRequest[];
  stop: () => void;
}

/** Returns its own response, or the response of the service from `forward`. */
type Answerer = (request: ReceivedRequest, forward: () => Promise<Answer>) => Answer | Promise<Answer>;

/** Starts a server in front of `target` that records its requests. By default, it forwards all of them. */
export async function startFrontServer(
  target: string,
  answer: Answerer = (_request, forward) => forward(),
): Promise<FrontServer> {
  const received: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const { method = '', url: path = '', headers } = request;
      const recorded = { method, path, headers, body: await text(request) };
      received.push(recorded);
      const { status, headers: answered, body } = await answer(recorded, () => forward(target, recorded));
      response.writeHead(status, answered).end(body);
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${portOf(server)}`, received, stop: () => void server.close() };
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

async function forward(target: string, { method, path, headers, body }: ReceivedRequest): Promise<Answer> {
  const response = await fetch(target + path, {
    method,
    headers: without(headers as Record<string, string>, ['host', 'connection', 'content-length']),
    ...(body !== '' && { body }),
    redirect: 'manual',
  });
  return {
    status: response.status,
    headers: without(Object.fromEntries(response.headers), ['content-encoding', 'content-length']),
    body: await response.text(),
  };
}

const without = (headers: Record<string, string>, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
