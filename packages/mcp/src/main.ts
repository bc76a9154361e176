#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { ApiError, CarrierNest, type Credential } from '@carrier-nest/sdk';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { NormalizingTransport } from './normalizing-transport.ts';
import { parseToolSelection, type ToolSelection } from './tool-selection.ts';
import { createToolServer } from './tool-server.ts';
import { defaultToolsets, toolsets } from './tools/index.ts';
import { version } from './version.ts';

const help = `carrier-nest-mcp ${version}: the tools of Carrier Nest for agents, over stdio

  CARRIER_NEST_URL   the URL of the service, which is the stack output ApiEndpoint
  CARRIER_NEST_KEY   an API key; the server offers only the tools that the key may use

  --toolsets A,B     default, all, or one or more of:
                     ${Object.keys(toolsets).join(', ')}
                     default means ${defaultToolsets.join(', ')}
  --read-only        only tools that change nothing
  --exclude X,Y      omit these tools
  --version, --help
`;

const startup = parseCommandLine();
if (startup) await serveTools(startup);

/** Returns the client and the selected tools, or undefined if the program has already printed its output. */
function parseCommandLine(): { client: CarrierNest; selection: ToolSelection } | undefined {
  try {
    const { values } = parseArgs({
      options: {
        toolsets: { type: 'string' },
        'read-only': { type: 'boolean' },
        exclude: { type: 'string' },
        help: { type: 'boolean' },
        version: { type: 'boolean' },
      },
    });
    if (values.help || values.version) {
      process.stdout.write(values.help ? help : `${version}\n`);
      return undefined;
    }
    const { toolsets: toolsetNames, 'read-only': readOnly, exclude } = values;
    return {
      client: new CarrierNest(),
      selection: parseToolSelection({ toolsets: toolsetNames, readOnly, exclude }),
    };
  } catch (error) {
    failWithUsage(error);
    return undefined;
  }
}

async function serveTools({
  client,
  selection,
}: {
  client: CarrierNest;
  selection: ToolSelection;
}): Promise<void> {
  const credential = await fetchCredential(client);
  if (process.exitCode) return;
  const transport = new NormalizingTransport();
  serveStdio(() => createToolServer({ client, selection, credential }), { transport });
}

/** Returns undefined if the service is unreachable. The server then offers all tools, because a later call may succeed. */
async function fetchCredential(client: CarrierNest): Promise<Credential | undefined> {
  try {
    return await client.getCredential({ retries: 1, timeoutMs: 10_000 });
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) failWithUsage(error);
    else process.stderr.write(`carrier-nest-mcp: ${messageOf(error)}. The server offers all tools\n`);
    return undefined;
  }
}

/** Writes to stderr, because stdout carries the protocol. */
function failWithUsage(error: unknown): void {
  process.stderr.write(`carrier-nest-mcp: ${messageOf(error)}\n\n${help}`);
  process.exitCode = 2;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
