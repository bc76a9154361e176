import { megabyte, type Route } from '../../../shared/http/route';

/** These routes follow MCP and OAuth instead of the conventions of the API. */
const nonApi = { scope: 'public', undocumented: true, isNonApi: true, responses: {} } as const;

/** The tools of packages/mcp over HTTP (docs/agents.md). */
export const mcpRoutes = {
  callTools: {
    ...nonApi,
    method: 'POST',
    path: '/mcp',
    summary: 'Handles a Model Context Protocol request',
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
    method: 'ANY',
    path: '/mcp',
    summary: 'Refuses streams and sessions, because the server keeps no state between requests',
    needs: [],
  },
  getToolMetadata: {
    ...nonApi,
    method: 'GET',
    path: '/.well-known/oauth-protected-resource/mcp',
    summary: 'Names the authorization server for /mcp (RFC 9728)',
    needs: ['environment:public-url', 'environment:oauth'],
  },
  getServiceMetadata: {
    ...nonApi,
    method: 'GET',
    path: '/.well-known/oauth-protected-resource',
    summary: 'Returns the same metadata for clients that request the path without /mcp',
    needs: ['environment:public-url', 'environment:oauth'],
  },
} satisfies Record<string, Route>;
