import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkStandIn } from '../../../packages/local/src/aws/models/check-stand-in';
import {
  type AwsResponse,
  AwsError,
  type AwsRequest,
  type StandIn,
} from '../../../packages/local/src/aws/stand-in';

/** Serves one stand-in over HTTP, without checking signatures and permissions. */
export async function serveStandIn(
  standIn: StandIn,
): Promise<{ endpoint: string; stop: () => Promise<void> }> {
  const checkedStandIn = checkStandIn(standIn);
  const server = createServer((incoming, outgoing) => {
    runOrRefuse(checkedStandIn, incoming)
      .then((result) => writeResponse(outgoing, result))
      .catch((error: unknown) => outgoing.destroy(error instanceof Error ? error : undefined));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const { port } = server.address() as AddressInfo;
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { endpoint: `http://127.0.0.1:${port}`, stop };
}

async function runOrRefuse(standIn: StandIn, incoming: IncomingMessage): Promise<AwsResponse> {
  const request = await readRequest(incoming);
  try {
    return await standIn.run(standIn.read(request), request);
  } catch (error) {
    if (error instanceof AwsError) return standIn.renderError(error, request);
    throw error;
  }
}

async function readRequest(incoming: IncomingMessage): Promise<AwsRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const [path = '/', query] = (incoming.url ?? '/').split('?');
  return {
    method: incoming.method ?? 'GET',
    path,
    query: new URLSearchParams(query),
    headers: Object.fromEntries(
      Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
    ),
    body: Buffer.concat(chunks),
  };
}

function writeResponse(outgoing: ServerResponse, result: AwsResponse): void {
  outgoing.writeHead(result.status, result.headers);
  outgoing.end(result.body);
}
