import { requireEnv } from '../../../shared/core/env';
import { errorHandler } from '../../../shared/http/error-handler';
import type { HttpResponse } from '../../../shared/http/responses';
import { enforceBodyLimit } from '../../../shared/http/body-limit';
import { readBodyText } from '../../../shared/http/read-body-text';
import { authenticateLargeBody } from '../../../shared/http/large-body';
import { lambdaHandler } from '../../../shared/http/pipeline';
import type { ApiRequest } from '../../../shared/http/request';
import { metadataUrl } from './metadata';
import { mcpRoutes } from './routes';

/** The headers that the protocol and the tools read. */
const forwardedHeaders = [
  'accept',
  'authorization',
  'content-type',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
  'origin',
];

/** Imports the MCP library on the first call, because the library is large and only this handler uses it. */
export const handler = lambdaHandler(
  mcpRoutes.callTools,
  [errorHandler(), enforceBodyLimit(), authenticateLargeBody()],
  async (request) => {
    const { handleMcp } = await import('./handle-mcp.lazy');
    const url = requireEnv('PUBLIC_URL');
    return toHttpResponse(
      await handleMcp(await toRequest(url, request), { url, metadataUrl: metadataUrl() }),
    );
  },
);

async function toRequest(url: string, request: ApiRequest): Promise<Request> {
  const address = new URL(`${url}/mcp`);
  for (const [name, values = []] of Object.entries(request.query))
    for (const value of values) address.searchParams.append(name, value);
  const headers = forwardedHeaders.flatMap((name): [string, string][] => {
    const value = request.header(name);
    return value === undefined ? [] : [[name, value]];
  });
  return new Request(address, { method: 'POST', headers, body: await readBodyText(request) });
}

const toHttpResponse = async (response: Response): Promise<HttpResponse> => ({
  statusCode: response.status,
  headers: Object.fromEntries(response.headers),
  body: await response.text(),
});
