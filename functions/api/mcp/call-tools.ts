import { requireEnv } from '../../../shared/core/env';
import { answerErrors } from '../../../shared/http/answer-errors';
import type { Answer } from '../../../shared/http/answers';
import { limitBody } from '../../../shared/http/body-limit';
import { bodyText } from '../../../shared/http/body-text';
import { authenticateLargeBody } from '../../../shared/http/large-body';
import { lambda } from '../../../shared/http/pipeline';
import type { ApiRequest } from '../../../shared/http/request';
import { metadataUrl } from './metadata';
import { mcpRoutes } from './routes';

/** What the protocol and the tools read of a request. */
const headersRead = [
  'accept',
  'authorization',
  'content-type',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
  'origin',
];

/** The protocol's library is large, and nothing else has a use for it. */
export const handler = lambda(
  mcpRoutes.callTools,
  [answerErrors(), limitBody(), authenticateLargeBody()],
  async (request) => {
    const { answerMcp } = await import('./answer-mcp.lazy');
    const url = requireEnv('PUBLIC_URL');
    return asAnswer(await answerMcp(await asRequest(url, request), { url, metadataUrl: metadataUrl() }));
  },
);

async function asRequest(url: string, request: ApiRequest): Promise<Request> {
  const address = new URL(`${url}/mcp`);
  for (const [name, values = []] of Object.entries(request.query))
    for (const value of values) address.searchParams.append(name, value);
  const headers = headersRead.flatMap((name): [string, string][] => {
    const value = request.header(name);
    return value === undefined ? [] : [[name, value]];
  });
  return new Request(address, { method: 'POST', headers, body: await bodyText(request) });
}

const asAnswer = async (response: Response): Promise<Answer> => ({
  statusCode: response.status,
  headers: Object.fromEntries(response.headers),
  body: await response.text(),
});
