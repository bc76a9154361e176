import { ApiError, type CarrierNest, type Credential } from '@carrier-nest/sdk';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { NormalizingTransport } from './normalizing-transport.ts';
import type { ToolSelection } from './tool-selection.ts';
import { createToolServer } from './tool-server.ts';

/** Serves the selected tools over stdio. Throws `ApiError` if the service does not know the key. */
export async function serveTools({
  client,
  selection,
}: {
  client: CarrierNest;
  selection: ToolSelection;
}): Promise<void> {
  const credential = await fetchCredential(client);
  const transport = new NormalizingTransport();
  serveStdio(() => createToolServer({ client, selection, credential }), { transport });
}

/** Returns undefined if the service is unreachable. The server then offers all tools, because a later call may succeed. */
async function fetchCredential(client: CarrierNest): Promise<Credential | undefined> {
  try {
    return await client.getCredential({ retries: 1, timeoutMs: 10_000 });
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw error;
    // Standard output carries the protocol.
    process.stderr.write(`carrier-nest-mcp: ${messageOf(error)}. The server offers all tools\n`);
    return undefined;
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
