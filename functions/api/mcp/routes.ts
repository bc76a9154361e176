import { megabyte, type Route } from '../../../shared/http/route';

/** Of another protocol, whose clients have rules of their own. */
const nonApi = { scope: 'public', undocumented: true, isNonApi: true, responses: {} } as const;

/** The tools of packages/mcp over HTTP: docs/agents.md. */
export const mcpRoutes = {
  callTools: {
    ...nonApi,
    method: 'POST',
    path: '/mcp',
    summary: 'Answers a request of the Model Context Protocol',
    bodyMax: 4 * megabyte,
    memoryMb: 1024,
    checksCredential: true,
    needs: [
      'environment:public-url',
      'environment:oauth',
      'parked:GetObject',
      'requests:GetItem',
      'requests:UpdateItem',
    ],
  },
  refuseToolStream: {
    ...nonApi,
    method: 'GET',
    path: '/mcp',
    summary: 'Says that there are no streams: nothing is held between two requests',
    needs: [],
  },
  getToolMetadata: {
    ...nonApi,
    method: 'GET',
    path: '/.well-known/oauth-protected-resource/mcp',
    summary: 'Says where tokens for /mcp come from (RFC 9728)',
    needs: ['environment:public-url', 'environment:oauth'],
  },
  getServiceMetadata: {
    ...nonApi,
    method: 'GET',
    path: '/.well-known/oauth-protected-resource',
    summary: 'The same, where clients look that know no path',
    needs: ['environment:public-url', 'environment:oauth'],
  },
} satisfies Record<string, Route>;
