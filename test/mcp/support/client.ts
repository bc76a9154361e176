import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Service } from '../../support/service';

export interface ToolResult {
  isError: boolean;
  /** The text of the first content part. */
  text: string;
  // The parsed body. Each test asserts its type.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any;
  structured: unknown;
  parts: { type: string; text?: string; resource?: { blob?: string; mimeType?: string } }[];
}

/** An agent that uses the official client library, connected to the server. */
export class McpAgent {
  constructor(readonly client: Client) {}

  async call(name: string, args: Record<string, unknown> = {}): Promise<ToolResult> {
    const response = await this.client.callTool({ name, arguments: args });
    const parts = response.content as ToolResult['parts'];
    const text = parts[0]?.text ?? '';
    const isError = response.isError ?? false;
    return {
      isError,
      text,
      body: isError ? undefined : JSON.parse(text),
      structured: response.structuredContent,
      parts,
    };
  }

  async toolNames(): Promise<string[]> {
    return (await this.client.listTools()).tools.map(({ name }) => name);
  }

  close(): Promise<void> {
    return this.client.close();
  }
}

const createClient = (): Client => new Client({ name: 'test', version: '1.0.0' });

/** Starts the program that `npx` runs, as an MCP host does, and connects to the program. */
export async function connectOverStdio(
  service: { metadata: Pick<Service['metadata'], 'api'> },
  key: string,
  args: string[] = [],
): Promise<McpAgent> {
  const client = createClient();
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: ['--import', 'tsx', 'packages/mcp/src/main.ts', ...args],
      env: { PATH: process.env['PATH'] ?? '', CARRIER_NEST_URL: service.metadata.api, CARRIER_NEST_KEY: key },
    }),
  );
  return new McpAgent(client);
}

/** Connects to the /mcp endpoint of the API. */
export async function connectOverHttp(service: Service, key: string, query = ''): Promise<McpAgent> {
  const client = createClient();
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${service.metadata.api}/mcp${query}`), {
      requestInit: { headers: { Authorization: `Bearer ${key}` } },
    }),
  );
  return new McpAgent(client);
}
