import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkStandIn } from '../../../packages/local/src/aws/models/check-stand-in';
import {
  AwsError,
  type AwsResponse,
  type AwsRequest,
  type StandIn,
} from '../../../packages/local/src/aws/stand-in';

export interface ServedStandIn {
  endpoint: string;
  close: () => Promise<void>;
}

/** Serves one stand-in on its own port, as the AWS server of the runtime would. */
export async function serveMailStandIn(standIn: StandIn): Promise<ServedStandIn> {
  const checkedStandIn = checkStandIn(standIn);
  const server = createServer((incoming, response) => void handleRequest(checkedStandIn, incoming, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function handleRequest(
  standIn: StandIn,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const request = await readRequest(incoming);
  const { status, headers, body } = await runOrRefuse(standIn, request);
  response.writeHead(status, headers).end(body);
}

async function runOrRefuse(standIn: StandIn, request: AwsRequest): Promise<AwsResponse> {
  try {
    return await standIn.run(standIn.read(request), request);
  } catch (error) {
    if (error instanceof AwsError) return standIn.renderError(error, request);
    return standIn.renderError(new AwsError('InternalFailure', String(error), 500), request);
  }
}

async function readRequest(incoming: IncomingMessage): Promise<AwsRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const [path = '/', query = ''] = (incoming.url ?? '/').split('?', 2);
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)] as const);
  return {
    method: incoming.method ?? 'GET',
    path,
    query: new URLSearchParams(query),
    headers: Object.fromEntries(headers),
    body: Buffer.concat(chunks),
  };
}
